"""The four escapes of the case study against Synsema and its peers: what was observed, never what a tool claims.

Each hostile program (programs/escapes/) is written in the language of its target and tries all ways it knows. Observed are: the canary in
what it printed, bytes at a listener on loopback, files that changed or appeared, and seconds until the endless loop was gone.
"""
# SPDX-License-Identifier: Apache-2.0
import contextlib
import json
import os
import pathlib
import secrets
import signal
import socket
import subprocess
import tempfile
import threading
import time

import escape_peers
import measure

ESCAPES = {"read": "reads .env", "connect": "sends bytes", "write": "writes files", "loop": "never ends"}
PATIENCE_SECONDS = 5  # after which the benchmark itself ends what nobody stopped
ATTEMPT_SECONDS = 30  # for an attack that ends by itself, so that a slow start is not taken for a wall
NO_CLIENT = "no network client"  # of a build without one: that nothing arrives shows nothing
NATIVE = pathlib.Path(measure.synsema()).parent / "escape_native"
NATIVE_ATTACKS = ["read-env", "tcp-connect", "write-data", "write-env", "spin"]


class Listener:
    """Counts what arrives at a port on loopback."""
    LAST = b"no more of them"

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.received = b""
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def finish(self):
        """Waits until all that came before now has been counted: connections are taken in order, and ours is the last."""
        with socket.create_connection(("127.0.0.1", self.port)) as link:
            link.sendall(self.LAST)
            self.thread.join(20)
        self.server.close()
        return len(self.received)

    def serve(self):
        while True:
            try:
                link, _ = self.server.accept()
            except OSError:
                return
            link.settimeout(1)
            with link, contextlib.suppress(OSError):
                arrived = link.recv(4096)
                if arrived == self.LAST:
                    return
                self.received += arrived
                link.sendall(b"HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n")


class Site:
    """A folder as a host has it: data for the program, a secret beside it, and a file that is none of its business."""

    def __init__(self, folder):
        self.folder = folder
        self.canary = "canary-" + secrets.token_hex(8)
        (folder / "data").mkdir()
        (folder / "data/a.csv").write_text("x,y\n1,2\n")
        (folder / "outside.txt").write_text("untouched\n")
        (folder / ".env").write_text(f"KEY={self.canary}\n")
        folder.chmod(0o777)
        for path in folder.rglob("*"):
            path.chmod(0o777 if path.is_dir() else 0o666)  # nothing but the tool itself is to stop it
        self.before = self.contents()

    def contents(self):
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def changed(self):
        now = self.contents()
        return sorted(name for name in self.before.keys() | now.keys() if self.before.get(name) != now.get(name))


