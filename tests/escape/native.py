#!/usr/bin/env python3
"""Attacks by native code in the child's place, as if the interpreter had been taken over: each wall alone, and all.

The binary escape_native makes the attempts and says what it saw. Here it is judged: an attack must work in a bare child (what
this machine refuses by itself is skipped with the reason, and counted), must fail behind each wall that is said to stop it with
only that wall on, and must fail behind all. `--update` writes the table into docs/security.md; without it the table is checked.
"""
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = pathlib.Path(os.environ.get("SYNSEMA", ROOT / "build/release/synsema")).parent / "escape_native"
PAGE = ROOT / "docs/security.md"
MARKS = re.compile(r"(<!-- attacks[^\n]*-->\n).*?(<!-- /attacks -->)", re.DOTALL)
KERNEL_WALLS = ["landlock", "seccomp", "limits"]
TIMEOUT_SECONDS = 300


def worked(words):
    return words.startswith("worked")


def judge(row):
    """Faults, and the reason to skip; a row has neither, one, or both."""
    faults = [f"{row['attack']}: with {wall} alone: {row[wall]}"
              for wall in row["claimed"] if wall in KERNEL_WALLS and worked(row[wall])]
    if worked(row["all"]) or row["all"].startswith("setup"):
        faults.append(f"{row['attack']}: behind all walls: {row['all']}")
    if row["needs"] == "deadline":
        faults += [f"{row['attack']}: {key}: {row[key]}" for key in ["bare", *KERNEL_WALLS, "all"] if not row[key].startswith(("watch", "killed"))]
        return faults, None
    if not row["claimed"]:
        faults += [f"{row['attack']}: {key}: {row[key]}" for key in ["bare", *KERNEL_WALLS] if worked(row[key])]
        return faults, None
    if not worked(row["bare"]):
        return faults, f"the machine refuses it by itself ({row['bare'].removeprefix('stopped: ')})"
    return faults, None


def table(rows):
    """Which walls are meant to stop what; the same on every machine."""
    lines = ["| attack | what it tries | landlock | seccomp | limits | watch |", "|---|---|---|---|---|---|"]
    for row in rows:
        marks = ["●" if wall in row["claimed"] else "" for wall in [*KERNEL_WALLS, "watch"]]
        what = row["what"] if row["claimed"] else row["what"] + " (never open to a child)"
        lines.append(f"| {row['attack']} | {what} | " + " | ".join(marks) + " |")
    return "\n".join(lines) + "\n"


def check_page(rows, update):
    text = PAGE.read_text()
    wanted = MARKS.sub(lambda found: found.group(1) + "\n" + table(rows) + "\n" + found.group(2), text)
    if wanted == text:
        return []
    if update:
        PAGE.write_text(wanted)
        return []
    return ["docs/security.md: the table of attacks is old; run tests/escape/native.py --update"]


def main():
    done = subprocess.run([str(BINARY)], capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    faults = [] if done.returncode == 0 else [f"escape_native ended with {done.returncode}: {done.stderr[-500:]}"]
    failed = len(faults)
    skipped = 0
    for row in rows:
        found, reason = judge(row)
        faults += found
        failed += bool(found)
        if reason and not found:
            skipped += 1
            print(f"!!! SKIPPED {row['attack']}: {reason}")
    page_faults = check_page(rows, "--update" in sys.argv)
    faults += page_faults
    for fault in faults:
        print("FAIL", fault)
    shown = len(rows) - skipped
    if shown < 100:
        failed += 1
        print(f"FAIL only {shown} attacks were shown to work")
    print(f"{shown} attacks shown to work in a bare child and to fail behind their walls" if not faults else "")
    failed += len(page_faults)
    print(f"{len(rows) - failed - skipped + 2} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
