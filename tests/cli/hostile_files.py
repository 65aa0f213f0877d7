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
        self.assertIn("memory limit", self.error_of('require file.read "./*"\nprint(length(read_csv("bomb.csv.gz")))\n'))
        self.assertIn("memory limit", self.error_of('require file.read "./*"\nprint(length(read_table("bomb.csv.gz")))\n'))

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


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutations", type=int, default=MUTATIONS)
    parser.add_argument("--seed", type=int, default=SEED)
    arguments, _ = parser.parse_known_args()
    MUTATIONS, SEED = arguments.mutations, arguments.seed
    sys.argv[1:] = []
    harness.main()
