"""How exactly the limits of run_program hold: how far hostile programs of every family got past each before they ended.

The programs are those of tests/escape/hostile. The deadline is measured by the result's own `limits.wall`, from the call to the end of
the child, its memory given back to the kernel, which is most of what large ones are late. As root the measured processes run with SCHED_RR, so that what else the machine does is not
counted. LIMITS_RUNS=n runs each program n times against the short deadline. UPDATE=1 writes the table into docs/security.md.
"""
# SPDX-License-Identifier: Apache-2.0
import contextlib
import json
import os
import pathlib
import re
import sys
import tempfile
import threading
import time

import measure

sys.path.insert(0, str(measure.ROOT / "tests/escape/hostile"))
import families  # noqa: E402

MIB = 1 << 20
SHORT, LONG = 0.1, 0.9  # seconds
SHORT_RUNS, LONG_RUNS = int(os.environ.get("LIMITS_RUNS", "40")), 2
BUSY_SECONDS, PAUSE_SECONDS = 0.9, 0.25  # the kernel holds back who runs with SCHED_RR for more than 0.95 s of a second
MEMORY = 64 * MIB
MAX_OUTPUT = MIB
AMPLE_SECONDS = 20
LATE_MS = 5.0
OVER_MIB = 1.0
SMALL_MIB = 32  # below this, taking back memory is little of how late a run is
PAGE = measure.ROOT / "docs/security.md"
MARKS = re.compile(r"(<!-- limits[^\n]*-->\n).*?(<!-- /limits -->)", re.DOTALL)
HOST = """require sandbox_run
require file.read("./data/*")
let options be json_decode(args()[1])
each i in range(0, int(args()[2]))
    let run be run_program(args()[0], options)
    print(json_encode({"why": run.why, "limits": run.limits, "errors": run.errors}))
"""


def priority():
    """Words before a command that keep other programs' load out of what is measured."""
    return ["chrt", "--rr", "1"] if os.geteuid() == 0 else []


def run_many(folder, code, count, before=None, **options):
    """The results of `count` runs in one host, with these words (or those of `priority`) before its command."""
    options = {"ceiling": families.CEILING, "profile": "native", "timeout": AMPLE_SECONDS, **options}
    words = [*(priority() if before is None else before), measure.synsema(), "run", "--no-env-file", "host.syn", "--", code, json.dumps(options), str(count)]
    return [json.loads(line) for line in measure.run_once(words, folder, 300).output.splitlines()]


