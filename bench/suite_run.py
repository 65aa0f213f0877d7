"""What one run_program costs: calls in a loop against a plain start of the binary, an empty C++ program and Python.

The cost of a call is the difference of two runs with many and few calls by the difference of their numbers, so the
host's own start does not count. Wall-clock time, since waiting for the child is the point.
"""
# SPDX-License-Identifier: Apache-2.0
import tempfile

import measure

FEW, MANY, RUNS = 5, 105, 5
LIMIT = 2.0
HOSTS = {"run_program, ceiling stdout": "run_stdout", "run_program, ceiling with files": "run_files"}


def cost_of_call(name):
    path = str(measure.PROGRAMS / f"{name}.syn")
    walls = [measure.best_of([measure.synsema(), "run", path, "--", str(count)], RUNS, "wall").wall for count in (FEW, MANY)]
    return (walls[1] - walls[0]) / (MANY - FEW)


def cost_of_command(command):
    """Least time by start, over a loop in one process as the calls of run_program are."""
    return min(measure.run_once(command).wall for _ in range(60))


def run(_peers):
    seconds = {}
    for title, name in HOSTS.items():
        try:
            seconds[title] = cost_of_call(name)
        except measure.Failure as failure:
            print(f"  FAULT {title}: {failure}")
    seconds["synsema run hello.syn"] = cost_of_command([measure.synsema(), "run", str(measure.PROGRAMS / "hello.syn")])
    seconds["python3 -c pass"] = cost_of_command([measure.python(), "-c", "pass"])
    with tempfile.TemporaryDirectory() as folder:
        empty = measure.build_empty_cpp(folder)
        if empty:
            seconds["empty C++"] = cost_of_command([empty])
    own = seconds.get("run_program, ceiling with files")
    ratios = {name: own / value for name, value in seconds.items() if own and name not in HOSTS}
    measure.print_table(["what", "time", "run_program with files ÷ it"],
                        [[name, measure.milliseconds(value), measure.times(ratios.get(name))] for name, value in seconds.items()])
    return {"seconds": seconds, "ratios": ratios,
            "budgets": [measure.judge("run_program ÷ plain start", ratios.get("synsema run hello.syn"), LIMIT)]}
