#!/usr/bin/env python3
"""What readers decided in a doubt stands in the result: of `run --format json`, and of run_program.

SPDX-License-Identifier: Apache-2.0
"""
import json

import harness

FILES = {
    "zips.csv": "zip,n\n01234,1\n99999,2\n",
    "semi.csv": "a;b\n1;2\n3;4\n",
    "plain.csv": "a,b\n1,2\n",
    "read.syn": 'require file.read "./*"\nlet t be read_csv("./zips.csv")\nlet u be read_csv("./semi.csv")\nprint(length(t) + length(u))\n',
    "plain.syn": 'require file.read "./*"\nprint(length(read_csv("./plain.csv")))\n',
    "host.syn": 'require file.read "./*"\nrequire sandbox_run\n'
                'let result be run_program(read_file("./read.syn"), {"ceiling": "stdout,file.read=./*", "profile": "native"})\nprint(result.notes)\n'
                'let quiet be run_program(read_file("./plain.syn"), {"ceiling": "stdout,file.read=./*", "profile": "native"})\nprint("notes" in quiet)\n',
}


class Notes(harness.CommandTest):
    def setUp(self):
        super().setUp()
        for name, text in FILES.items():
            self.write(name, text)

    def run_file(self, *arguments):
        return self.run_command("run", *arguments)

    def test_json_has_the_notes_where_there_are_some(self):
        outcome = json.loads(self.run_file("--format", "json", "read.syn").stdout)
        self.assertIn("zip", " ".join(outcome["notes"]))
        self.assertIn("zips.csv", outcome["notes"][0])
        self.assertIn("delimiter", " ".join(outcome["notes"]))
        self.assertNotIn("notes", json.loads(self.run_file("--format", "json", "plain.syn").stdout))

    def test_a_host_sees_the_notes_of_a_child(self):
        done = self.run_file("host.syn")
        self.assertEqual(done.stderr, "")
        first, second = done.stdout.splitlines()
        self.assertIn("leading zeros", first)
        self.assertEqual(second, "false")


if __name__ == "__main__":
    harness.main()
