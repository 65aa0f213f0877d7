#!/usr/bin/env python3
"""Many runs, many at once, and processes killed at random, by tests/soak: what leaks, survives or goes wrong.

Short by default; `--long` is what the project promises: 100,000 runs of which every tenth is hostile, and 1,000 kills.
"""
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = pathlib.Path(os.environ.get("SYNSEMA", ROOT / "build/release/synsema")).parent / "soak"
SHORT = {"runs": 1500, "at-once": 200, "deaths": 60, "kills": 40}
LONG = {"runs": 100_000, "at-once": 200, "deaths": 1000, "kills": 1000}
TIMEOUT_SECONDS = 3600


def main():
    failed = 0
    counts = LONG if "--long" in sys.argv else SHORT
    for mode, count in counts.items():
        done = subprocess.run([str(BINARY), mode, str(count)], stdout=subprocess.PIPE, text=True, timeout=TIMEOUT_SECONDS)
        print(done.stdout, end="")
        if done.returncode != 0:
            failed += 1
            print(f"FAIL soak {mode} {count}: exit {done.returncode}")
    print(f"{len(counts) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
