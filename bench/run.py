#!/usr/bin/env python3
"""Runs benchmarks: bench/run.py [NAME…|all] (also B=NAME). Prints tables of ratios against named peers, measured in the
same run, and writes bench/results/NAME.json. With --check the exit code is 1 when a budget is missed.

Each benchmark is a file suite_NAME.py with run(peers) → result map. Peers that are missing are named and skipped.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import importlib
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True
import measure  # noqa: E402


def list_names():
    return sorted(path.stem.removeprefix("suite_") for path in pathlib.Path(__file__).parent.glob("suite_*.py"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help=f"of: {', '.join(list_names())}")
    parser.add_argument("--check", action="store_true", help="exit code 1 when a budget is missed")
    parser.add_argument("--rows", help="sizes for the data benchmark, such as 10k,1m,10m (also ROWS=…)")
    arguments = parser.parse_args()
    if arguments.rows:
        os.environ["ROWS"] = arguments.rows
    names = [name.removeprefix("B=") for name in arguments.names if name.removeprefix("B=")]
    if not names or "all" in names:
        names = list_names()
    unknown = [name for name in names if name not in list_names()]
    if unknown:
        sys.exit(f"bench: no benchmark {', '.join(unknown)}; there are: {', '.join(list_names())}")
    peers = measure.find_peers()
    held = True
    for name in names:
        suite = importlib.import_module(f"suite_{name}")
        print(f"\n== {name}: {suite.__doc__.splitlines()[0]}", flush=True)
        result = suite.run(peers)
        result["versions"] = {peer.name: peer.version for peer in peers}
        measure.write_result(name, result)
        held = held and all(row["held"] for row in result.get("budgets", []))
    return 1 if arguments.check and not held else 0


if __name__ == "__main__":
    sys.exit(main())
