#!/usr/bin/env python3
"""Checks src/ against tools/layers.txt and the rules of style that a script can see.

Rules: a module includes only itself and the modules of its row; system headers stay where they belong; files are not
longer than they may be (exceptions with reasons: tools/size_exceptions.txt); each file opens with a comment that says
what it is for and an SPDX line; headers start with #pragma once. Prints file:line: rule, one a line; exit code 1 if any.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import itertools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
SPDX = "// SPDX-License-Identifier: Apache-2.0"
MAX_LINES = {".cpp": 500, ".h": 250}

# Headers by pattern, and the folders and files of src/ that may include them.
SYSTEM_FOLDERS = ["host/posix", "sandbox", "cli"]
HEADER_RULES = [
    (re.compile(r"^(.*/)?duckdb\.h(pp)?$"), ["duck"], "DuckDB"),
    (re.compile(r"^dlfcn\.h$"), SYSTEM_FOLDERS + ["duck", "http", "llm"], "dynamic loading"),
    (re.compile(r"^sys/mman\.h$"), SYSTEM_FOLDERS + ["base/large_memory.cpp"], "memory"),
    (re.compile(r"^seccomp\.h$|^linux/"), ["sandbox", "host/posix"], "kernel"),
    (re.compile(r"^(sys|net|netinet|arpa|asm|bits)/|^(unistd|fcntl|poll|signal|spawn|dirent|pthread|sched|netdb|pwd|grp"
                r"|termios|syscall|mntent|ftw|glob|fnmatch|ifaddrs|utime|ucontext|semaphore|syslog)\.h$"),
     SYSTEM_FOLDERS, "system"),
]


def read_layers(path):
    layers = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        module, _, names = line.partition(":")
        for name in names.split():
            if name not in layers:
                sys.exit(f"{path.relative_to(ROOT)}:{number}: {module} names {name}, which is not above it")
        layers[module] = set(names.split())
    return layers


def read_exceptions(path):
    """Rows 'path  lines  reason': the file may have that many lines."""
    rows = {}
    if not path.exists():
        return rows
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split(None, 2)
        if len(parts) < 3 or not parts[1].isdigit():
            sys.exit(f"{path.relative_to(ROOT)}:{number}: expected 'path lines reason'")
        rows[parts[0]] = (number, int(parts[1]))
    return rows


def check_includes(relative, lines, layers):
    module = relative.parts[0]
    allowed = layers.get(module)
    folder = relative.parent.as_posix() + "/"
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        name = match.group(1) or match.group(2)
        ruled = False
        for pattern, folders, what in HEADER_RULES:
            if pattern.search(name):
                ruled = True
                if not any(folder.startswith(place + "/") or relative.as_posix() == place for place in folders):
                    yield number, f"{what} header <{name}> belongs in {', '.join(folders)}"
                break
        target = name.split("/")[0]
        if match.group(1) and "/" not in name and not ruled:
            yield number, f'"{name}": write includes from src/, with the module'
        elif "/" in name and target in layers and (match.group(1) or (ROOT / "src" / name).exists()):
            if target != module and target not in allowed:
                yield number, f"{module} may not include {target} (tools/layers.txt)"


def check_shape(relative, lines, exceptions):
    if not lines or not lines[0].startswith("//"):
        yield 1, "the first line is a comment that says what the file is for"
    elif lines[0].strip() == SPDX:
        yield 1, "the first line says what the file is for; the SPDX line comes after it"
    opening = itertools.takewhile(lambda line: line.startswith("//"), lines)
    if SPDX not in [line.strip() for line in opening]:
        yield 1, f'no line "{SPDX}" in the opening comment'
    if relative.suffix == ".h" and not any(line.strip() == "#pragma once" for line in lines):
        yield 1, "a header starts with #pragma once"
    limit = MAX_LINES.get(relative.suffix)
    if limit:
        limit = max(limit, exceptions.get("src/" + relative.as_posix(), (0, 0))[1])
        if len(lines) > limit:
            yield limit + 1, f"{len(lines)} lines, at most {limit} (or a row with a reason in tools/size_exceptions.txt)"


def check_file(path, layers, exceptions):
    relative = path.relative_to(ROOT / "src")
    lines = path.read_text(encoding="utf-8").splitlines()
    if relative.parts[0] not in layers:
        yield 1, f"module {relative.parts[0]} has no row in tools/layers.txt"
        return
    yield from check_shape(relative, lines, exceptions)
    yield from check_includes(relative, lines, layers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", help="only these modules")
    arguments = parser.parse_args()
    layers = read_layers(ROOT / "tools/layers.txt")
    exceptions = read_exceptions(ROOT / "tools/size_exceptions.txt")
    faults, files = 0, 0
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix not in (".h", ".cpp", ".def", ".inc"):
            continue
        if arguments.modules and path.relative_to(ROOT / "src").parts[0] not in arguments.modules:
            continue
        files += 1
        for number, message in check_file(path, layers, exceptions):
            print(f"{path.relative_to(ROOT)}:{number}: {message}")
            faults += 1
    for name, (number, _) in exceptions.items():
        if not (ROOT / name).exists():
            print(f"tools/size_exceptions.txt:{number}: {name} does not exist")
            faults += 1
    print(f"layers: {files} files, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
