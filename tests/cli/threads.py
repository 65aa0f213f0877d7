#!/usr/bin/env python3
"""Large files read with a second thread give the same rows, notes and errors as with none.

SPDX-License-Identifier: Apache-2.0
"""
import json
import random
import subprocess
import time

import harness

PROGRAM = """require file.read "./*"
try
    let t be READ
    print(length(t), sha256(json_encode(t)), json_encode(t[0]), json_encode(t[length(t) - 1]))
recover e
    print(`error {e}`)
"""


def csv_lines(rng, rows):
    yield "id,name,amount,day,note"
    for i in range(rows):
        note = rng.choice(["plain", '"quoted, with comma"', '"two\nlines"', '"a ""mark"""', "", "é à"])
        yield f"{i},name {rng.randrange(5000)},{rng.randrange(10**6) / 100},2024-{1 + i % 12:02}-{1 + i % 28:02},{note}"


def json_lines(rng, rows):
    for i in range(rows):
        more = rng.choice(["", ', "tags": [1, 2]', ', "text": "a\\nb"', ', "late": null'] + ['']*20)
        if i == rows // 2:
            more = ', "new key": 5'
        yield f'{{"id": {i}, "name": "name {rng.randrange(5000)}", "amount": {rng.randrange(10**6) / 100}, "ok": {"true" if i % 3 else "false"}{more}}}'


class Threads(harness.CommandTest):
    def run_with(self, program, threads):
        self.write("program.syn", program)
        environment = dict(self.environment, SYNSEMA_THREADS=str(threads))
        return subprocess.run([harness.BINARY, "run", "--format", "json", "program.syn"], cwd=self.folder, env=environment, text=True,
                              capture_output=True, timeout=60)

    def agree(self, read):
        program = PROGRAM.replace("READ", read)
        one, two = self.run_with(program, 1), self.run_with(program, 2)
        told = [json.loads(done.stdout) for done in (one, two)]
        for outcome in told:
            del outcome["audit"]  # it has the time of day
        self.assertEqual(told[0], told[1])
        self.assertEqual(one.stderr, two.stderr)
        return one.stdout

    def test_csv(self):
        rng = random.Random(5)
        lines = list(csv_lines(rng, 120_000))
        self.write("t.csv", "\n".join(lines) + "\n")
        self.assertIn("120000", self.agree('read_csv("t.csv")'))
        self.agree('read_csv("t.csv", {"types": {"name": "text", "id": "decimal"}})')
        self.agree('read_table("t.csv")')
        self.write("late.csv", "\n".join(lines + ["x,1,2,3,4"]) + "\n")
        self.agree('read_csv("late.csv")')
        self.write("uneven.csv", "\n".join(lines + ["1,2"] + lines[1:100]) + "\n")
        self.assertIn("error", self.agree('read_csv("uneven.csv")'))
        self.agree('read_csv("uneven.csv", {"ragged": "skip"})')
        self.agree('read_csv("uneven.csv", {"ragged": "fill"})')
        self.write("open.csv", "\n".join(lines + ['1,"x,2,3,4']) + "\n")
        self.assertIn("error", self.agree('read_csv("open.csv")'))
        self.write("blank.csv", "\n".join(lines[:2000] + [""] + lines[1:] + ['1,"a"b,3,4,5']) + "\n")
        self.agree('read_csv("blank.csv", {"until_blank": true})')
        self.assertIn("error", self.agree('read_csv("blank.csv")'))

    def test_json_lines(self):
        rng = random.Random(6)
        lines = list(json_lines(rng, 100_000))
        self.write("t.jsonl", "\n".join(lines) + "\n")
        self.assertIn("100000", self.agree('read_jsonl("t.jsonl")'))
        self.write("bad.jsonl", "\n".join(lines + ['{"id": 1, "name": }'] + lines[:5]) + "\n")
        self.assertIn("error", self.agree('read_jsonl("bad.jsonl")'))
        self.write("twice.jsonl", "\n".join(lines + ['{"id": 1, "id": 2}'] + lines[:5]) + "\n")
        self.assertIn("error", self.agree('read_jsonl("twice.jsonl")'))
        self.write("mixed.jsonl", "\n".join(lines + ["", '{"id": "text"}', "[1]"]) + "\n")
        self.agree('read_jsonl("mixed.jsonl")')

    def test_a_program_that_stops_reading_leaves_no_thread_behind(self):
        self.write("t.csv", "a,b\n" + "1,2\n" * 2_000_000 + "1\n")
        start = time.monotonic()
        self.assertIn("error", self.agree('read_csv("t.csv")'))
        self.assertLess(time.monotonic() - start, 20)


if __name__ == "__main__":
    harness.main()