def parents():
    """Process → its parent."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    return found


def watch_peak(stop, peak):
    """Keeps in `peak` the largest resident set (MiB) of a process below this one, looking each millisecond."""
    known = {}
    while not stop.is_set():
        above = parents()
        for pid in above:
            chain = pid
            while chain in above and chain != os.getpid():
                chain = above[chain]
            with contextlib.suppress(OSError):  # one that was just forked is still this program
                if chain == os.getpid() and os.readlink(f"/proc/{pid}/exe") == os.path.realpath(measure.synsema()):
                    known[pid] = f"/proc/{pid}/status"
        for _ in range(20):
            for path in known.values():
                with contextlib.suppress(OSError):
                    found = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(path).read_text())
                    peak[0] = max(peak[0], int(found.group(1)) / 1024 if found else 0)
            time.sleep(0.001)


def run_watched(folder, code, **options):
    """The result of one run, and the largest resident set of its processes (MiB)."""
    stop, peak = threading.Event(), [0.0]
    watcher = threading.Thread(target=watch_peak, args=(stop, peak))
    watcher.start()
    try:
        return run_many(folder, code, 1, [], **options)[0], peak[0]  # at the watcher's own priority
    finally:
        stop.set()
        watcher.join()


def percentile(values, part):
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))]


def measure_deadline(folder, family, seconds, runs):
    """Of each run that the deadline ended: milliseconds past it, and the MiB that it held."""
    results = []
    batch = max(int(BUSY_SECONDS / seconds) - 1, 1)
    while len(results) < runs:
        time.sleep(PAUSE_SECONDS)
        results += run_many(folder, family.code, batch, timeout=seconds, max_output="512 MiB")
    return [{"ms": (result["limits"]["wall"] - seconds) * 1000, "mib": (result["limits"]["memory"] + result["limits"]["output"]) / MIB} for result in results if result["why"] == "timeout"]


def measure_memory(folder, family, idle):
    result, peak = run_watched(folder, family.code, memory=MEMORY)
    return {"why": result["why"], "over_mib": (result["limits"]["memory"] - MEMORY) / MIB, "process_mib": peak - idle}


def measure_steps(folder, family):
    """Twice, the second time in a new process and with other memory: where it stopped."""
    limits = {"max_steps": family.max_steps, "timeout": 10, "max_output": "1 GiB"}
    first = run_many(folder, family.code, 1, memory="512 MiB", **limits)
    second = run_many(folder, family.code, 1, memory="1 GiB", spawn="fresh", **limits)
    rows = [first[0], second[0]]
    return {"why": rows[0]["why"], "over": [row["limits"]["steps"] - family.max_steps for row in rows], "seconds": rows[0]["limits"]["wall"]}


def measure_output(folder):
    rows = {}
    for name, text in {"short lines": "line", "lines of 10,000": "x" * 10_000, "one of 4 MiB": None}.items():
        code = 'let s be "xxxx"\neach i in range(0, 20)\n    set s to s + s\nwhile true\n    print(s)\n'
        if text is not None:
            code = f'let s be "{text}"\nwhile true\n    print(s)\n'
        result = run_many(folder, code, 1, max_output=MAX_OUTPUT)[0]
        rows[name] = {"why": result["why"], "over": result["limits"]["output"] - MAX_OUTPUT}
    return rows


def measure_family(folder, family, idle):
    row = {"family": family.name}
    for key, seconds, runs in [("short", SHORT, SHORT_RUNS), ("long", LONG, LONG_RUNS)]:
        row[key] = measure_deadline(folder, family, seconds, runs)
    row["memory"] = measure_memory(folder, family, idle) if family.grows else None
    row["steps"] = measure_steps(folder, family)
    return row


def words_of(row):
    def late(values):
        times = [value["ms"] for value in values]
        return f"{measure.median(times):.1f} / {max(times):.1f}" if times else "-"
    memory, steps = row["memory"], row["steps"]
    stopped = ""
    if steps:
        same = "same" if steps["over"][0] == steps["over"][1] else "DIFFERS"
        stopped = f"{steps['over'][0]:,} {same}" if steps["why"] == "steps" else f"{steps['why']} after {steps['seconds']:.1f} s"
    return [row["family"], late(row["short"]), late(row["long"]),
            f"{memory['over_mib']:+.2f} ({memory['why']}), process {memory['process_mib']:.0f}" if memory else "", stopped]


def summarize(rows, output):
    """The lines of the page: limit, default, ended by, overshoot."""
    every = [value for row in rows for value in row["short"] + row["long"]]
    late = [value["ms"] for row in rows for value in row["short"]]
    long_late = [value["ms"] for row in rows for value in row["long"]]
    small = [value["ms"] for value in every if value["mib"] < SMALL_MIB]
    memory = [row["memory"]["over_mib"] for row in rows if row["memory"] and row["memory"]["why"] == "memory"]
    process = [row["memory"]["process_mib"] for row in rows if row["memory"] and row["memory"]["why"] == "memory"]
    counted = [row["steps"] for row in rows if row["steps"] and row["steps"]["why"] == "steps"]
    over = [steps["over"][0] for steps in counted]
    same = sum(steps["over"][0] == steps["over"][1] for steps in counted)
    return {
        "late_ms": {"runs": len(late), "median": measure.median(late), "p99.9": percentile(late, 0.999), "most": max(late)},
        "late_long_ms": {"runs": len(long_late), "median": measure.median(long_late), "most": max(long_late)},
        "late_small_ms": {"runs": len(small), "median": measure.median(small), "p99.9": percentile(small, 0.999), "most": max(small)},
        "memory_mib": {"programs": len(memory), "most": max(memory), "process": max(process)},
        "output_bytes": {"most": max(row["over"] for row in output.values())},
        "steps": {"programs": len(counted), "same": same, "median": measure.median(over), "most": max(over),
                  "most_by": max((row["steps"]["over"][0], row["family"]) for row in rows if row["steps"] and row["steps"]["why"] == "steps")[1]},
    }


def table(found):
    late, long_late, small, memory, steps = (found[key] for key in ["late_ms", "late_long_ms", "late_small_ms", "memory_mib", "steps"])
    return f"""| limit | default | ended by | overshoot |
