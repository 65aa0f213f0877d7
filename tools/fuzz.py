#!/usr/bin/env python3
"""Runs every fuzz driver of build/fuzz for some seconds, starting from fuzz/seeds/NAME and keeping finds in build/fuzz.

Not for building them: tools/build fuzz does that. Exit code 1 when a driver found something.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run_driver(driver, seconds):
    name = driver.name.removeprefix("fuzz_")
    corpus = ROOT / "build/fuzz/corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)
    seeds = ROOT / "fuzz/seeds" / name
    command = [str(driver), f"-max_total_time={seconds}", "-timeout=10", "-rss_limit_mb=4096", "-print_final_stats=1",
               f"-artifact_prefix={ROOT}/build/fuzz/found-{name}-", str(corpus)]
    print(f"== {name}", flush=True)
    return subprocess.run(command + ([str(seeds)] if seeds.is_dir() else [])).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("names", nargs="*", help="only these drivers")
    arguments = parser.parse_args()
    drivers = sorted(path for path in (ROOT / "build/fuzz/fuzz").glob("fuzz_*") if path.is_file())
    drivers = [driver for driver in drivers if not arguments.names or driver.name[5:] in arguments.names]
    if not drivers:
        print("there is no fuzz driver to run (fuzz/NAME.cpp)")
        return 0
    failed = [driver.name for driver in drivers if not run_driver(driver, arguments.seconds)]
    print(f"{len(drivers) - len(failed)} passed, {len(failed)} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
