#!/usr/bin/env python3
"""synsema test, fmt, tokens, ast, bytecode, conform and help: output, exit codes, wrong usage."""
# SPDX-License-Identifier: Apache-2.0
import harness

TESTS = """let count be 0
task add(a, b)
    give a + b
print("setup")
test "adds"
    assert_eq(add(1, 2), 3)
    set count to count + 1
    print("two\\nlines")
test "keeps globals"
    assert_eq(count, 1)
test "fails"
    assert_eq(3, 2 + 2)
test "errors"
    let x be 1 / 0
test "strays"
    give 5
test "raises"
    raise "boom"
"""
RESULTS = """  ✓ adds
  ✓ keeps globals
  ✗ fails: expected 4, got 3
  ✗ errors: t.syn:14:16: Division by zero
  ✗ strays: t.syn:16:5: 'give'/'stop' used outside of a task or loop
  ✗ raises: t.syn:18:5: boom
2 passed, 4 failed (6 total)
"""
PASSES = 'test "x"\n    assert(true)\n'


class Test(harness.CommandTest):
    def test_tells_each_block(self):
        self.write("t.syn", TESTS)
        self.expect(["test", "t.syn"], 1, RESULTS, "")

    def test_shows_output_when_asked(self):
        self.write("t.syn", TESTS)
        self.expect(["test", "-v", "t.syn"], 1, "  | setup\n  | two\n  | lines\n" + RESULTS, "")

    def test_passes_without_blocks(self):
        self.write("t.syn", "let x be 1\n")
        self.expect(["test", "t.syn"], 0, "0 passed, 0 failed (0 total)\n", "")

    def test_reads_standard_input(self):
        self.expect(["test", "-"], 0, "  ✓ x\n1 passed, 0 failed (1 total)\n", "", text=PASSES)

    def test_walks_folders_by_path(self):
        self.write("d/b/inner.syn", PASSES)
        self.write("d/c.syn", "let x be 1 / 0\n" + PASSES)
        self.write("d/a.syn", "")
        self.write("d/note.txt", "no program")
        out = "d/a.syn:\nd/b/inner.syn:\n  ✓ x\nd/c.syn:\n  ✗ <setup>: d/c.syn:1:12: Division by zero\n"
        self.expect(["test", "d"], 1, out + "1 passed, 1 failed (2 total)\n", "")

    def test_takes_several_paths_and_patterns(self):
        for name in ["a.syn", "b.syn", "c.syn"]:
            self.write(name, PASSES)
        out = "a.syn:\n  ✓ x\nb.syn:\n  ✓ x\n"
        self.expect(["test", "a.syn", "b.syn"], 0, out + "2 passed, 0 failed (2 total)\n", "")
        self.expect(["test", "[ab].syn"], 0, out + "2 passed, 0 failed (2 total)\n", "")

    def test_tells_syntax_errors(self):
        self.write("t.syn", "let x be\n" + PASSES)
        done = self.expect(["test", "t.syn"], 1, err="")
        self.assertRegex(done.stdout, r"^  ✗ <parse>: Parse error: t\.syn:1:9: .*\n0 passed, 1 failed \(1 total\)\n$")

    def test_holds_ceilings(self):
        self.write("t.syn", 'require file.read("a")\ntest "x"\n    read_file("a")\n')
        self.write("a", "text")
        self.expect(["test", "t.syn"], 0)
        done = self.expect(["test", "--sandbox", "t.syn"], 1)
        self.assertIn("Capability not granted", done.stdout)

    def test_refuses_wrong_usage(self):
        self.write("t.syn", PASSES)
        (self.folder / "empty").mkdir()
        for words in [[], ["nope"], ["empty"], ["-q", "t.syn"], ["--foo", "t.syn"], ["--format", "json", "t.syn"],
                      ["none*.syn"], ["t.syn", "nope"]]:
            done = self.expect(["test", *words], 2, "")
            self.assertTrue(done.stderr.startswith("synsema test: "), done.stderr)