|---|---|---|---|
| `timeout` (wall clock) | 30 s | the budget's look at the clock; the watch kills what does not look | deadline of {SHORT} s, {late['runs']} runs: median {late['median']:.1f} ms, 99.9th percentile {late['p99.9']:.1f} ms; of {LONG} s, {long_late['runs']} runs: median {long_late['median']:.1f} ms, most {long_late['most']:.1f} ms; of both, those that held less than {SMALL_MIB} MiB, output included ({small['runs']} runs): median {small['median']:.1f} ms, 99.9th percentile {small['p99.9']:.1f} ms. |
| `memory` | 256 MiB | the budget; rlimits stand behind it | at most {max(memory['most'], 0):.2f} MiB of what is counted ({memory['programs']} programs, limit {MEMORY // MIB} MiB); the largest process had {memory['process']:.0f} MiB more resident than one at rest |
| `max_output` | 8 MiB | the channel in the child; the watch behind it | {max(found['output_bytes']['most'], 0)} bytes |
| `max_steps` | none | the budget | the work of the builtin under way: median {steps['median']:,.0f}, most {steps['most']:,} steps ({steps['most_by']}); {steps['same']} of {steps['programs']} programs stopped twice at the same step, in a warm and in a fresh child |
"""


def update_page(found):
    text = PAGE.read_text()
    PAGE.write_text(MARKS.sub(lambda mark: mark.group(1) + "\n" + table(found) + "\n" + mark.group(2), text))


def run(_peers):
    with tempfile.TemporaryDirectory(prefix="limits-") as scratch:
        folder = pathlib.Path(scratch)
        families.make_data(folder, measure.synsema())
        (folder / "host.syn").write_text(HOST)
        idle = run_watched(folder, "let t be sum(range(0, 1000000))\nlet n be 0\nwhile n < 3000000\n    set n to n + 1\n")[1]
        rows = []
        for family in families.FAMILIES:
            try:
                rows.append(measure_family(folder, family, idle))
            except measure.Failure as failure:
                print(f"  FAULT {family.name}: {failure}", flush=True)
        output = measure_output(folder)
    found = summarize(rows, output)
    measure.print_table(["family", f"late of {SHORT} s (ms, median / most)", f"late of {LONG} s", f"memory past {MEMORY // MIB} MiB",
                         "steps past max_steps"], [words_of(row) for row in rows])
    measure.print_table(["output", "ended by", "bytes past 1 MiB"], [[name, row["why"], row["over"]] for name, row in output.items()])
    print("  " + table(found).replace("\n", "\n  "))
    if os.environ.get("UPDATE"):
        update_page(found)
    budgets = [{"what": "ms late at the 99.9th percentile", "value": found["late_ms"]["p99.9"], "limit": LATE_MS},
               {"what": "MiB past the memory limit", "value": found["memory_mib"]["most"], "limit": OVER_MIB}]
    for budget in budgets:
        budget["held"] = budget["value"] <= budget["limit"]
        print(f"  budget: {budget['what']}: {budget['value']:.2f} of at most {budget['limit']}: {'held' if budget['held'] else 'MISSED'}")
    return {"rows": rows, "output": output, "found": found, "scheduling": " ".join(priority()) or "as usual", "budgets": budgets}
