#!/usr/bin/env python3
"""Runs every examples/NAME.syn from the root of the repository and compares it with NAME.out: run_examples.py [BINARY].

An example ends with exit code 0 and writes nothing to standard error. Not for language cases: tests/conformance.
"""
# SPDX-License-Identifier: Apache-2.0
import difflib
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run_example(binary, path):
    """What is wrong with it, as lines; nothing when it is as it must be."""
    command = [binary, "run", str(path.relative_to(ROOT))]
    try:
        done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
    except subprocess.TimeoutExpired:
        return ["still running after 30 s"]
    faults = [f"exit code {done.returncode}"] if done.returncode else []
    faults += [f"standard error: {line}" for line in done.stderr.decode(errors="replace").splitlines()]
    expected = path.with_suffix(".out").read_text(encoding="utf-8")
    actual = done.stdout.decode(errors="replace")
    if actual != expected:
        faults += difflib.unified_diff(expected.splitlines(), actual.splitlines(), "expected", "printed", lineterm="", n=1)
    return faults


def main():
    binary = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("SYNSEMA", ROOT / "build/release/synsema"))
    paths = sorted((ROOT / "examples").glob("*.syn"))
    failed = 0
    for path in paths:
        faults = run_example(binary, path)
        if faults:
            failed += 1
            print(f"FAIL {path.relative_to(ROOT)}")
            print("".join(f"    {line}\n" for line in faults), end="")
    print(f"examples: {len(paths) - failed} of {len(paths)} print what they must")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
