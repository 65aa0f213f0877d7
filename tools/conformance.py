#!/usr/bin/env python3
"""Runs the cases of tests/conformance/ and compares output, error text and exit code byte for byte.

A case is NAME.syn with NAME.out; beside it may lie NAME.err (expected standard error; nothing without it), NAME.rc
(exit code; 0 without it), NAME.args (one line, put between `run` and the file), NAME.skip (the reason why it is not
run). What fails must stand in tests/conformance/expected_failures.txt, and what stands there must fail: a path, a tab,
the reason. Not for modes' contents: those are files in tests/modes/, one line of extra arguments each.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import collections
import concurrent.futures
import dataclasses
import difflib
import functools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "tests/conformance"
EXPECTED_FAILURES = CASES / "expected_failures.txt"
TIMEOUT_SECONDS = 10


@dataclasses.dataclass
class Outcome:
    name: str
    state: str  # passed, failed, skipped
    details: list[str]


def read_bytes(path, otherwise=b""):
    return path.read_bytes() if path.exists() else otherwise


def find_cases(filter_text):
    """Every .syn with a .out beside it, as paths relative to tests/conformance."""
    cases = [path for path in CASES.rglob("*.syn") if path.with_suffix(".out").exists()]
    names = sorted(path.relative_to(CASES).as_posix() for path in cases)
    return [name for name in names if filter_text in name]


def compare_text(what, expected, actual):
    if expected == actual:
        return []
    left = expected.decode("utf-8", "backslashreplace").splitlines()
    right = actual.decode("utf-8", "backslashreplace").splitlines()
    lines = list(difflib.unified_diff(left, right, f"expected {what}", f"actual {what}", lineterm="", n=1))
    return lines or [f"{what} differs in line ends or blanks only"]


def is_case_file(path):
    """Whether it belongs to a case (NAME.syn with NAME.out, and their siblings); the rest are fixtures."""
    return path.with_suffix(".syn").exists() and path.with_suffix(".out").exists()


@functools.cache
def find_fixtures(folder):
    """What the cases of a folder read: every file below it that belongs to no case."""
    paths = [path for path in folder.rglob("*") if path.is_file() and not is_case_file(path)]
    return [path.relative_to(folder) for path in paths if path.name != EXPECTED_FAILURES.name]


def copy_fixtures(folder, target):
    target.mkdir()
    for path in find_fixtures(folder):
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(folder / path, target / path)


def list_files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def find_left_behind(before, after):
    made = [f"left behind: {name}" for name in sorted(set(after) - set(before))]
    return made + [f"changed or removed: {name}" for name in sorted(before) if after.get(name) != before[name]]


def run_case(name, binary, extra):
    """Runs one case in a fresh copy of its folder's fixtures."""
    path = CASES / name
    skip = path.with_suffix(".skip")
    if skip.exists():
        return Outcome(name, "skipped", [skip.read_text().strip()])
    with tempfile.TemporaryDirectory(prefix="synsema-case-") as scratch:
        here, home = pathlib.Path(scratch, "here"), pathlib.Path(scratch, "home")
        home.mkdir()
        copy_fixtures(path.parent, here)
        shutil.copy(path, here / path.name)
        before = list_files(here)
        details = run_in(here, home, path, binary, extra) + find_left_behind(before, list_files(here))
    return Outcome(name, "failed" if details else "passed", details)


def run_in(here, home, path, binary, extra):
    arguments = path.with_suffix(".args")
    arguments = arguments.read_text().strip().split(" ") if arguments.exists() else []
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8",
                   "CASE_VAR": "plain"}
    command = [str(binary), "run", *extra, *arguments, path.name]
    try:
        done = subprocess.run(command, cwd=here, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return [f"still running after {TIMEOUT_SECONDS} s"]
    return compare_case(path, done)


def compare_case(path, done):
    expected_code = int(read_bytes(path.with_suffix(".rc"), b"0").strip() or 0)
    details = []
    if done.returncode != expected_code:
        what = f"killed by signal {-done.returncode}" if done.returncode < 0 else f"exit code {done.returncode}"
        details.append(f"{what}, expected {expected_code}")
    details += compare_text("output", read_bytes(path.with_suffix(".out")), done.stdout)
    details += compare_text("error text", read_bytes(path.with_suffix(".err")), done.stderr)
    return details


def run_all(names, binary, extra):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda name: run_case(name, binary, extra), names))


