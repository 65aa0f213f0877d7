#!/usr/bin/env python3
"""Runs the parts of the test suite one after the other and adds up what they count.

Parts: layers (tools/check_layers.py), unit (ctest), conformance (tools/conformance.py), cli (the scripts of tests/cli/),
corpus (tools/corpus.py), property (tests/property), escape (tests/escape: hostile programs), cases (each folder of cases/ that has a test.sh, or else its run.sh). The last line is the total; the exit code is 1 when anything failed.
Not for building: the Makefile does that before.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = ["layers", "unit", "conformance", "cli", "corpus", "property", "escape", "cases"]
COUNTS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.MULTILINE)


def run_layers(_build):
    done = subprocess.run([sys.executable, str(ROOT / "tools/check_layers.py")])
    return (1, 0, 0) if done.returncode == 0 else (0, 1, 0)


def count_results(path):
    suite = xml.etree.ElementTree.parse(path).getroot()
    total, failed = int(suite.get("tests", 0)), int(suite.get("failures", 0)) + int(suite.get("errors", 0))
    skipped = int(suite.get("disabled", 0)) + len(suite.findall(".//skipped"))
    return total - failed - skipped, failed, skipped


def run_unit(build):
    results = build / "unit/results"
    shutil.rmtree(results, ignore_errors=True)
    listed = subprocess.run(["ctest", "--test-dir", str(build), "-N", "-L", "unit"], capture_output=True, text=True)
    names = re.findall(r"Test +#\d+: (\S+)", listed.stdout)
    if not names:
        return 0, 0, 0
    command = ["ctest", "--test-dir", str(build), "-L", "unit", "--output-on-failure", "-j", str(os.cpu_count())]
    subprocess.run(command)
    passed = failed = skipped = 0
    for name in names:
        path = results / f"{name}.xml"
        counts = count_results(path) if path.exists() else (0, 1, 0)
        passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
    return passed, failed, skipped


def run_script(command, environment=None):
    """A script whose last line of counts is its result."""
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    print(done.stdout, end="")
    found = COUNTS.findall(done.stdout)
    passed, failed, skipped = map(int, found[-1]) if found else (0, 0, 0)
    if done.returncode != 0 and failed == 0:
        failed = 1
    return passed, failed, skipped


def run_conformance(build):
    return run_script([sys.executable, str(ROOT / "tools/conformance.py"), "--binary", str(build / "synsema")])


def run_folder(build, folder):
    total = (0, 0, 0)
    for script in sorted((ROOT / folder).glob("*.py")):
        if script.name == "harness.py":
            continue
        print(script.name, flush=True)
        counts = run_script([sys.executable, str(script)], dict(os.environ, SYNSEMA=str(build / "synsema")))
        total = tuple(a + b for a, b in zip(total, counts))
    return total


def run_cli(build):
    return run_folder(build, "tests/cli")


def run_escape(build):
    return run_folder(build, "tests/escape")


def run_corpus(build):
    return run_script([sys.executable, str(ROOT / "tools/corpus.py"), "--binary", str(build / "synsema")])


def run_property(build):
    total = (0, 0, 0)
    for script in sorted((ROOT / "tests/property").glob("*.py")):
        print(script.name, flush=True)
        counts = run_script([sys.executable, str(script), "--binary", str(build / "synsema")])
        total = tuple(a + b for a, b in zip(total, counts))
    return total


def run_cases(build):
    passed = failed = skipped = 0
    for folder in sorted((ROOT / "cases").glob("*/")):
        script = next((folder / name for name in ("test.sh", "run.sh") if (folder / name).exists()), None)
        if script is None:
            continue
        environment = dict(os.environ, SYNSEMA=str(build / "synsema"))
        done = subprocess.run(["bash", str(script)], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        for line in re.findall(r"^SKIPPED: .*", done.stdout, re.MULTILINE):
            print(f"{script.relative_to(ROOT)}: {line}")
            skipped += 1
        if done.returncode == 0:
            passed += 1
        else:
            failed += 1
            print(f"{script.relative_to(ROOT)} exited with {done.returncode}:")
            print("\n".join(done.stdout.splitlines()[-40:]))
    return passed, failed, skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--preset", default="release")
    parser.add_argument("--parts", default=",".join(PARTS))
    arguments = parser.parse_args()
    build = ROOT / "build" / arguments.preset
    runners = {"layers": run_layers, "unit": run_unit, "conformance": run_conformance, "cli": run_cli, "corpus": run_corpus, "property": run_property, "escape": run_escape,
               "cases": run_cases}
    rows = []
    for part in arguments.parts.split(","):
        print(f"== {part} ({arguments.preset})", flush=True)
        start = time.monotonic()
        rows.append((part, runners[part](build), time.monotonic() - start))
    print("== summary")
    for part, (passed, failed, skipped), seconds in rows:
        print(f"{part:12} {passed:5} passed {failed:4} failed {skipped:4} skipped  {seconds:6.1f} s")
    passed, failed, skipped = (sum(row[1][index] for row in rows) for index in range(3))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
