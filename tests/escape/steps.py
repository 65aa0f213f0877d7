#!/usr/bin/env python3
"""max_steps stops the same program on the same data at the same step, whatever the machine does; and what a nested run takes is
its caller's: steps, time, output and memory.

The programs are the families of hostile/families.py: every long builtin.
"""
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "hostile"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import families  # noqa: E402
import harness  # noqa: E402

MAX_STEPS = 1_000_000
HOST = """require sandbox_run
require file.read("./data/*")
each options in json_decode(args()[1])
    let run be run_program(args()[0], options)
    print(json_encode({"why": run.why, "limits": run.limits, "errors": run.errors, "output": run.output, "walls": run.walls}))
"""
NESTED = "require sandbox_run\n"
LOOP = '"while true\\n    let x be 1\\n"'
ALL_WALLS = ["gate", "paths", "landlock", "seccomp", "limits", "watch"]


def setUpModule():
    global SCRATCH, FOLDER
    SCRATCH = tempfile.TemporaryDirectory(prefix="synsema-steps-")
    FOLDER = pathlib.Path(SCRATCH.name)
    families.make_data(FOLDER, harness.BINARY)
    (FOLDER / "host.syn").write_text(HOST)


def tearDownModule():
    SCRATCH.cleanup()


def run_all(code, *options, seconds=90):
    """One result for each options map, all from one host."""
    full = [{"ceiling": families.CEILING, "profile": "native", "timeout": 20, **each} for each in options]
    words = [harness.BINARY, "run", "--no-env-file", "host.syn", "--", code, json.dumps(full)]
    done = subprocess.run(words, cwd=FOLDER, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    if done.returncode != 0:
        raise AssertionError(done.stderr[-2000:])
    return [json.loads(line) for line in done.stdout.splitlines()]


class SameStep(unittest.TestCase):
    """Added below: a test a family."""

    def stops_at_the_same_step(self, family):
        own = {"max_steps": family.max_steps, "max_output": "1 GiB"}
        spinners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
        try:
            loaded = run_all(family.code, {**own, "memory": "1 GiB"})
        finally:
            for spinner in spinners:
                spinner.kill()
                spinner.wait()
        results = loaded + run_all(family.code, {**own, "memory": "1 GiB"}, {**own, "memory": "1 GiB", "spawn": "fresh"},
                                   {**own, "memory": "1500 MiB"})
        for result in results:
            self.assertEqual(result["why"], "steps", result["errors"])
            self.assertEqual(result["walls"], ALL_WALLS)
        self.assertEqual(len({result["limits"]["steps"] for result in results}), 1, [result["limits"] for result in results])
        self.assertGreaterEqual(results[0]["limits"]["steps"], own["max_steps"])


def add_family_tests():
    for family in families.FAMILIES:
        name = "test_" + "".join(letter if letter.isalnum() else "_" for letter in family.name)
        setattr(SameStep, name, lambda self, family=family: self.stops_at_the_same_step(family))


class CountedAhead(unittest.TestCase):
    """What cannot be stopped is counted before it begins, in proportion to the time that it takes, and not begun where it does not fit."""

    def test_decompositions(self):
        for name, most in [("det", 10_000_000), ("eig", 30_000_000), ("svd", 50_000_000)]:
            with self.subTest(name):
                code = f"let a be identity(200) + ones([200, 200])\nlet x be {name}(a)\nprint(1)\n"
                enough, little = run_all(code, {"max_steps": 100 * most}, {"max_steps": most // 10})
                self.assertEqual(enough["output"], ["1"], enough["errors"])
                self.assertGreater(enough["limits"]["steps"], most // 10)
                self.assertLess(enough["limits"]["steps"], 10 * most)
                self.assertEqual(little["why"], "steps", little["errors"])
                self.assertEqual(little["limits"]["steps"], most // 10 + 1)


class Nested(unittest.TestCase):
    """Limits of a caller hold for all that it starts together."""

    def nested(self, code, **options):
        return run_all(NESTED + code, {"ceiling": "stdout,sandbox_run", **options})[0]

    def test_steps_of_one_child_are_the_callers(self):
        result = self.nested(f'let r be run_program({LOOP}, {{"max_steps": 1000000000000}})\nprint(r.why)\nprint(r.limits.steps)\n'
                             "while true\n    let x be 1\n", max_steps=MAX_STEPS)
        self.assertEqual(result["why"], "steps", result)
        self.assertLess(result["limits"]["steps"], MAX_STEPS * 1.01)

    def test_steps_of_many_children_add_up(self):
        code = 'let n be 0\nwhile n < 1000\n    let r be run_program("let s be sum(range(0, 20000))", {"ceiling": "stdout"})\n' \
               "    set n to n + 1\n    print(n)\n"
        result = self.nested(code, max_steps=MAX_STEPS)
        self.assertEqual(result["why"], "steps", result)
        self.assertLess(result["limits"]["steps"], MAX_STEPS * 1.1)
        self.assertLess(len(result["output"]), 60)
        self.assertEqual(result["output"], self.nested(code, max_steps=MAX_STEPS)["output"])

    def test_steps_of_children_that_are_killed_are_not_lost(self):
        code = f'let n be 0\nwhile n < 50\n    let r be run_program({LOOP}, {{"timeout": 0.02, "max_steps": 1000000000000}})\n' \
               "    set n to n + 1\n    print(r.why)\n"
        result = self.nested(code, max_steps=20 * MAX_STEPS, timeout=20)
        self.assertEqual(result["why"], "steps", result)

    def test_time_is_the_callers(self):
        started = time.monotonic()
        result = self.nested(f'while true\n    let r be run_program({LOOP}, {{"timeout": 60}})\n', timeout=1)
        self.assertEqual(result["why"], "timeout", result)
        self.assertLess(time.monotonic() - started, 3)

    def test_output_is_within_the_callers(self):
        code = 'let r be run_program("while true\\n    print(\\"line\\")\\n", {"max_output": "1 GiB", "timeout": 10})\n' \
               'print(r.why)\nprint(r.limits.output)\n'
        result = self.nested(code, max_output="1 MiB")
        self.assertEqual(result["output"][0], "output", result)
        self.assertLessEqual(int(result["output"][1]), 1 << 20)

    def test_output_of_many_children_is_the_callers_memory(self):
        code = 'let kept be []\nwhile true\n    let r be run_program("while true\\n    print(\\"line\\")\\n", {"max_output": "1 MiB"})\n' \
               "    set kept to append(kept, r.output)\n"
        result = self.nested(code, memory="64 MiB", timeout=20)
        self.assertEqual(result["why"], "memory", result["errors"])

    def test_what_a_child_prints_is_not_its_callers_to_print_without_limit(self):
        code = 'while true\n    let r be run_program("while true\\n    print(\\"line\\")\\n", {"max_output": "256 KiB"})\n' \
               '    print(join(r.output, " "))\n'
        result = self.nested(code, max_output="1 MiB", timeout=20)
        self.assertEqual(result["why"], "output", result["errors"])
        self.assertLessEqual(result["limits"]["output"], 1 << 20)

    def test_memory_is_within_the_callers(self):
        code = 'let r be run_program("let s be [1]\\nwhile true\\n    set s to s + s\\n", {"memory": "4 GiB", "timeout": 10})\n' \
               'print(r.why)\nprint(r.limits.memory)\n'
        result = self.nested(code, memory="32 MiB")
        self.assertEqual(result["output"][0], "memory", result)
        self.assertLess(int(result["output"][1]), 34 << 20)


if __name__ == "__main__":
    add_family_tests()
    harness.main()
