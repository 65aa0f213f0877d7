#!/usr/bin/env python3
"""Checks scripts: Python files compile, shell files parse, each starts with what it is for and has an SPDX line.

Not for C++ sources: tools/check_layers.py looks at those.
"""
# SPDX-License-Identifier: Apache-2.0
import ast
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["tools", "tests", "bench", "fuzz", "cases", "python", ".ci"]


def find_scripts():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "fixtures" not in path.parts:
                first = path.open("rb").readline()
                if path.suffix == ".py" or first.startswith(b"#!") and b"python" in first:
                    yield path, "python"
                elif path.suffix == ".sh" or first.startswith(b"#!") and b"sh" in first:
                    yield path, "shell"


def check_script(path, kind):
    text = path.read_text(encoding="utf-8")
    if "SPDX-License-Identifier: Apache-2.0" not in text[:1500]:
        yield 1, "no SPDX line near the top"
    if kind == "python":
        try:
            ast.parse(text)
        except SyntaxError as error:
            yield error.lineno, f"does not compile: {error.msg}"
    else:
        done = subprocess.run(["bash", "-n", str(path)], capture_output=True, text=True)
        if done.returncode != 0:
            yield 1, f"does not parse: {done.stderr.strip()}"


def main():
    faults = 0
    for path, kind in find_scripts():
        for line, message in check_script(path, kind):
            print(f"{path.relative_to(ROOT)}:{line}: {message}")
            faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
