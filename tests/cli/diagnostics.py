#!/usr/bin/env python3
"""Errors as fields: the same in `check --json`, `run --format json` and the result of run_program."""
# SPDX-License-Identifier: Apache-2.0
import json

import harness

CHAIN = """task inner(x)
    give x / 0
task outer(x)
    give inner(x) + 1
print(outer(2))
"""
HOST = """require file.read "./*"
require sandbox_run
let result be run_program(read_file("./child.syn"), {"filename": "child.syn"})
print(json_encode(result.diagnostics))
"""
KEYS = ["file", "line", "column", "end_line", "end_column", "code", "message", "hint"]


class Diagnostics(harness.CommandTest):
    def of_run(self, source):
        self.write("a.syn", source)
        report = json.loads(self.run_command("run", "--format", "json", "a.syn").stdout)
        self.assertTrue(report["errors"])
        return report["diagnostics"]

    def of_child(self, source):
        self.write("child.syn", source)
        self.write("host.syn", HOST)
        done = self.run_command("run", "host.syn")
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout)

    def both(self, source):
        """What run and run_program say of a program, which is the same but for the name of the file."""
        run, child = self.of_run(source), self.of_child(source)
        renamed = json.loads(json.dumps(child).replace("child.syn", "a.syn"))
        self.assertEqual(run, renamed)
        return run

    def test_the_call_chain(self):
        (error,) = self.both(CHAIN)
        self.assertEqual(list(error)[:8], KEYS)
        self.assertEqual((error["line"], error["column"], error["message"]), (2, 12, "Division by zero"))
        self.assertEqual([(each["task"], each["line"]) for each in error["trace"]], [("outer", 4), ("program", 5)])
        self.assertEqual(error["trace"][0]["file"], "a.syn")

    def test_no_key_where_nothing_failed(self):
        self.write("a.syn", "print(1)\n")
        report = json.loads(self.run_command("run", "--format", "json", "a.syn").stdout)
        self.assertEqual(list(report), ["ok", "output", "errors", "audit", "exit", "llm_tokens", "steps"])

    def test_syntax_errors_with_fixes_as_check_tells_them(self):
        source = "x = 1\nprint(len([1]))\ny += 1\n"
        errors = self.both(source)
        self.assertEqual(len(errors), 2)
        self.assertEqual(errors[0]["fix"]["text"], "let x be 1")
        checked = json.loads(self.run_command("check", "--json", "a.syn").stdout)["errors"]
        self.assertEqual(errors, checked)

    def test_undefined_names_have_their_fix_at_run_time(self):
        (error,) = self.both("let xs be [1]\nprint(len(xs))\n")
        self.assertEqual(error["fix"], {"line": 2, "column": 7, "end_line": 2, "end_column": 10, "text": "length"})

    def test_rows_of_lambdas(self):
        rows = 'let rows be [{"a": 1}, {"a": 2}, {"a": nothing}]\n'
        for call in ("apply(rows, (r) => r.a * 2)", "where(rows, (r) => r.a > 1)", "sort_by(rows, (r) => 0 - r.a)",
                     'derive(rows, {"b": (r) => r.a * 2})', "group_by(rows, (r) => r.a + 1)", "find_first(rows, (r) => r.a > 5)",
                     "count_where(rows, (r) => r.a > 0)", "every(rows, (r) => r.a > 0)", "reduce(rows, (s, r) => s + r.a, 0)",
                     "parallel_map((r) => r.a * 2, rows)", "transform(rows, (r) => r.a * 2)"):
            with self.subTest(call=call):
                (error,) = self.both(f"{rows}print({call})\n")
                self.assertEqual((error["row"], error["value"]), (3, "{a: nothing}"))

    def test_rows_of_columns(self):
        for call in ("apply(t, (r) => int(r.q) * 2)", "where(t, (r) => r.n * r.q > 1)", 'derive(t, {"b": (r) => r.n + number(r.q)})'):
            with self.subTest(call=call):
                (error,) = self.both(f'let t be csv_parse("q,n\\n5,1\\nx,2\\n", {{"types": {{"n": "int"}}}})\nprint({call})\n')
                self.assertIn(error["row"], (1, 2))
                self.assertIn("q: ", error["value"])

    def test_rows_of_readers(self):
        (error,) = self.both('print(csv_parse("a,b\\n1,2\\n3,x\\n", {"types": {"b": "int"}}))\n')
        self.assertEqual((error["row"], error["value"]), (3, "x"))
        (error,) = self.both('print(csv_parse("a,b\\n1,2\\n3\\n"))\n')
        self.assertEqual(error["row"], 3)
        (error,) = self.both('print(jsonl_decode("{}\\n{\\n"))\n')
        self.assertEqual(error["row"], 2)

    def test_items_that_are_no_numbers(self):
        (error,) = self.both('print(sum([1, 2, "x"]))\n')
        self.assertEqual((error["row"], error["value"]), (3, "x") if "value" in error else (3, None))

    def test_long_values_are_cut(self):
        (error,) = self.both('print(apply([{"t": pad_left("x", 5000)}], (r) => r.t * 2))\n')
        self.assertLess(len(error["value"]), 100)

    def test_a_terminal_is_told_the_row(self):
        import pty
        import os
        import subprocess
        self.write("a.syn", 'print(apply([{"a": 1}, {"a": nothing}], (r) => r.a * 2))\n')
        main, side = pty.openpty()
        subprocess.run([harness.BINARY, "run", "a.syn"], cwd=self.folder, env=self.environment, stderr=side, timeout=20)
        os.close(side)
        told = os.read(main, 10000).decode()
        os.close(main)
        self.assertIn("row 2: {a: nothing}", told)


if __name__ == "__main__":
    harness.main()