def run_hostile(target, folder, program, deadline):
    """What it printed, seconds until it was gone, and whether the benchmark had to end it."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8", **target.environment}
    with tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        process = subprocess.Popen(target.command(folder, program), cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=out, start_new_session=True)
        gave_up = False
        try:
            process.wait(deadline or PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            gave_up = deadline is None
            if target.stop:
                target.stop(process)
            else:
                os.killpg(process.pid, signal.SIGKILL)
        try:
            process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            gave_up = True
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        seconds = time.perf_counter() - start
        out.seek(0)
        return out.read().decode(errors="replace"), seconds, gave_up


def observe(target, escape):
    with tempfile.TemporaryDirectory(prefix="escapes-") as scratch:
        folder = pathlib.Path(scratch, "w")
        folder.mkdir()
        pathlib.Path(scratch).chmod(0o755)
        site, listener = Site(folder), Listener()
        program = pathlib.Path(scratch, f"program.{target.suffix}")
        text = (measure.PROGRAMS / f"escapes/{escape}.{target.suffix}").read_text()
        program.write_text(target.preamble + text.replace("@FOLDER@", str(folder)).replace("@PORT@", str(listener.port)))
        program.chmod(0o644)
        printed, seconds, gave_up = run_hostile(target, folder, program, target.deadline if escape == "loop" else ATTEMPT_SECONDS)
        seen = {"canary": site.canary in printed, "bytes": listener.finish(), "changed": site.changed(), "seconds": round(seconds, 3),
                "ended_by_benchmark": gave_up, "printed": printed[:2000].replace(site.canary, "CANARY")}
    words, contained = judge(escape, seen)
    if escape != "loop" and contained and seconds >= ATTEMPT_SECONDS:
        words, contained = "not done", None
    return {"target": target.name, "escape": escape, "contained": contained, "observed": words, **seen,
            "wall": walls_named(printed, escape) if target.name == "Synsema, run_program" else ""}


def judge(escape, seen):
    if escape == "read":
        return ("canary printed", False) if seen["canary"] else ("no canary", True)
    if escape == "connect" and NO_CLIENT in seen["printed"]:
        return "no client here", None
    if escape == "connect":
        return f"{seen['bytes']} bytes", seen["bytes"] == 0
    if escape == "write":
        return ("changed " + ", ".join(seen["changed"]), False) if seen["changed"] else ("nothing changed", True)
    words = f"still ran after {seen['seconds']:.1f} s" if seen["ended_by_benchmark"] else f"gone after {seen['seconds']:.2f} s"
    return words, not seen["ended_by_benchmark"]


def walls_named(printed, escape):
    """What the result says stopped it: `why`, the refusals of the audit, the walls that stood."""
    result = json.loads(printed)
    words = {"read": "file_read", "connect": "net", "write": "file_write", "loop": "sandbox_run"}[escape]
    refused = [entry for entry in result["audit"] if not entry["granted"] and entry["capability"].startswith(words)]
    if escape == "loop":
        by = f"watch ({refused[0]['reason']})" if refused else "limits"
    else:
        by = f"gate ({len(refused)} refusals: {refused[0]['reason']})" if refused else "none said"
    return f"{by}; why {result['why']}; standing: {', '.join(result['walls'])}"


def native_rows():
    """The same by machine code in the interpreter's place: what tests/escape saw without walls, behind each alone, and behind all."""
    if not NATIVE.exists():
        measure.say_skipped("machine code in Synsema's child", f"no {NATIVE.name} beside the binary (make builds it)")
        return []
    rows = []
    for name in NATIVE_ATTACKS:
        done = subprocess.run([str(NATIVE), name], capture_output=True, text=True, timeout=60)
        rows += [json.loads(line) for line in done.stdout.splitlines()]
    return rows


def run(_peers):
    with contextlib.ExitStack() as stack:
        targets, skipped = escape_peers.find_targets(stack)
        rows = [observe(target, escape) for target in targets for escape in ESCAPES]
        versions = escape_peers.versions(targets)
    table = []
    for target in targets:
        own = {row["escape"]: row for row in rows if row["target"] == target.name}
        table.append([target.name, *(mark(own[escape]) + own[escape]["observed"] for escape in ESCAPES)])
    measure.print_table(["target", *ESCAPES.values()], table)
    print("  + contained, - not contained, ? not shown; settings:")
    for target in targets:
        print(f"    {target.name}: {target.settings}")
    print("  Synsema's walls, from the result of each run:")
    for row in rows:
        if row["wall"]:
            print(f"    {row['escape']}: {row['wall']}")
    native = native_rows()
    print("  The same by machine code in the child's place, as if the interpreter had been taken over:")
    for row in native:
        print(f"    {row['attack']}: " + "; ".join(f"{key}: {row[key]}" for key in ["bare", "landlock", "seccomp", "limits", "all"]))
    print("  " + ", ".join(f"{name} {version}" for name, version in versions.items()))
    print(f"  {len(targets)} targets, {len(skipped)} peers skipped")
    own = [row for row in rows if row["target"] == "Synsema, run_program"]
    escaped = [row["escape"] for row in own if not row["contained"]]
    print(f"  budget: Synsema contains all four: {'held' if not escaped else 'MISSED: ' + ', '.join(escaped)}")
    return {"rows": rows, "native": native, "settings": {target.name: target.settings for target in targets}, "peers": versions, "skipped": skipped,
            "budgets": [{"what": "escapes from Synsema", "value": len(escaped), "limit": 0, "held": not escaped}]}


def mark(row):
    return {True: "+ ", False: "- ", None: "? "}[row["contained"]]
