#!/usr/bin/env python3
"""Columns of a large Parquet file are read when they are first used: from the file that was opened, whatever becomes of
its name, and with an error that can be caught where a column cannot be read.

SPDX-License-Identifier: Apache-2.0
"""
import struct

import harness

MAKE = """require file.write "./*"
let rows be apply(range(200000), (k) => {"id": k, "a": k % 7, "b": k / 4.0, "c": "text " + text(k % 1000), "e": "x" + text(k)})
write_parquet("big.parquet", rows, {"compression": "zstd"})
"""
REPLACED = """require file.read "./*"
require file.write "./*"
let t be read_parquet("big.parquet")
print(length(t), sum(collect(t, "a")))
write_parquet("big.parquet", [{"z": 1}])
print(length(read_parquet("big.parquet")), sum(collect(t, "b")))
delete_file("big.parquet")
let f be where(t, (r) => r.a == 3 and r.b > 100)
print(length(f), f[0])
print(sql("select count(*) n, max(e) m from t"))
print(t[199999])
"""
CHANGED = """require file.read "./*"
require file.write "./*"
let t be read_parquet("big.parquet")
print(length(t), sum(collect(t, "a")))
append_file("big.parquet", "x")
print(sum(collect(t, "b")))
"""
HOST = """require file.read "./*"
require file.write "./*"
require sandbox_run
let r be run_program(read_file("program.syn"), {"ceiling": "stdout,file.read=./*,file.write=./*", "profile": "native", "timeout": 60})
print(`{r.ok}|{r.output}|{r.errors}`)
"""
DAMAGED = """require file.read "./*"
let t be read_parquet("damaged.parquet")
let f be where(t, (r) => r.a == 3)
print(length(t), length(f))
let bodies be [() => collect(f, "e"), () => f[0], () => t[5], () => sort_by(t, "e"), () => write_csv("out.csv", t), () => t == sort_by(t, "id", desc = true), \
() => unique(t), () => json_encode(t), () => sql("select max(e) from t"), () => describe(t), () => group_by(t, "e"), () => t[5]]
each body in bodies
    try
        let x be body()
        print("got", x)
    recover e
        print(contains(e, "damaged.parquet: damaged Parquet file") or contains(e, "Capability not granted"))
print(sum(collect(f, "a")))
each r in t
    print("row", r)
"""


class WaitingColumns(harness.CommandTest):
    def setUp(self):
        super().setUp()
        self.write("make.syn", MAKE)
        made = self.run_command("run", "make.syn")
        if "DuckDB" in made.stderr:
            self.skipTest("no DuckDB library")
        self.assertEqual(made.returncode, 0, made)

    def test_the_file_that_was_opened_is_read(self):
        self.write("program.syn", REPLACED)
        done = self.run_command("run", "program.syn")
        self.assertIn("28514 {id: 402", done.stdout.replace("\n", " "))
        self.assertIn('e: "x199999"}', done.stdout)
        self.assertEqual(done.stderr, "")

    def test_so_does_a_child_behind_its_walls(self):
        self.write("program.syn", REPLACED)
        self.write("host.syn", HOST)
        done = self.run_command("run", "host.syn")
        self.assertEqual(done.stdout.split("|")[::2], ["true", "[]\n"], done)
        self.assertIn("28514 {id: 402", done.stdout)

    def test_a_file_that_was_written_to_is_an_error(self):
        self.write("program.syn", CHANGED)
        done = self.run_command("run", "program.syn")
        self.assertIn("big.parquet: the file was written to after it was read", done.stderr)

    def test_a_damaged_column_is_an_error_wherever_it_is_first_used(self):
        data = bytearray((self.folder / "big.parquet").read_bytes())
        footer = struct.unpack("<I", data[-8:-4])[0]
        for i in range(len(data) - 8 - footer - 200_000, len(data) - 8 - footer - 100):
            data[i] ^= 0x55
        (self.folder / "damaged.parquet").write_bytes(data)
        self.write("program.syn", DAMAGED)
        done = self.run_command("run", "program.syn")
        lines = done.stdout.split()
        self.assertEqual(lines[:2], ["200000", "28571"], done)
        self.assertEqual(lines[2:], ["true"] * 12 + ["85713"], done)
        self.assertIn("damaged.parquet: damaged Parquet file", done.stderr)


if __name__ == "__main__":
    harness.main()
