#!/usr/bin/env python3
"""Damaged programs end with an error or run; they never end the binary by a signal, and never hang.

Prefixes of conformance programs, by line and by every seventh byte, single-byte deletions, and token soup; all under
--sandbox, from standard input. Programs with `while` are left out, since damage can make them endless. $SYNSEMA names the
binary; a sanitized one is watched for its reports too. `--long` (make fuzz) cuts every program at every byte, deletes every
byte of fifty, and has no limit on time.
"""
# SPDX-License-Identifier: Apache-2.0
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import time
import zlib

import harness

LONG = "--long" in sys.argv[1:]
NUM_PROGRAMS = 10_000 if LONG else 200
NUM_DELETIONS = 50 if LONG else 30
NUM_SOUPS = 5000 if LONG else 300
PREFIX_STEP = 1 if LONG else 7
MAX_BYTES = 100_000 if LONG else 900
MAX_DELETION_BYTES = 1500 if LONG else 300
SECONDS_EACH = 60 if LONG else 10
SECONDS = 10**9 if LONG else 15  # what is left then is skipped
ENDLESS = re.compile(rb"\b(while|sleep)\b")
SANITIZER = re.compile(rb"Sanitizer|runtime error: ")


def pick(paths, count):
    """`count` of them, evenly spread."""
    return [paths[i * len(paths) // count] for i in range(min(count, len(paths)))]


def prefixes(program):
    ends = {end for end, byte in enumerate(program, 1) if byte == ord("\n")}
    return [program[:end] for end in sorted(ends | set(range(0, len(program), PREFIX_STEP)))]


def deletions(program):
    return [program[:at] + program[at + 1:] for at in range(len(program))]


def soups(programs, count):
    """Tokens of the programs in random order, with random line ends and indentation."""
    source = random.Random(1)
    tokens = sorted({token for _, program in programs for token in re.findall(rb"\w+|[^\w\s]+", program)})
    joints = [b" ", b" ", b" ", b"", b"\n", b"\n    "]
    return [b"".join(source.choice(tokens) + source.choice(joints) for _ in range(source.randint(2, 60))) for _ in range(count)]


def find_programs():
    found = []
    for path in sorted((harness.ROOT / "tests/conformance").glob("*/*.syn")):
        program = path.read_bytes()
        if len(program) <= MAX_BYTES and not ENDLESS.search(program):
            found.append((path.relative_to(harness.ROOT).as_posix(), program))
    return found


def find_damage(name, variant):
    """What is wrong with how it ended, or nothing."""
    try:
        done = subprocess.run([harness.BINARY, "run", "--sandbox", "-"], input=variant, capture_output=True,
                              timeout=SECONDS_EACH)
    except subprocess.TimeoutExpired:
        return f"{name}: still runs after {SECONDS_EACH} s: {variant!r}"
    if done.returncode in (0, 1, 2) and not SANITIZER.search(done.stderr):
        return None
    if 0 <= done.returncode < 256 and re.search(rb"\bexit\b", variant) and not SANITIZER.search(done.stderr):
        return None  # the program chose it
    return f"{name}: exit code {done.returncode}: {variant!r}\n{done.stderr.decode(errors='replace')[-2000:]}"


def main():
    programs = find_programs()
    cases = [(name, variant) for name, program in pick(programs, NUM_PROGRAMS) for variant in prefixes(program)]
    small = [each for each in programs if len(each[1]) <= MAX_DELETION_BYTES]
    cases += [(name, variant) for name, program in pick(small, NUM_DELETIONS) for variant in deletions(program)]
    cases += [("soup", soup) for soup in soups(programs, NUM_SOUPS) if not ENDLESS.search(soup)]
    end = time.monotonic() + SECONDS
    passed, failures, skipped = 0, [], 0

    def run(case):
        return "skipped" if time.monotonic() > end else find_damage(*case)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        # Spread, so that what runs out of time is a bit of everything.
        for result in pool.map(run, sorted(cases, key=lambda case: zlib.crc32(case[1]))):
            passed += result is None
            skipped += result == "skipped"
            if result not in (None, "skipped"):
                failures.append(result)
    for failure in failures[:10]:
        print(failure)
    print(f"{passed} passed, {len(failures)} failed, {skipped} skipped")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
