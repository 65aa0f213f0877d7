#!/usr/bin/env python3
"""Every command tells its errors in Spanish, with --lang es and with SYNSEMA_LANG=es; --lang goes first."""
# SPDX-License-Identifier: Apache-2.0
import harness

BROKEN = "let x be\n"
FAILS = "print(1 / 0)\n"


class Spanish(harness.CommandTest):
    def setUp(self):
        super().setUp()
        self.write("broken.syn", BROKEN)
        self.write("fails.syn", FAILS)
        self.write("t.syn", 'test "x"\n    let y be 1 / 0\n')
        self.write("old.syn", "print(str_upper)\n")

    def both_ways(self, *words, text=""):
        """The output of a command asked by flag and by environment, which has to be the same."""
        by_flag = self.run_command(words[0], "--lang", "es", *words[1:], text=text)
        self.environment["SYNSEMA_LANG"] = "es"
        by_name = self.run_command(*words, text=text)
        english = self.run_command(words[0], "--lang", "en", *words[1:], text=text)
        del self.environment["SYNSEMA_LANG"]
        self.assertEqual((by_flag.stdout, by_flag.stderr), (by_name.stdout, by_name.stderr))
        self.assertEqual(english.stdout + english.stderr, "".join(self.plain(*words, text=text)))
        return by_flag.stdout + by_flag.stderr

    def plain(self, *words, text=""):
        done = self.run_command(*words, text=text)
        return done.stdout, done.stderr

    def test_run(self):
        self.assertIn("Error de ejecución: fails.syn:1:9: División por cero", self.both_ways("run", "fails.syn"))
        self.assertIn("Error de sintaxis: broken.syn:1:9: ", self.both_ways("run", "broken.syn"))
        report = self.run_command("run", "--lang", "es", "--format", "json", "fails.syn").stdout
        self.assertIn('"errors":["Error de ejecución: fails.syn:1:9: División por cero"]', report)
        self.assertIn('"message":"División por cero"', report)

    def test_check(self):
        self.assertIn("Error: broken.syn:1:9: ", self.both_ways("check", "broken.syn"))
        self.assertIn("instrucciones", self.both_ways("check", "fails.syn"))
        self.write("name.syn", "print(lenght([1]))\n")
        self.assertIn("Variable no definida", self.both_ways("check", "--json", "name.syn"))

    def test_the_others(self):
        self.assertIn("División por cero", self.both_ways("test", "t.syn"))
        self.assertIn("División por cero", self.both_ways("repl", text=FAILS))
        for command in ("fmt", "tokens", "ast", "bytecode"):
            with self.subTest(command=command):
                told = self.both_ways(command, "broken.syn" if command != "tokens" else "missing.syn")
                self.assertRegex(told, "Error de sintaxis|no se puede leer")

    def test_unreadable_programs(self):
        (self.folder / "folder").mkdir()
        for command in ("run", "check", "ast"):
            with self.subTest(command=command):
                self.assertIn("no se puede leer 'missing.syn'", self.both_ways(command, "missing.syn"))
                self.assertIn("es una carpeta", self.both_ways(command, "folder"))

    def test_wrong_use_of_the_flag(self):
        for command in ("run", "check", "test", "fmt", "tokens", "ast", "bytecode", "repl"):
            with self.subTest(command=command):
                done = self.run_command(command, "--lang", "fr", "fails.syn")
                self.assertEqual(done.returncode, 2)
                self.assertIn("--lang must be 'en' or 'es', got 'fr'", done.stderr)


if __name__ == "__main__":
    harness.main()
