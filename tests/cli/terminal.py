#!/usr/bin/env python3
"""Terminal escapes: what programs and files hold is shown on a terminal, not obeyed; files and pipes get it as it is."""
# SPDX-License-Identifier: Apache-2.0
import os
import pty
import subprocess

import harness

PRINTS = 'print("\\u001b]0;owned\\u0007a\\tb\\u009b\\u202e")\n'


class Terminal(harness.CommandTest):
    def on_terminal(self, *words, text=""):
        """What a terminal gets as standard output and error."""
        master, slave = pty.openpty()
        environment = dict(self.environment, NO_COLOR="1")
        process = subprocess.Popen([harness.BINARY, *words], cwd=self.folder, env=environment, stdin=subprocess.PIPE, stdout=slave,
                                   stderr=slave)
        os.close(slave)
        process.stdin.write(text.encode())
        process.stdin.close()
        shown = b""
        while True:
            try:
                chunk = os.read(master, 65536)
            except OSError:
                break
            if not chunk:
                break
            shown += chunk
        os.close(master)
        process.wait(20)
        return shown

    def assert_harmless(self, shown):
        text = shown.decode(errors="surrogateescape").replace("\r\n", "\n")
        for c in text:
            self.assertFalse(c < " " and c not in "\n\t", repr(text))
            self.assertFalse("\x7f" <= c < "\xa0" or c in "\u202e\u2066", repr(text))

    def test_output_under_a_ceiling(self):
        self.write("p.syn", PRINTS)
        for flags in [["--sandbox"], ["--cap-set", "stdout"], ["--deterministic"]]:
            shown = self.on_terminal("run", *flags, "p.syn")
            self.assert_harmless(shown)
            self.assertIn(b"\\u001b]0;owned\\u0007a\tb\\u009b\\u202e", shown)
        self.assertIn(b"\x1b]0;owned", self.on_terminal("run", "p.syn"))
        done = self.run_command("run", "--sandbox", "p.syn")
        self.assertIn("\x1b]0;owned", done.stdout)

    def test_errors(self):
        self.write("p.syn", 'let s be "\x1b[2J"\nfail_\x1b[2J()\n')
        self.assert_harmless(self.on_terminal("run", "p.syn"))
        self.assert_harmless(self.on_terminal("check", "p.syn"))
        self.write("q.syn", 'print(read_file("\\u001b[2J"))\n')
        for words in [["run"], ["run", "--explain"], ["run", "--format", "json"], ["run", "--audit", "json"], ["test"]]:
            self.assert_harmless(self.on_terminal(*words, "q.syn"))

    def test_names_of_files(self):
        self.write("d/\x1b[2J.syn", "print(  1)\n")
        for words in [["fmt", "--check", "d"], ["test", "d"], ["run", "d/none\x1b[2J.syn"], ["audit", "d/\x1b[2J.syn"], ["\x1b[2J"]]:
            self.assert_harmless(self.on_terminal(*words))

    def test_audits(self):
        self.write("a.jsonl", '{"ts":"\x9b1","context":"\\u001b[2J","capability":"x\\u001b","granted":false}\n')
        self.assert_harmless(self.on_terminal("audit", "a.jsonl"))
        self.assert_harmless(self.on_terminal("audit", "--json", "a.jsonl"))


class Secrets(harness.CommandTest):
    def test_they_appear_nowhere(self):
        self.environment["KEY_X"] = "hunter2-7391"
        self.write("p.syn", """require secret("KEY_X")
let s be secret("KEY_X")
print(s)
print([s, {"a": s}])
print(json_encode({"a": s}))
print(csv_encode([{"a": s}]))
try
    print(read_file("x" + s))
recover e
    print(e)
print(undefined_name(s))
""")
        for words in [[], ["--explain"], ["--format", "json"], ["--audit", "json"]]:
            done = self.run_command("run", *words, "p.syn")
            self.assertNotIn("hunter2", done.stdout + done.stderr)


if __name__ == "__main__":
    harness.main()
