"""How long a plain program takes from nothing to its end: hello world against an empty C++ program and others.

hyperfine measures, without a shell. The C++ program is compiled here, g++ -O2 with its usual dynamic linking.
"""
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import shutil
import subprocess
import tempfile

import measure

LIMIT = 2.0


def make_commands(folder):
    """Name → command; what is missing is said and left out."""
    commands = {"synsema": [measure.synsema(), "run", str(measure.PROGRAMS / "hello.syn")]}
    empty = measure.build_empty_cpp(folder)
    if empty:
        commands["empty C++"] = [empty]
    commands["/bin/true"] = ["/bin/true"]
    commands["python3 -c pass"] = [measure.python(), "-c", "pass"]
    lua = shutil.which("lua5.4")
    if lua:
        commands["lua5.4"] = [lua, str(measure.PROGRAMS / "hello.lua")]
    return commands


def time_commands(commands, folder):
    """Name → {mean, median, min} in seconds."""
    report = folder / "report.json"
    words = ["hyperfine", "-N", "--warmup", "20", "--runs", "300", "--style", "none", "--export-json", str(report)]
    for name, command in commands.items():
        words += ["--command-name", name, " ".join(command)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return {row["command"]: {key: row[key] for key in ("mean", "median", "min")} for row in
            json.loads(report.read_text())["results"]}


def run(_peers):
    if not shutil.which("hyperfine"):
        measure.say_skipped("start", "hyperfine is not installed (tools/bootstrap)")
        return {"skipped": "no hyperfine"}
    with tempfile.TemporaryDirectory() as folder:
        seconds = time_commands(make_commands(folder), pathlib.Path(folder))
    own = seconds["synsema"]
    ratios = {name: own["median"] / row["median"] for name, row in seconds.items() if name != "synsema"}
    measure.print_table(["command", "median", "least", "synsema ÷ it"],
                        [[name, measure.milliseconds(row["median"]), measure.milliseconds(row["min"]),
                          measure.times(ratios.get(name))] for name, row in seconds.items()])
    budgets = [measure.judge("start ÷ empty C++", ratios["empty C++"], LIMIT)] if "empty C++" in ratios else []
    return {"seconds": seconds, "ratios": ratios, "budgets": budgets}
