"""Measures processes for the benchmarks: CPU time of a command, peers, tables, ratios, result files.

CPU time (user and system, of the process and its children) is the measure where work is compared, since it barely
moves when other programs use the machine; wall-clock time where starting and waiting is the point.
"""
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import json
import os
import pathlib
import platform
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "bench/programs"
RESULTS = ROOT / "bench/results"
TIMEOUT_SECONDS = 60
REPEAT_SECONDS = 15


@dataclasses.dataclass
class Sample:
    cpu: float  # seconds
    wall: float
    output: bytes
    peak_kib: int = 0  # largest resident set


@dataclasses.dataclass
class Peer:
    """A language to compare with: how to run a program file of it."""
    name: str
    suffix: str
    command: list
    version: str


class Failure(Exception):
    """A program that failed or gave a wrong result: said in the table, the rest goes on."""


def say_skipped(what, reason):
    print(f"!!! SKIPPED {what}: {reason}", flush=True)


def run_once(command, folder=ROOT, timeout=TIMEOUT_SECONDS):
    """One run; raises Failure unless it exits with 0. The process is reaped here, so that its own CPU time is known; at the
    timeout it is killed with all that it started."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
        watch = threading.Timer(timeout, os.killpg, [process.pid, signal.SIGKILL])
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if wall >= timeout:
            raise Failure(f"still running after {timeout} s")
        if process.returncode != 0:
            last = err.read().decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
            raise Failure(f"exit {process.returncode}: {last[0][:160]}")
        return Sample(usage.ru_utime + usage.ru_stime, wall, out.read(), usage.ru_maxrss)


def best_of(command, times, key="cpu"):
    """The sample with the least time; all outputs must be alike. What takes long is not repeated for long."""
    samples = []
    while len(samples) < times and sum(sample.wall for sample in samples) < REPEAT_SECONDS:
        samples.append(run_once(command))
    if len({sample.output for sample in samples}) != 1:
        raise Failure("prints something else each time")
    return min(samples, key=lambda sample: getattr(sample, key))


def synsema():
    binary = os.path.abspath(os.environ.get("SYNSEMA", str(ROOT / "build/release/synsema")))
    if not os.access(binary, os.X_OK):
        sys.exit(f"bench: no binary {binary}: build it first (make)")
    return binary


def build_empty_cpp(folder):
    """A C++ program that does nothing, compiled as usual; None without a compiler, loudly."""
    compiler = shutil.which("g++")
    if not compiler:
        say_skipped("empty C++", "no g++")
        return None
    source, binary = pathlib.Path(folder, "empty.cpp"), pathlib.Path(folder, "empty")
    source.write_text("int main() {}\n")
    subprocess.run([compiler, "-O2", str(source), "-o", str(binary)], check=True)
    return str(binary)


def first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except OSError:
        return ""
    return (done.stdout + done.stderr).strip().partition("\n")[0]


def python():
    """The system's CPython, which starts faster than most; else the one that runs this, never a wrapper script."""
    system = "/usr/bin/python3"
    return system if os.access(system, os.X_OK) else sys.executable


def find_peers():
    """Synsema first, then what the machine has of Lua and CPython."""
    peers = [Peer("synsema", ".syn", [synsema(), "run"], first_line([synsema(), "version"]))]
    lua = shutil.which("lua5.4")
    if lua:
        peers.append(Peer("lua", ".lua", [lua], first_line([lua, "-v"])))
    else:
        say_skipped("lua5.4", "not installed")
    peers.append(Peer("cpython", ".py", [python(), "-S"], first_line([python(), "--version"])))
    return peers


def machine():
    model = next((line.partition(":")[2].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    return {"cpu": model or platform.processor(), "cores": os.cpu_count(), "kernel": platform.release(),
            "load": round(os.getloadavg()[0], 2)}


def write_result(name, result):
    RESULTS.mkdir(exist_ok=True)
    result = {"bench": name, "taken": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": machine(), **result}
    (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n")


def print_table(header, rows):
    """Left column left-aligned, the others right-aligned."""
    cells = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[index]) for row in cells) for index in range(len(header))]
    for number, row in enumerate(cells):
        print("  " + "  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]))
        if number == 0:
            print("  " + "  ".join("-" * width for width in widths))


def milliseconds(seconds):
    return "-" if seconds is None else f"{seconds * 1000:.2f} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"


def times(ratio):
    return "-" if ratio is None else f"{ratio:.2f} x"


def median(values):
    return statistics.median(values) if values else None


def judge(what, value, limit):
    """Prints whether a ratio is within its budget; gives the row for the result file."""
    held = value is not None and value <= limit
    print(f"  budget: {what}: {times(value)} of at most {limit} x: {'held' if held else 'MISSED'}")
    return {"what": what, "value": value, "limit": limit, "held": held}
