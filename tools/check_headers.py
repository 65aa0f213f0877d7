#!/usr/bin/env python3
"""Checks that every header of src/ compiles alone. Not for style: tools/check_layers.py looks at that."""
# SPDX-License-Identifier: Apache-2.0
import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = ["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror",
           "-I", str(ROOT / "src"), "-isystem", "/usr/include/eigen3",
           "-isystem", os.environ.get("DUCKDB_ROOT", str(ROOT / "third_party/duckdb"))]


def check_header(path):
    text = f'#include "{path.relative_to(ROOT / "src").as_posix()}"\n'
    done = subprocess.run([*COMMAND, "-x", "c++", "-"], input=text, capture_output=True, text=True)
    return done.stderr if done.returncode != 0 else ""


def main():
    headers = sorted((ROOT / "src").rglob("*.h"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(check_header, headers) if fault]
    print("".join(faults), end="")
    print(f"headers: {len(headers)} checked, {len(faults)} do not compile alone")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
