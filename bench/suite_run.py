"""What one run_program costs: an armed child, a forked one, a new process, the first of a host; and many at once.

The times of runs are the host's own, from asking to having the result. `over` is what of that is not the program's own work, which
here is to print one number: the budgets are for that. Peers do as little: a bare fork that ends at once, bubblewrap and Docker around `true`,
Python, a plain start.
"""
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import shutil
import subprocess
import tempfile

import measure

RUNS = 300
PEER_RUNS = 40
BUDGETS_MS = {"armed": 0.1, "warm": 0.6, "fresh": 3.0, "first": 6.0}
FORK = """
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <vector>
int main() {
  std::vector<double> taken;
  for (int i = 0; i < 300; ++i) {
    timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    pid_t pid = fork();
    if (pid == 0) _exit(0);
    waitpid(pid, nullptr, 0);
    clock_gettime(CLOCK_MONOTONIC, &b);
    taken.push_back((b.tv_sec - a.tv_sec) * 1e3 + (b.tv_nsec - a.tv_nsec) * 1e-6);
  }
  std::sort(taken.begin(), taken.end());
  std::printf("%f %f\\n", taken[0], taken[150]);
}
"""


def kinds_of_runs():
    """Milliseconds by kind: (first, least, median, median over the program's own work)."""
    done = measure.run_once([measure.synsema(), "run", str(measure.PROGRAMS / "run_kinds.syn"), "--", str(RUNS)])
    rows = [line.split() for line in done.output.decode().splitlines()]
    return {row[0]: tuple(float(number) for number in row[1:]) for row in rows}


def bare_fork(folder):
    """Milliseconds (least, median), of a process that is as small as can be."""
    source, binary = pathlib.Path(folder, "fork.cpp"), pathlib.Path(folder, "fork")
    source.write_text(FORK)
    if not shutil.which("g++"):
        measure.say_skipped("bare fork", "no g++")
        return None
    subprocess.run(["g++", "-O2", str(source), "-o", str(binary)], check=True)
    least, median = subprocess.run([str(binary)], capture_output=True, text=True, check=True).stdout.split()
    return float(least), float(median)


def command(words):
    """Milliseconds (least, median) of a command that does nothing."""
    taken = sorted(measure.run_once(words).wall * 1000 for _ in range(PEER_RUNS))
    return taken[0], taken[len(taken) // 2]


def docker():
    if not shutil.which("docker"):
        return None, "no docker command"
    alive = subprocess.run(["docker", "info"], capture_output=True, text=True)
    if alive.returncode != 0:
        return None, "no Docker engine runs"
    images = subprocess.run(["docker", "images", "-q"], capture_output=True, text=True).stdout.split()
    return (["docker", "run", "--rm", "--network=none", images[0], "true"], "") if images else (None, "the engine has no image")


def peers(folder):
    """Milliseconds (least, median) by name; what the machine lacks is skipped loudly."""
    found = {"a bare fork": bare_fork(folder), "synsema run hello.syn": command([measure.synsema(), "run", str(measure.PROGRAMS / "hello.syn")]),
             "python3 -c pass": command([measure.python(), "-c", "pass"])}
    if shutil.which("bwrap"):
        found["bwrap --unshare-all true"] = command(["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"])
    else:
        measure.say_skipped("bubblewrap", "not installed")
    words, reason = docker()
    if words:
        found["docker run true"] = command(words)
    else:
        measure.say_skipped("docker run", reason)
    return {name: times for name, times in found.items() if times}


def at_once():
    soak = pathlib.Path(measure.synsema()).parent / "soak"
    if not os.access(soak, os.X_OK):
        measure.say_skipped("200 runs at once", "tests/soak is not built")
        return
    print(subprocess.run([str(soak), "at-once", "200"], capture_output=True, text=True).stdout.strip())


def run(_peers):
    with tempfile.TemporaryDirectory() as folder:
        others = peers(folder)
        kinds = kinds_of_runs()
    first = kinds["armed"][0]
    fork = others.get("a bare fork", (None, None))
    rows = [[f"run_program, {kind}", f"{least:.2f} ms", f"{median:.2f} ms", f"{over:.2f} ms", measure.times(median / fork[1] if fork[1] else None)]
            for kind, (_, least, median, over) in kinds.items()]
    rows.append(["run_program, first of a host", f"{first:.2f} ms", "-", "-", "-"])
    rows += [[name, f"{least:.2f} ms", f"{median:.2f} ms", "-", measure.times(median / fork[1] if fork[1] else None)]
             for name, (least, median) in others.items()]
    measure.print_table(["what", "least", "median", "over", "÷ a bare fork"], rows)
    warm = kinds["warm"][2]
    ratios = {name: warm / times[1] for name, times in others.items()}
    for name, ratio in ratios.items():
        print(f"  warm ÷ {name}: {measure.times(ratio)}")
    at_once()
    judged = [measure.judge(f"{kind}, median over the program's own work in ms", kinds[kind][3], BUDGETS_MS[kind])
              for kind in ["armed", "warm", "fresh"]]
    judged.append(measure.judge("first run of a host, in ms", first, BUDGETS_MS["first"]))
    judged.append(measure.judge("warm ÷ a bare fork", ratios.get("a bare fork"), 3.0))
    return {"milliseconds": {**{kind: kinds[kind] for kind in kinds}, **others}, "ratios": ratios, "budgets": judged}
