#!/usr/bin/env python3
"""`synsema audit`: adding up an audit, and files that are cut off, changed or hostile."""
# SPDX-License-Identifier: Apache-2.0
import json

import harness

PROGRAM = """
require file.read("./data/*")
print(read_file("data/a.txt"))
each i in range(0, 3)
    try
        print(read_file(".env"))
    recover e
        print("no")
"""


class Audit(harness.CommandTest):
    def setUp(self):
        super().setUp()
        self.write("data/a.txt", "x\n")
        self.write("p.syn", PROGRAM)
        self.expect(["run", "--audit", "audit.jsonl", "--cap-set", "stdout,file.read=./data/*", "p.syn"], 0)
        self.lines = (self.folder / "audit.jsonl").read_text().splitlines()

    def audit(self, text, code):
        self.write("changed.jsonl", text)
        done = self.run_command("audit", "--json", "changed.jsonl")
        self.assertEqual(done.returncode, code, done)
        return json.loads(done.stdout)

    def problems(self, text):
        return [(p["line"], p["problem"]) for p in self.audit(text, 1)["problems"]]

    def test_a_whole_audit(self):
        done = self.run_command("audit", "audit.jsonl")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("audit.jsonl: 9 decisions, 3 granted, 6 denied", done.stdout.splitlines()[0])
        self.assertIn('denied   file_read(".env") by read_file() at p.syn:6: No matching grant found (3 times)', done.stdout)
        self.assertIn('granted  file_read("data/a.txt")', done.stdout)
        self.assertIn(", exit 0", done.stdout)
        overview = self.audit("\n".join(self.lines) + "\n", 0)
        self.assertTrue(overview["ok"])
        self.assertEqual(overview["entries"], 9)
        self.assertEqual([c["capability"] for c in overview["capabilities"] if c["granted"]], ["file_read", "stdout"])

    def test_from_standard_input(self):
        done = self.run_command("audit", "-", text="\n".join(self.lines) + "\n")
        self.assertEqual(done.returncode, 0, done)

    def test_cut_off(self):
        text = "\n".join(self.lines)
        problems = self.problems(text[:len(text) - len(self.lines[-1]) - 20])
        self.assertEqual(problems[0], (len(self.lines) - 1, "cut off in the middle of a record"))
        self.assertEqual(problems[-1][0], 0)
        self.assertIn("no summary line", problems[-1][1])
        self.assertIn("the file is empty", self.problems("")[0][1])

    def test_changed(self):
        removed = self.lines[:3] + self.lines[4:]
        self.assertIn("records are missing or were added", self.problems("\n".join(removed) + "\n")[0][1])
        garbled = self.lines[:2] + ["not json", "[1]", '{"a": {"b": 1}}', '{"ts": 1}', "\x1b[2J"] + self.lines[2:]
        self.assertEqual([line for line, _ in self.problems("\n".join(garbled) + "\n")], [3, 4, 5, 6, 7])
        added = self.lines + [self.lines[0]]
        self.assertIn("follows the summary", self.problems("\n".join(added) + "\n")[0][1])
        self.assertEqual(self.problems("\n".join([self.lines[0], '{"granted": "\\ud800"}', self.lines[-1]]))[0][0], 2)

    def test_stops(self):
        self.write("q.syn", 'require sandbox_run\nlet r be run_program("while true\\n    let x be 1\\n", {"timeout": 0.2})\nprint(r.timed_out)\n')
        self.expect(["run", "--audit", "stop.jsonl", "q.syn"], 0, out="true\n")
        done = self.run_command("audit", "stop.jsonl")
        self.assertIn("\nstops\n", done.stdout)
        self.assertIn("timed out after 0.2s", done.stdout)

    def test_hostile_texts_are_shown_escaped(self):
        line = json.dumps({"ts": "2026-01-01T00:00:00.000Z", "context": "program", "capability": "file_read(\"\x1b[2J\u202e\")",
                           "granted": False, "source": "x\x07", "reason": "y" * 5000, "origin": "program", "file": "a\nb", "line": 1},
                          ensure_ascii=False)
        self.write("h.jsonl", line + "\n")
        done = self.run_command("audit", "h.jsonl")
        self.assertNotIn("\x1b", done.stdout)
        self.assertNotIn("\u202e", done.stdout)
        self.assertLess(max(map(len, done.stdout.splitlines())), 1200)

    def test_wrong_usage(self):
        self.expect(["audit"], 2)
        self.expect(["audit", "a", "b"], 2)
        self.expect(["audit", "--bogus", "a"], 2)
        self.expect(["audit", "none.jsonl"], 1, out="")
        self.assertIn("usage: synsema audit", self.run_command("audit", "--help").stdout)


if __name__ == "__main__":
    harness.main()