def read_expected_failures():
    rows = {}
    if EXPECTED_FAILURES.exists():
        for line in EXPECTED_FAILURES.read_text().splitlines():
            if line and not line.startswith("#"):
                name, _, reason = line.partition("\t")
                rows[name] = reason
    return rows


def write_expected_failures(outcomes, old):
    """Rewrites the rows of the cases that ran, keeping reasons and the rows of cases that did not run."""
    ran = {outcome.name for outcome in outcomes}
    rows = {name: reason for name, reason in old.items() if name not in ran and (CASES / name).exists()}
    for outcome in outcomes:
        if outcome.state == "failed":
            rows[outcome.name] = old.get(outcome.name, "not built yet")
    text = "# Cases that fail, each with the reason: path, tab, reason. Compared both ways by tools/conformance.py.\n"
    EXPECTED_FAILURES.write_text(text + "".join(f"{name}\t{rows[name]}\n" for name in sorted(rows)))


def print_rates(outcomes):
    counts = collections.defaultdict(collections.Counter)
    for outcome in outcomes:
        counts[outcome.name.rpartition("/")[0] or "."][outcome.state] += 1
    for folder in sorted(counts):
        row = counts[folder]
        ran = row["passed"] + row["failed"]
        rate = 100 * row["passed"] / ran if ran else 0
        print(f"{folder:28} {row['passed']:5} of {ran:5} pass ({rate:5.1f} %), {row['skipped']} skipped")


def judge(outcomes, expected, whole_run):
    """Names of what is not as listed: (unlisted failures, listed passes, listed names that are no case)."""
    states = {outcome.name: outcome.state for outcome in outcomes}
    unlisted = [name for name, state in states.items() if state == "failed" and name not in expected]
    fixed = [name for name, state in states.items() if state == "passed" and name in expected]
    unknown = [name for name in expected if states.get(name, "skipped") == "skipped"] if whole_run else []
    return unlisted, fixed, unknown


def read_mode(name):
    if not name:
        return []
    path = ROOT / "tests/modes" / name
    if not path.exists():
        sys.exit(f"conformance: no mode {name} in tests/modes")
    return path.read_text().split()


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=str(ROOT / "build/release/synsema"))
    parser.add_argument("--filter", default="", metavar="SUBSTR", help="only cases whose path contains it")
    parser.add_argument("--mode", default="", help="a file of tests/modes")
    parser.add_argument("--update", action="store_true", help="rewrite expected_failures.txt, keeping reasons")
    parser.add_argument("-v", "--verbose", action="store_true", help="show how failing cases differ")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not name unexpected failures")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    binary = shutil.which(os.path.abspath(arguments.binary))
    names = find_cases(arguments.filter)
    if binary is None:
        print(f"conformance: no binary {arguments.binary}: build it first")
        print(f"0 passed, {len(names)} failed, 0 skipped")
        return 1
    outcomes = run_all(names, binary, read_mode(arguments.mode))
    expected = read_expected_failures()
    if arguments.update:
        write_expected_failures(outcomes, expected)
        expected = read_expected_failures()
    return report(arguments, outcomes, expected)


def report(arguments, outcomes, expected):
    unlisted, fixed, unknown = judge(outcomes, expected, not arguments.filter)
    for outcome in outcomes:
        if outcome.state == "failed" and (arguments.verbose or outcome.name in unlisted and not arguments.quiet):
            listed = f" (listed: {expected[outcome.name]})" if outcome.name in expected else ""
            print(f"FAIL {outcome.name}{listed}")
            if arguments.verbose:
                print("".join(f"    {line}\n" for line in outcome.details[:20]), end="")
    print_rates(outcomes)
    for name in fixed:
        print(f"passes, but is listed in expected_failures.txt: {name}")
    for name in unknown:
        print(f"listed in expected_failures.txt, but is no case that runs: {name}")
    passed = sum(outcome.state == "passed" for outcome in outcomes)
    skipped = sum(outcome.state == "skipped" for outcome in outcomes)
    listed = sum(outcome.state == "failed" for outcome in outcomes) - len(unlisted)
    if listed:
        print(f"{listed} fail as listed in expected_failures.txt (counted as skipped)")
    failed = len(unlisted) + len(fixed) + len(unknown)
    print(f"{passed - len(fixed)} passed, {failed} failed, {skipped + listed} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
