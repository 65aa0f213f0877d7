#!/usr/bin/env python3
"""synsema check looks at a program and its modules as a whole, and runs nothing."""
# SPDX-License-Identifier: Apache-2.0
import json

import harness


class Check(harness.CommandTest):
    def errors(self, source, *, name="a.syn"):
        self.write(name, source)
        done = self.run_command("check", "--json", name)
        report = json.loads(done.stdout)
        self.assertEqual(report["ok"], not report["errors"])
        self.assertEqual(done.returncode, 0 if report["ok"] else 1)
        return [f'{each["file"]}:{each["line"]}:{each["column"]}: {each["message"]}' for each in report["errors"]]

    def test_right_programs_have_none(self):
        self.assertEqual(self.errors("let x be 1\nprint(x, pi, length([x]))\n"), [])
        self.assertEqual(self.errors("task f(n)\n    give g(n)\ntask g(n)\n    give n\nprint(f(1))\n"), [])
        self.assertEqual(self.errors("try\n    raise \"x\"\nrecover e\n    print(e)\neach i in [1]\n    print(i)\n"), [])
        self.assertEqual(self.errors("match [1, 2]\n    is [a, ...rest]\n        print(a, rest)\n"), [])

    def test_nothing_runs(self):
        self.assertEqual(self.errors('print("no")\nlet x be 1 / 0\nexit(3)\n'), [])

    def test_all_undefined_names_by_place(self):
        self.assertEqual(self.errors("let total be 1\nprint(totl)\ntask f(x)\n    give len(x) + y\n"), [
            "a.syn:2:7: Undefined variable: 'totl' — did you mean 'total'?",
            "a.syn:4:10: Undefined variable: 'len' — in Synsema: length(x)",
            "a.syn:4:19: Undefined variable: 'y'"])

    def test_syntax_errors_all_and_at_most_twenty(self):
        self.assertEqual(len(self.errors("let x be\nlet y be\nlet z be\n")), 3)
        self.assertEqual(len(self.errors("let x be\n" * 50)), 20)
        self.assertEqual(len(self.errors("".join(f"print(q{i})\n" for i in range(50)))), 20)

    def test_modules(self):
        self.write("lib/m.syn", "export let one be 1\nexport task f(x)\n    give x + undefinde\n")
        self.assertEqual(self.errors('use "./lib/m.syn" as m\nprint(m.one)\n'),
                         ["lib/m.syn:3:14: Undefined variable: 'undefinde'"])
        self.assertEqual(self.errors('use "./none.syn" as m\n'), ["a.syn:1:1: module not found: ./none.syn"])
        self.assertEqual(self.errors('use "../out.syn" as m\n'), ["a.syn:1:1: module path escapes the importing directory: '../out.syn'"])
        self.assertEqual(self.errors('use "/etc/x.syn" as m\n'),
                         ["a.syn:1:1: module path must be relative to the importing file: '/etc/x.syn'"])
        self.write("broken.syn", "let x be\nlet y be\n")
        self.assertEqual(len(self.errors('use "./broken.syn" as m\n')), 2)

    def test_circles_are_named(self):
        self.write("b.syn", 'use "./c.syn" as c\nexport let x be 1\n')
        self.write("c.syn", 'use "./b.syn" as b\nexport let y be 2\n')
        self.assertEqual(self.errors('use "./b.syn" as b\n'),
                         ["c.syn:1:1: circular import: module './b.syn' is already being loaded"])
        report = json.loads(self.run_command("check", "--json", "a.syn").stdout)
        self.assertIn("b.syn → c.syn → b.syn", report["errors"][0]["hint"])

    def test_long_chains_of_modules(self):
        for i in range(260):
            self.write(f"m{i}.syn", f'use "./m{i + 1}.syn" as next\n' if i < 259 else "export let x be 1\n")
        self.assertEqual(self.errors('use "./m0.syn" as m\n'), [])

    def test_links_out_of_the_folder(self):
        outside = self.folder / "outside"
        outside.mkdir()
        (outside / "s.syn").write_text("export let x be 1\n")
        inside = self.folder / "inside"
        inside.mkdir()
        (inside / "s.syn").symlink_to(outside / "s.syn")
        self.assertEqual(self.errors('use "./s.syn" as s\n', name="inside/a.syn"), ["inside/a.syn:1:1: module not found: ./s.syn"])

    def test_agrees_with_running(self):
        for source in ("print(lenght([1]))\n", "print(xs)\n", "let x be y\n"):
            with self.subTest(source=source):
                (told,) = self.errors(source)
                self.assertEqual(self.run_command("run", "a.syn").stderr.strip(), "Runtime error: " + told)

    def test_wrong_usage(self):
        for words in ([], ["--yaml", "a.syn"], ["a.syn", "b.syn"]):
            self.assertEqual(self.run_command("check", *words).returncode, 2)


if __name__ == "__main__":
    harness.main()
