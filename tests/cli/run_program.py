#!/usr/bin/env python3
"""What `run_program` lends, limits and reports: its options beyond the specification's, and the broker.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import subprocess
import unittest

import harness

HOST = """
require sandbox_run
{requires}
print(json_encode(run_program(args()[0], json_decode(args()[1]))))
"""
SPIN = "let n be 0\nwhile true\n    set n to n + 1\n"


class RunProgram(harness.CommandTest):
    def child(self, source, options=None, requires="", environment=None):
        """The result map."""
        self.write("host.syn", HOST.format(requires=requires))
        command = [str(harness.BINARY), "run", "host.syn", "--", source, json.dumps({"profile": "native", **(options or {})})]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60,
                              env={**os.environ, **(environment or {})})
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout)

    def run_ok(self, name):
        done = subprocess.run([str(harness.BINARY), "run", name], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def fails(self, options, text):
        self.write("host.syn", HOST.format(requires=""))
        done = subprocess.run([str(harness.BINARY), "run", "host.syn", "--", "print(1)", json.dumps(options)],
                              cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn(text, done.stderr)

    def test_result_says_walls_and_what_was_used(self):
        for spawn in ["warm", "fresh"]:
            result = self.child("print(1)", {"spawn": spawn})
            self.assertEqual(result["walls"], ["gate", "paths", "landlock", "seccomp", "limits", "watch"])
            self.assertEqual(result["why"], "ok")
            self.assertEqual(result["limits"]["output"], 2)
            self.assertEqual(result["limits"]["steps"], result["steps"])
            self.assertGreater(result["limits"]["wall"], 0)
            self.assertGreater(result["limits"]["work"], 0)
            self.assertLess(result["limits"]["work"], result["limits"]["wall"])

    def test_hints_are_in_the_language_of_the_host_and_errors_in_english(self):
        source = "require file.read(\"./data/*\")\nprint(read_file(\"/etc/passwd\"))"
        options = {"ceiling": "stdout,file.read=./data/*"}
        english = self.child(source, options)
        spanish = self.child(source, options, environment={"SYNSEMA_LANG": "es"})
        self.assertIn("the ceiling", english["notes"][0])
        self.assertIn("el techo", spanish["notes"][0])
        self.assertIn("Permiso no concedido", spanish["diagnostics"][0]["message"])
        self.assertEqual(english["errors"], spanish["errors"])

    def test_each_limit_has_its_word(self):
        doubling = "let s be \"ab\"\nwhile true\n    set s to s + s\n"
        self.assertEqual(self.child(SPIN, {"max_steps": 10_000})["why"], "steps")
        self.assertEqual(self.child(SPIN, {"timeout": 0.1})["why"], "timeout")
        self.assertEqual(self.child(SPIN, {"cpu": 1, "timeout": 20})["why"], "timeout")
        self.assertEqual(self.child(doubling, {"memory": "4 MiB"})["why"], "memory")
        self.assertEqual(self.child("while true\n    print(1)", {"max_output": 1000})["why"], "output")
        self.assertEqual(self.child("print([1][9])")["why"], "error")
        self.assertEqual(self.child("require file.read(\"/etc/*\")\nprint(read_file(\"/etc/passwd\"))")["why"], "denied")

    def test_same_steps_however_it_is_run(self):
        counts = {self.child(SPIN, {"max_steps": 12_345, "spawn": spawn, "memory": memory})["steps"]
                  for spawn in ["warm", "fresh"] for memory in ["16 MiB", "64 MiB"]}
        self.assertEqual(len(counts), 1, counts)

    def test_output_arrives_as_it_is_printed(self):
        self.write("live.syn", "require sandbox_run\nlet r be run_program(\"print(1)\\nprint(2)\", {\"ceiling\": \"stdout\", "
                               "\"on_output\": (t) => print(\"got \" + t)})\nprint(r.output)\n")
        self.assertEqual(self.run_ok("live.syn"), "got 1\ngot 2\n[\"1\", \"2\"]\n")

    def test_a_listener_that_fails_stops_the_program(self):
        self.write("live.syn", "require sandbox_run\nrun_program(\"while true\\n    print(1)\", {\"ceiling\": \"stdout\", "
                               "\"on_output\": (t) => [][3]})\n")
        done = subprocess.run([str(harness.BINARY), "run", "live.syn"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("live.syn:2", done.stderr)

    def test_wrong_options_say_what_is_right(self):
        self.fails({"spawn": "hot"}, "spawn must be \"warm\" or \"fresh\"")
        self.fails({"walls": "no"}, "walls must be \"require\" or \"best-effort\"")
        self.fails({"memory": "much"}, "memory must be a number of bytes or a text like \"64 MiB\"")
        self.fails({"max_output": -1}, "max_output must be a number of bytes")
        self.fails({"max_steps": 0}, "max_steps must be a whole number above 0")
        self.fails({"max_files": 3}, "max_files must be from 16 to 65536")
        self.fails({"cpu": 0}, "cpu must be a number of seconds above 0")
        self.fails({"on_output": 5}, "on_output must be a task or a lambda")
        self.fails({"memroy": 5}, "unknown option \"memroy\"")

    def test_nested_programs_get_no_more_than_their_parents(self):
        self.write("data/a.txt", "plain")
        self.write(".env", "KEY=canary")
        inner = "require file.read(\"./data/*\")\nprint(read_file(\"data/a.txt\"))\nprint(read_file(\".env\"))"
        outer = ("require sandbox_run\nrequire file.read(\"./data/*\")\n"
                 f"let r be run_program({json.dumps(inner)}, {{\"ceiling\": \"stdout,file.read=./data/*,file.read=./*\", \"profile\": \"native\"}})\n"
                 "print(r.output)\nprint(r.why)\nprint(length(r.walls))\n")
        result = self.child(outer, {"ceiling": "stdout,sandbox_run,file.read=./data/*"}, "require file.read(\"./data/*\")")
        self.assertEqual(result["errors"], [])
        self.assertEqual(result["output"], ["[\"plain\"]", "denied", "6"])

    def test_generations_end(self):
        chain = "print(\"end\")"
        for _ in range(5):
            chain = f"require sandbox_run\nlet r be run_program({json.dumps(chain)}, {{\"ceiling\": \"stdout,sandbox_run\"}})\nprint(r.output)\nprint(r.errors)"
        result = self.child(chain, {"ceiling": "stdout,sandbox_run"})
        self.assertIn("max depth 4 exceeded", json.dumps(result["output"]))

    def test_time_of_nested_programs_is_their_parents(self):
        outer = f"require sandbox_run\nlet r be run_program({json.dumps(SPIN)}, {{\"timeout\": 50}})\nprint(r.why)"
        result = self.child(outer, {"ceiling": "stdout,sandbox_run", "timeout": 0.3})
        self.assertTrue(result["timed_out"])
        self.assertLess(result["limits"]["wall"], 5)

    def test_variables_come_from_the_host_where_the_ceiling_names_them(self):
        source = ("require env(\"A_VAR\")\nrequire env(\"B_VAR\")\nrequire secret(\"A_KEY\")\nprint(env(\"A_VAR\"))\nprint(secret(\"A_KEY\"))\n"
                  "try\n    print(env(\"B_VAR\"))\nrecover e\n    print(\"no\")\n")
        requires = "require env(\"A_VAR\")\nrequire secret(\"A_KEY\")"
        result = self.child(source, {"ceiling": "stdout,env=A_VAR,secret=A_KEY"}, requires,
                            {"A_VAR": "plain", "B_VAR": "hidden", "A_KEY": "canary"})
        self.assertEqual(result["output"], ["plain", "secret(A_KEY)", "no"])
        self.assertNotIn("canary", json.dumps(result))
        self.assertNotIn("hidden", json.dumps(result))

    def test_commands_are_started_by_the_host(self):
        source = "require exec(\"echo\")\nprint(run(\"echo\", [\"hi\"]).stdout)\nprint(run(\"echo\", [\"hi\"], 5, {\"env\": {\"LD_PRELOAD\": \"x.so\"}}))"
        result = self.child(source, {"ceiling": "stdout,exec=echo"}, "require exec(\"echo\")")
        self.assertEqual(result["output"], ["hi\n"])
        self.assertIn("env \"LD_PRELOAD\" is reserved", result["errors"][0])
        self.assertEqual(result["why"], "denied")
        result = self.child("require exec(\"echo\")\nprint(run(\"echo\"))", {"ceiling": "stdout"}, "require exec(\"echo\")")
        self.assertEqual(result["why"], "denied")

    def test_files_are_written_behind_the_walls(self):
        source = ("require file.write(\"./out/*\")\nwrite_file(\"out/a.txt\", \"one\")\nappend_file(\"out/a.txt\", \" two\")\n"
                  "write_file(\"out/deep/b.txt\", \"x\")\ndelete_file(\"out/deep/b.txt\")\ndelete_dir(\"out/deep\")\n")
        result = self.child(source, {"ceiling": "stdout,file.write=./out/*"}, "require file.write(\"./out/*\")")
        self.assertEqual(result["errors"], [])
        self.assertEqual((self.folder / "out/a.txt").read_text(), "one two")
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()), ["a.txt"])

    def test_the_engine_works_behind_the_walls(self):
        self.write("data/a.csv", "k,v\nx,1\ny,2\n")
        self.write("data/b.csv", "v\n5\n")
        source = ("require file.read(\"./data/*\")\nrequire file.write(\"./out/*\")\n"
                  "print(sql(\"select sum(v) as s from 'data/a.csv'\"))\n"
                  "print(sql(\"select sum(v) as s from 'data/b.csv'\"))\n"
                  "write_parquet(\"out/a.parquet\", read_csv(\"data/a.csv\"))\nprint(length(parquet_read(parquet_write([{\"a\": 1}]))))\n")
        options = {"ceiling": "stdout,file.read=./data/*,file.write=./out/*"}
        requires = "require file.read(\"./data/*\")\nrequire file.write(\"./out/*\")"
        for spawn in ["warm", "fresh"]:
            result = self.child(source, {**options, "spawn": spawn}, requires)
            self.assertEqual(result["errors"], [])
            self.assertEqual(result["output"], ["[{s: 3}]", "[{s: 5}]", "1"])
        source = "require file.read(\"./out/*\")\nprint(read_parquet(\"out/a.parquet\"))"
        result = self.child(source, {"ceiling": "stdout,file.read=./out/*"}, "require file.read(\"./out/*\")")
        self.assertEqual(result["output"], ["[{k: \"x\", v: 1}, {k: \"y\", v: 2}]"])

    def test_a_folder_that_was_replaced_is_seen(self):
        """An armed child holds the folder that it was armed for."""
        self.write("host.syn", "require sandbox_run\nrequire file.read(\"./data/*\")\nrequire file.write(\"./*\")\n"
                               "let code be \"require file.read(\\\"./data/*\\\")\\nprint(read_file(\\\"data/a.txt\\\"))\"\n"
                               "each i in range(6)\n    write_file(\"data/a.txt\", text(i))\n"
                               "    let r be run_program(code, {\"ceiling\": \"stdout,file.read=./data/*\", \"profile\": \"native\"})\n"
                               "    print(r.output)\n    delete_dir(\"data\", {\"recursive\": true})\n")
        self.assertEqual(self.run_ok("host.syn"), "".join(f"[\"{i}\"]\n" for i in range(6)))


if __name__ == "__main__":
    harness.main()
