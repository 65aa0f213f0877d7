"""What the tests of the command line share: running the binary, and the line of counts that tools/test_all.py reads.

The binary is $SYNSEMA, or build/release/synsema. Not a test itself.
"""
# SPDX-License-Identifier: Apache-2.0
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = os.environ.get("SYNSEMA", str(ROOT / "build/release/synsema"))


def is_sanitized():
    """Whether the binary holds sanitizers, which take several times the memory and terabytes of addresses."""
    return "libasan" in subprocess.run(["ldd", str(BINARY)], capture_output=True, text=True).stdout


class CommandTest(unittest.TestCase):
    """Each test has a folder of its own as working directory."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="synsema-cli-")
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": scratch.name, "LC_ALL": "C.UTF-8"}

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_command(self, *words, text=""):
        return subprocess.run([BINARY, *words], cwd=self.folder, env=self.environment, input=text, text=True,
                              capture_output=True, timeout=20)

    def expect(self, words, code, out=None, err=None, text=""):
        """Runs the command and compares; `out` and `err` are compared whole when they are given."""
        done = self.run_command(*words, text=text)
        self.assertEqual(done.returncode, code, done)
        if out is not None:
            self.assertEqual(done.stdout, out)
        if err is not None:
            self.assertEqual(done.stderr, err)
        return done


def main():
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    failed, skipped = len(result.failures) + len(result.errors), len(result.skipped)
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)
