#!/usr/bin/env python3
"""Hostile and broken files: each is a clear error that a program can rescue, or rows; never a crash, a hang, or more
memory than the run may have.

hostile_files.py [--mutations N] [--seed N]: so many broken Parquet files (200 unless told).
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import gzip
import json
import random
import re
import resource
import struct
import subprocess
import sys

import harness

MUTATIONS, SEED = 200, 7
MOST_MB = 450  # the limit of a child is 256, and does not count the code of the engine and pages of files

MAKE = """require file.write "./*"
let codecs be ["none", "snappy", "zstd", "gzip"]
each i in range(4)
    let rows be apply(range(1000), (k) => {"id": k, "name": "name " + text(k % 37), "price": k / 4.0, "ok": k % 3 == 0, \
"day": add_days(date("2024-01-01"), k % 365), "gap": when k % 5 == 0 then nothing otherwise k})
    write_parquet(`good{i}.parquet`, rows, {"compression": codecs[i]})
"""
READ = """require file.read "./*"
let files be apply(range(COUNT), (i) => `broken{i}.parquet`)
each f in files
    try
        let t be read_parquet(f)
        print(`rows {length(t)} {length(text(t))}`)
    recover e
        print(`error {e}`)
"""
HOST = """require file.read "./*"
require file.write "./*"
require sandbox_run
let r be run_program(read_file("program.syn"), {"ceiling": "stdout,file.read=./*,file.write=./*", "profile": "native", "timeout": SECONDS})
print(json_encode({"ok": r.ok, "output": r.output, "errors": r.errors}))
"""


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number):
    return varint(number * 2)


def mutated(good, rng):
    """A broken form of a file: bytes changed (mostly in the footer), cut, or a number that lies."""
    data = bytearray(good)
    footer = struct.unpack("<I", data[-8:-4])[0]
    start = len(data) - 8 - footer
    how = rng.randrange(7)
    if how == 0:  # a byte of the footer
        for _ in range(rng.randint(1, 3)):
            data[rng.randrange(start, len(data) - 8)] = rng.randrange(256)
    elif how == 1:  # a byte of the pages
        for _ in range(rng.randint(1, 6)):
            data[rng.randrange(4, start)] ^= 1 << rng.randrange(8)
    elif how == 2:  # pages cut, the footer whole
        cut = rng.randrange(4, start)
        del data[cut:rng.randint(cut + 1, start)]
    elif how == 3:  # the length of the footer
        data[-8:-4] = struct.pack("<I", rng.choice([0, 1, footer - 1, footer + 1, len(data), 0xFFFFFFFF, rng.randrange(1 << 16)]))
    elif how == 4:  # another number of rows, values or bytes
        wanted = zigzag(rng.choice([1000, 7000, 2000]))
        places = [i for i in range(4, len(data) - 8) if data[i:i + len(wanted)] == wanted]
        place = rng.choice(places) if places else start
        data[place:place + len(wanted)] = zigzag(rng.choice([0, 1, 999, 1001, 1 << 20, 1 << 31, 1 << 40, (1 << 62) + 5]))
    elif how == 5:  # cut anywhere
        del data[rng.randrange(len(data)):]
    else:  # a byte put in
        data.insert(rng.randrange(start, len(data) - 8), rng.randrange(256))
    return bytes(data)


def limited():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class HostileFiles(harness.CommandTest):
    def run_limited(self, program, seconds=60):
        """The outcome of run_program, which gives a child 256 MiB."""
        self.write("program.syn", program)
        self.write("host.syn", HOST.replace("SECONDS", str(seconds)))
        done = subprocess.run([harness.BINARY, "run", "host.syn"], cwd=self.folder, env=self.environment, text=True, capture_output=True,
                              timeout=seconds + 10, preexec_fn=limited)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout[-1000:])
        peak_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        self.assertLess(peak_mb, MOST_MB * (4 if harness.is_sanitized() else 1))
        return json.loads(done.stdout)

    def error_of(self, program):
        outcome = self.run_limited(program)
        self.assertFalse(outcome["ok"], outcome)
        error = " ".join(outcome["errors"])
        self.assertTrue(error.startswith("Runtime error: "), error)
        return error

    def test_broken_parquet(self):
        made = self.run_limited(MAKE)
        if "DuckDB" in str(made["errors"]):
            self.skipTest("no DuckDB library")
        self.assertTrue(made["ok"], made)
        rng = random.Random(SEED)
        goods = [(self.folder / f"good{i}.parquet").read_bytes() for i in range(4)]
        for number in range(MUTATIONS):
            (self.folder / f"broken{number}.parquet").write_bytes(mutated(rng.choice(goods), rng))
        done = self.run_limited(READ.replace("COUNT", str(MUTATIONS)), seconds=30 + MUTATIONS)
        self.assertTrue(done["ok"], done["errors"])
        lines = done["output"]
        self.assertEqual(len(lines), MUTATIONS, lines[-5:])
        for line in lines:
            is_clear = line.startswith("rows ") or line.startswith("error read_parquet: ") or "memory limit" in line
            self.assertTrue(is_clear, line)
            self.assertNotIn("/proc/self/fd", line)
        self.assertTrue(any(line.startswith("error") for line in lines))

    def test_a_gzip_bomb(self):
        packer = gzip.GzipFile(self.folder / "bomb.csv.gz", "wb", compresslevel=6)
        with packer:
            packer.write(b"a,b\n")
            for _ in range(200):
                packer.write(b"1" * (1 << 20))
        self.expect_bomb("bomb.csv.gz", "gzip")

    def expect_bomb(self, name, form):
        for reader in ("read_csv", "read_table"):
            error = self.error_of(f'require file.read "./*"\nprint(length({reader}("{name}")))\n')
            self.assertIn(f"{reader}: {name}: memory limit exceeded (256 MiB)", error)
            size = (self.folder / name).stat().st_size
            self.assertIn(f"{size} bytes of {form} data", error)
            met = re.search(r"\(at byte (\d+) they were (\d+) bytes already\)", error)
            self.assertTrue(met, error)
            self.assertTrue(0 < int(met[1]) < size, error)
            self.assertTrue(20 << 20 < int(met[2]) <= 256 << 20, error)
            self.assertGreater(int(met[2]) / int(met[1]), 100, error)  # the ratio of these bombs, up to that place

    def test_damaged_compression_says_where(self):
        content = b"a,b\n" + b"".join(b"%d,%d\n" % (row, row * 7919 % 1000) for row in range(50_000))
        packed = bytearray(gzip.compress(content))
        middle = len(packed) // 2
        packed[middle:middle + 64] = b"\xff" * 64
        (self.folder / "bad.csv.gz").write_bytes(packed)
        error = self.error_of('require file.read "./*"\nprint(length(read_csv("bad.csv.gz")))\n')
        met = re.search(r"the gzip data is damaged at byte (\d+) of (\d+) \(after (\d+) bytes of content\)", error)
        self.assertTrue(met, error)
        self.assertEqual(int(met[2]), len(packed))
        self.assertTrue(middle <= int(met[1]) < middle + 4096, error)
        self.assertTrue(0.4 * len(content) < int(met[3]) < 0.6 * len(content), error)
        (self.folder / "cut.csv.gz").write_bytes(packed[:middle])
        self.assertIn(f"the gzip data is cut off at byte {middle} of {middle} (after ",
                      self.error_of('require file.read "./*"\nprint(length(read_table("cut.csv.gz")))\n'))

    def test_a_zstd_bomb(self):
        # A frame of blocks that repeat one byte 128 KiB times, and one that refers 128 MiB back.
        head = b"\x28\xb5\x2f\xfd" + bytes([0x00, (27 - 10) << 3])
        run = struct.pack("<I", (1 << 17) << 3 | 1 << 1)[:3] + b"1"
        (self.folder / "bomb.csv.zst").write_bytes(head + run * 4096)
        self.expect_bomb("bomb.csv.zst", "zstd")
        (self.folder / "rows.csv.zst").write_bytes(head + struct.pack("<I", 4 << 3)[:3] + b"a,b\n" + run * 4096)
        self.expect_bomb("rows.csv.zst", "zstd")
        (self.folder / "cut.csv.zst").write_bytes(head + run * 10 + run[:2])
        self.assertIn("the zstd data is cut off at byte 48 of 48 (after 1310720 bytes of content)", self.error_of('require file.read "./*"\nprint(read_csv("cut.csv.zst"))\n'))

    def test_a_csv_of_one_endless_line(self):
        (self.folder / "line.csv").write_bytes(b"a,b\n" + b"x" * (100 << 20))
        self.assertIn("line 2", self.error_of('require file.read "./*"\nprint(length(read_csv("line.csv")))\n'))
        (self.folder / "commas.csv").write_bytes(b"a,b\n" + b"," * (30 << 20))
        self.assertIn("line 2", self.error_of('require file.read "./*"\nprint(length(read_csv("commas.csv")))\n'))
        (self.folder / "wide.csv").write_bytes(b"," * 900_000)
        self.error_of('require file.read "./*"\nprint(length(read_csv("wide.csv")))\n')
        (self.folder / "head.csv").write_bytes(b"," * (30 << 20))
        self.assertIn("read_csv", self.error_of('require file.read "./*"\nprint(length(read_csv("head.csv")))\n'))

    def test_a_quote_that_never_closes(self):
        (self.folder / "quote.csv").write_bytes(b"a,b\n1,2\n3,\"x" + b"y,z\n" * (5 << 20))
        error = self.error_of('require file.read "./*"\nprint(length(read_csv("quote.csv")))\n')
        self.assertIn("line 3", error)

    def test_objects_that_are_alike_until_the_last_row(self):
        # As columns they take half of the memory, as values more than there is.
        alike = b'{"p":{' + b",".join(b'"%c":1' % letter for letter in b"abcdefgh") + b"}}\n"
        (self.folder / "alike.jsonl").write_bytes(alike * 2_000_000 + b'{"p":5}\n')
        self.assertIn("memory limit", self.error_of('require file.read "./*"\nprint(length(read_jsonl("alike.jsonl")))\n'))
        (self.folder / "alike.jsonl").write_bytes(alike * 2_000_000)
        self.assertIn("memory limit", self.error_of('require file.read "./*"\nlet rows be read_jsonl("alike.jsonl")\n'
                                                    'set rows[0] to 1\nprint(length(rows))\n'))

    def test_json_nested_deep(self):
        deep = "[" * 100_000 + "]" * 100_000
        self.write("deep.json", deep)
        self.write("deep.jsonl", '{"a": ' + deep + "}\n")
        self.assertIn("nested", self.error_of('require file.read "./*"\nprint(read_json("deep.json"))\n'))
        self.assertIn("nested", self.error_of('require file.read "./*"\nprint(read_jsonl("deep.jsonl"))\n'))
        self.assertIn("nested", self.error_of('require file.read "./*"\nprint(read_table("deep.jsonl"))\n'))

    def test_wrong_names(self):
        self.write("text.parquet", "a,b\n1,2\n")
        self.assertIn("not a Parquet file", self.error_of('require file.read "./*"\nprint(read_parquet("text.parquet"))\n'))
        (self.folder / "zeros.csv").write_bytes(b"\0" * 1000)
        self.error_of('require file.read "./*"\nprint(read_csv("zeros.csv"))\n')
        (self.folder / "zeros.csv.gz").write_bytes(b"\x1f\x8b" + b"\0" * 1000)
        self.assertIn("gzip", self.error_of('require file.read "./*"\nprint(read_csv("zeros.csv.gz"))\n'))
        for content, reader, wanted in (
                (b"PK\x03\x04\x14\0\x06\0" + b"\x9c" * 90, "read_csv", "a ZIP archive (a workbook .xlsx is one too), not a table in text: unpack it"),
                (b"\x89PNG\r\n\x1a\n\0\0", "read_table", "is a PNG image"), (b"PAR1\0\0\0\0PAR1", "read_csv", "read_parquet(path) reads it"),
                (b"\n<!DOCTYPE HTML><title>404</title>\n", "read_csv", "is an HTML page"), (b' [{"a": 1}]\n', "read_csv", "holds JSON, not CSV"),
                (b'{"a": 1}\n{"a": 2}\n', "read_csv", "holds JSON, not CSV"), (b"a,b\n1,2\n", "read_json", "line 1: invalid JSON")):
            (self.folder / "odd.csv").write_bytes(content)
            self.assertIn(wanted, self.error_of(f'require file.read "./*"\nprint({reader}("odd.csv"))\n'))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutations", type=int, default=MUTATIONS)
    parser.add_argument("--seed", type=int, default=SEED)
    arguments, _ = parser.parse_known_args()
    MUTATIONS, SEED = arguments.mutations, arguments.seed
    sys.argv[1:] = []
    harness.main()