class Fmt(harness.CommandTest):
    UNTIDY = "let   x be 1\nwhen x>2\n  print( x )\n"
    TIDY = "let x be 1\nwhen x > 2\n    print(x)\n"

    def test_prints_the_layout(self):
        self.write("a.syn", self.UNTIDY)
        self.expect(["fmt", "a.syn"], 0, self.TIDY, "")
        self.expect(["fmt", "-"], 0, self.TIDY, "", text=self.UNTIDY)
        self.assertEqual((self.folder / "a.syn").read_text(), self.UNTIDY)

    def test_checks(self):
        self.write("a.syn", self.UNTIDY)
        self.write("b.syn", self.TIDY)
        self.expect(["fmt", "--check", "a.syn", "b.syn"], 1, "a.syn\n", "")
        self.expect(["fmt", "--check", "b.syn"], 0, "", "")
        self.expect(["fmt", "--check", "-"], 1, "<stdin>\n", "", text=self.UNTIDY)

    def test_writes(self):
        path = self.write("d/a.syn", self.UNTIDY)
        path.chmod(0o640)
        self.write("d/b.syn", self.TIDY)
        self.expect(["fmt", "--write", "d"], 0, "d/a.syn\n", "")
        self.assertEqual(path.read_text(), self.TIDY)
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)
        self.expect(["fmt", "--write", "d"], 0, "", "")

    def test_leaves_what_does_not_parse(self):
        path = self.write("a.syn", "let x be\n")
        done = self.expect(["fmt", "--write", "a.syn"], 1, "")
        self.assertIn("Parse error: a.syn:1:9: ", done.stderr)
        self.assertEqual(path.read_text(), "let x be\n")

    def test_refuses_wrong_usage(self):
        self.write("a.syn", self.TIDY)
        for words in [[], ["nope"], ["--foo", "a.syn"], ["--check", "--write", "a.syn"], ["--write", "-"]]:
            self.expect(["fmt", *words], 2, "")


class Dumps(harness.CommandTest):
    def test_show_a_program(self):
        self.write("a.syn", "let x be 1\n-- note\n")
        self.assertIn('1:1 LET "let"\n', self.expect(["tokens", "a.syn"], 0, err="").stdout)
        self.assertIn("let x", self.expect(["ast", "a.syn"], 0, err="").stdout)
        self.assertIn("LoadInt", self.expect(["bytecode", "a.syn"], 0, err="").stdout)

    def test_tell_errors(self):
        self.write("a.syn", "let x be\n")
        for command in ["ast", "bytecode"]:
            done = self.expect([command, "a.syn"], 1, "")
            self.assertIn("Parse error: a.syn:1:9: ", done.stderr)
        self.write("b.syn", 'let x be "open\n')
        self.assertIn("Lexer error: b.syn:1:10: ", self.expect(["tokens", "b.syn"], 1).stderr)
        (self.folder / "c.syn").write_bytes(b"print(1)\n\xff\n")
        self.expect(["tokens", "c.syn"], 1, "")

    def test_refuse_wrong_usage(self):
        for command in ["tokens", "ast", "bytecode", "conform"]:
            self.expect([command], 2, "")
            self.expect([command, "a", "b"], 2, "")
            self.expect([command, "--foo"], 2, "")
            self.expect([command, "nope"], 1, "", "cannot read 'nope': No such file or directory\n")


class Conform(harness.CommandTest):
    def test_tells_output_and_errors(self):
        self.write("a.syn", 'print("a\\nb é")\nprint("c")\n')
        self.expect(["conform", "a.syn"], 0, '{"ok": true, "out": ["a\\nb é","c"], "err": []}\n', "")
        self.write("b.syn", "print(1)\nprint(1 / 0)\n")
        err = '"Runtime error: b.syn:2:9: Division by zero"'
        self.expect(["conform", "b.syn"], 0, f'{{"ok": false, "out": ["1"], "err": [{err}]}}\n', "")


class Help(harness.CommandTest):
    def test_explains_each_command(self):
        listed = self.expect(["help"], 0).stdout
        for command in ["run", "check", "test", "repl", "fmt", "tokens", "ast", "bytecode", "conform", "version"]:
            self.assertIn(f"synsema {command}", listed)
            done = self.expect([command, "--help"], 0, err="")
            self.assertTrue(done.stdout.startswith(f"usage: synsema {command}"))


if __name__ == "__main__":
    harness.main()
