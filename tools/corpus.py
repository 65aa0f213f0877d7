#!/usr/bin/env python3
"""Runs the cases of tests/corpus/: small real-life traps, each with files, a question, a program and the right answer.

A case is a folder with `answer.syn`, the files that it reads and `expected.json`; tests/corpus/README.md says how answers are
compared. Where an error is expected, `message.txt` has the words that the message must hold, one a line, in any case of letters.
tests/corpus/siblings/*.txt hold further cases of the same kinds, several to a file: `### NAME` begins one, `== FILE` a file of it
(`== FILE escaped`: with \\r, \\x00 and the like, and no line end but those), `== expected.json` the answer, and `== message.txt`.
What fails must stand in tests/corpus/expected_failures.txt (a name, a tab, the reason), and what stands there must fail.
Each program runs in a folder of its own, under a ceiling that lets it read that folder and nothing else.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import concurrent.futures
import decimal
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CORPUS = ROOT / "tests/corpus"
CEILING = "stdout,file.read=./*"
TIMEOUT_SECONDS = 30
NOT_READ = {"question.md", "expected.json", "message.txt"}


def find_folders():
    return {path.parent.name: path.parent for path in sorted(CORPUS.glob("*/answer.syn"))}


def file_bytes(words, lines):
    text = "".join(lines)
    if words[2:] == ["escaped"]:
        return text.replace("\n", "").encode("latin-1").decode("unicode_escape").encode("latin-1")
    return text.encode()


def read_siblings(path):
    """The cases of one file: name → {file: bytes}."""
    cases, files, words, lines = {}, None, None, []

    def close():
        if words:
            files[words[1]] = file_bytes(words, lines)

    for line in path.read_text().splitlines(keepends=True):
        if line.startswith("### "):
            close()
            words, lines = None, []
            files = cases.setdefault(f"siblings/{path.stem}: {line[4:].strip()}", {})
        elif line.startswith("== "):
            close()
            words, lines = line.split(), []
        else:
            lines.append(line)
    close()
    return cases


def find_siblings():
    return {name: files for path in sorted((CORPUS / "siblings").glob("*.txt")) for name, files in read_siblings(path).items()}


def set_up(case, here):
    """Puts the files of a case into `here`; gives the expected answer and the words of the message."""
    if isinstance(case, pathlib.Path):
        shutil.copytree(case, here, ignore=lambda _folder, names: [n for n in names if n in NOT_READ])
        message = case / "message.txt"
        return json.loads((case / "expected.json").read_text()), message.read_text() if message.exists() else ""
    for name, content in case.items():
        if name not in NOT_READ:
            (here / name).parent.mkdir(parents=True, exist_ok=True)
            (here / name).write_bytes(content)
    return json.loads(case["expected.json"]), case.get("message.txt", b"").decode()


def same_number(expected, actual):
    if isinstance(actual, bool) or not isinstance(actual, (int, decimal.Decimal)):
        return False
    if isinstance(expected, int):
        return actual == expected
    return math.isclose(float(expected), float(actual), rel_tol=1e-9)


def differences(expected, actual, at="answer"):
    if isinstance(expected, dict) and set(expected) == {"exact"}:
        fits = isinstance(actual, (int, decimal.Decimal)) and decimal.Decimal(expected["exact"]) == actual
        return [] if fits else [f"{at}: expected exactly {expected['exact']}, got {actual!r}"]
    if isinstance(expected, dict) and isinstance(actual, dict) and set(expected) == set(actual):
        return [line for key in expected for line in differences(expected[key], actual[key], f"{at}.{key}")]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        return [line for i, item in enumerate(expected) for line in differences(item, actual[i], f"{at}[{i}]")]
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        return [] if same_number(expected, actual) else [f"{at}: expected {expected!r}, got {actual!r}"]
    same = type(expected) is type(actual) and expected == actual
    return [] if same else [f"{at}: expected {expected!r}, got {actual!r}"]


def compare(expected, message, done):
    printed = done.stdout.decode("utf-8", "replace")
    complaint = done.stderr.decode("utf-8", "replace")
    if isinstance(expected, dict) and set(expected) == {"error"}:
        if done.returncode not in (1, 2):
            return [f"expected an error ({expected['error']}), got exit code {done.returncode} and {printed.strip()}"]
        words = [line for line in message.splitlines() if line.strip()]
        absent = [word for word in words if word.lower() not in complaint.lower()]
        return [f"the message lacks {word!r}: {complaint.strip()}" for word in absent]
    if done.returncode != 0:
        return [f"exit code {done.returncode}: {complaint.strip()}"]
    try:
        actual = json.loads(printed, parse_float=decimal.Decimal)
    except ValueError:
        return [f"the output is not JSON: {printed.strip()[:200]}"]
    return differences(expected, actual)


def run_case(case, binary):
    with tempfile.TemporaryDirectory(prefix="synsema-corpus-") as scratch:
        here = pathlib.Path(scratch, "here")
        if not isinstance(case, pathlib.Path):
            here.mkdir()
        expected, message = set_up(case, here)
        try:
            done = subprocess.run([binary, "run", "--cap-set", CEILING, "answer.syn"], cwd=here, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            return [f"still running after {TIMEOUT_SECONDS} s"]
        return compare(expected, message, done)


def expected_failures():
    lines = (CORPUS / "expected_failures.txt").read_text().splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=str(ROOT / "build/release/synsema"))
    parser.add_argument("--filter", default="", help="a pattern in the name of the case")
    arguments = parser.parse_args()
    cases = {**find_folders(), **find_siblings()}
    chosen = {name: case for name, case in cases.items() if re.search(arguments.filter, name)}
    listed = expected_failures()
    failed = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = pool.map(lambda case: run_case(case, str(pathlib.Path(arguments.binary).resolve())), chosen.values())
        for name, problems in zip(chosen, results):
            if problems and name in listed:
                skipped += 1
                continue
            if name in listed:
                problems = ["passes, so it must not stand in tests/corpus/expected_failures.txt"]
            failed += 1 if problems else 0
            for problem in problems:
                print(f"{name}: {problem}")
    print(f"{len(chosen) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
