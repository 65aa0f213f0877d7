#!/usr/bin/env python3
"""Without a library that fits, what needs DuckDB is an error that says what was tried; all else runs.

SPDX-License-Identifier: Apache-2.0
"""
import pathlib
import resource
import subprocess

import harness

PROGRAM = """try
    print(sql("select 1 as one"))
recover e
    print(e)
print("goes on")
"""
ROOM_BYTES = 60 << 20  # of address space: the library is larger


class EngineLibrary(harness.CommandTest):
    def run_program(self, limited=False):
        self.write("program.syn", PROGRAM)
        limit = (lambda: resource.setrlimit(resource.RLIMIT_AS, (ROOM_BYTES, ROOM_BYTES))) if limited else None
        done = subprocess.run([harness.BINARY, "run", "program.syn"], cwd=self.folder, env=self.environment, text=True, capture_output=True,
                              timeout=20, preexec_fn=limit)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        self.assertTrue(done.stdout.endswith("goes on\n"), done)
        return done.stdout

    def test_a_library_that_cannot_be_loaded(self):
        if harness.is_sanitized():
            self.skipTest("a sanitizer needs the addresses that the test takes away")
        out = self.run_program(limited=True)
        self.assertIn("sql needs the DuckDB library, which cannot be loaded", out)

    def test_a_library_of_another_version(self):
        other = next(pathlib.Path("/lib").glob("*-linux-gnu/libm.so.6"), None)
        if other is None:
            self.skipTest("no other library")
        (self.folder / "libduckdb.so").write_bytes(other.read_bytes())
        self.environment["DUCKDB_ROOT"] = str(self.folder)
        self.assertIn("libduckdb.so has no function duckdb_", self.run_program())


if __name__ == "__main__":
    harness.main()
