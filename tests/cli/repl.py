#!/usr/bin/env python3
"""synsema repl, from a pipe and at a pseudo-terminal: blocks, results, errors, history, interrupts, leaving."""
# SPDX-License-Identifier: Apache-2.0
import os
import pty
import select
import signal
import termios
import time

import harness

UP, INTERRUPT, END = b"\x1b[A", b"\x03", b"\x04"


class Pipe(harness.CommandTest):
    def replies(self, text, code=0, words=()):
        """What follows the prompts, without the banner."""
        done = self.expect(["repl", *words], code, err="", text=text)
        banner, _, rest = done.stdout.partition("\n")
        self.assertTrue(banner.startswith("Synsema "), banner)
        return rest

    def test_keeps_variables_and_shows_results(self):
        out = self.replies('let x be 5\nx + 1\n"hi"\nprint(x)\nset x to 7\nx\n')
        self.assertEqual(out, '>>> >>> 6\n>>> "hi"\n>>> 5\n>>> >>> 7\n>>> \n')

    def test_goes_on_after_errors(self):
        out = self.replies("1 / 0\nlet x be\n2\n")
        self.assertIn(">>> Runtime error: <repl>:1:3: Division by zero\n>>> Parse error: <repl>:1:9: ", out)
        self.assertTrue(out.endswith(">>> 2\n>>> \n"))

    def test_takes_blocks_and_brackets(self):
        out = self.replies("task f(a)\n    give a * 2\n\nf(4)\n[1,\n 2]\n")
        self.assertEqual(out, ">>> ... ... >>> 8\n>>> ... [1, 2]\n>>> \n")

    def test_runs_a_block_that_the_input_ends(self):
        self.assertEqual(self.replies("when true\n    print(1)"), ">>> ... ... 1\n\n")

    def test_obeys_commands(self):
        self.assertIn(":quit   leave", self.replies(":help\n:quit\nprint(1)\n"))
        self.assertEqual(self.replies(":foo\n:quit\n"), ">>> unknown command ':foo'; there are :help and :quit\n>>> ")
        self.assertEqual(self.replies("exit(3)\nprint(1)\n", code=3), ">>> ")

    def test_shares_its_input_with_programs(self):
        self.assertEqual(self.replies("print(read_line())\nhello\n"), ">>> hello\n>>> \n")

    def test_holds_ceilings(self):
        self.write("a", "text")
        text = 'require file.read("a")\nread_file("a")\n'
        self.assertIn("Capability not granted", self.replies(text, words=["--sandbox"]))
        self.assertIn('"text"', self.replies(text))

    def test_refuses_wrong_usage(self):
        self.expect(["repl", "file.syn"], 2, "")
        self.expect(["repl", "--foo"], 2, "")


class Terminal(harness.CommandTest):
    def setUp(self):
        super().setUp()
        self.environment.update(TERM="xterm", NO_COLOR="1")
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.chdir(self.folder)
            os.execve(harness.BINARY, ["synsema", "repl"], self.environment)
        self.addCleanup(self.end_child)
        self.seen = b""
        self.wait_for(b">>> ")

    def end_child(self):
        if self.child is not None:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        os.close(self.terminal)

    def wait_for(self, wanted, seconds=10):
        """Reads until `wanted` has come, and gives what came up to there."""
        end = time.monotonic() + seconds
        while wanted not in self.seen:
            ready = select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]
            self.assertTrue(ready, f"waited for {wanted!r}, got {self.seen!r}")
            try:
                self.seen += os.read(self.terminal, 4096)
            except OSError:
                self.fail(f"it ended; waited for {wanted!r}, got {self.seen!r}")
        before, _, self.seen = self.seen.partition(wanted)
        return before

    def enter(self, keys, wanted=b"\r\n>>> "):
        os.write(self.terminal, keys)
        return self.wait_for(wanted)

    def wait_for_editor(self):
        """The prompt comes before the editor takes the terminal; what is pressed in between means something else."""
        for _ in range(500):
            if not termios.tcgetattr(self.terminal)[3] & termios.ICANON:
                return
            time.sleep(0.01)
        self.fail("the editor never took the terminal")

    def exit_code(self):
        """Reads what it still writes (it waits for that to be taken), then how it ended."""
        try:
            while select.select([self.terminal], [], [], 10)[0]:
                os.read(self.terminal, 4096)
            self.fail("it does not end")
        except OSError:
            pass  # the other side is closed
        _, status = os.waitpid(self.child, 0)
        self.child = None
        return os.waitstatus_to_exitcode(status)

    def test_edits_and_remembers_lines(self):
        self.enter(b"let x be 5\n")
        self.enter(b"x + 1\n", b"\r\n6\r\n>>> ")
        self.enter(UP + b"0\n", b"\r\n15\r\n>>> ")
        self.enter(b"xy\x7f * 2\n", b"\r\n10\r\n>>> ")
        self.enter('"café"\n'.encode(), '\r\n"café"\r\n>>> '.encode())

    def test_takes_blocks(self):
        self.enter(b"when true\n", b"... ")
        self.enter(b"    print(6 * 7)\n", b"... ")
        self.enter(b"\n", b"42\r\n>>> ")

    def test_shows_errors_with_their_source(self):
        self.assertIn(b"1 | 1 / 0", self.enter(b"1 / 0\n"))

    def test_drops_the_line_at_an_interrupt(self):
        self.wait_for_editor()
        self.enter(b"print(1", b"print(1")
        time.sleep(0.2)  # an interrupt before it reads on is seen with the next key only
        self.enter(INTERRUPT, b">>> ")
        self.enter(b"2 + 3\n", b"\r\n5\r\n>>> ")

    def test_ends_what_runs_at_an_interrupt(self):
        self.enter(b"while true\n", b"... ")
        self.enter(b"    let x be 1\n", b"... ")
        self.enter(b"\n", b"\n")
        time.sleep(0.2)  # an interrupt before it runs would drop the entry: as good, but not the case here
        self.enter(INTERRUPT, b"interrupted\r\n>>> ")
        self.enter(b"2 + 3\n", b"\r\n5\r\n>>> ")

    def test_leaves_at_the_end_of_the_input(self):
        self.wait_for_editor()
        os.write(self.terminal, END)
        self.assertEqual(self.exit_code(), 0)

    def test_quits(self):
        os.write(self.terminal, b":quit\n")
        self.assertEqual(self.exit_code(), 0)


if __name__ == "__main__":
    harness.main()
