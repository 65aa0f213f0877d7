#!/usr/bin/env python3
"""The holes that the specification found in the original (spec/security.md, section 23), each closed here, and by what.

One test a hole, named for it. A hole of something that this implementation does not have (agents, archives, databases, …) is
skipped with the reason, and counted. Not here: attacks by native code in the child's place.
"""
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
import harness  # noqa: E402

SECRET = "secret-marker-7391"
PARENT = """
require sandbox_run
{requires}
print(json_encode(run_program(args()[0], json_decode(args()[1]))))
"""


class Holes(harness.CommandTest):
    def setUp(self):
        super().setUp()
        self.work = self.folder / "w"
        self.write("w/data/a.txt", "plain\n")
        self.write("w/data/long.txt", "long\n")
        self.write("w/data/sub/s.txt", "deep\n")
        self.write("w/.env", f"KEY={SECRET}\n")
        self.write("other/data/a.txt", SECRET + "\n")
        self.folder = self.work

    def absent(self, what):
        self.skipTest(f"not in this implementation: {what}")

    def run_limited(self, words, seconds=30, environment=None, memory=4 << 30):
        import resource

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        return subprocess.run([harness.BINARY, *words], cwd=self.folder, env=environment or self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, preexec_fn=limit)

    def host(self, code, *flags, seconds=20):
        """A program run by hand."""
        self.write("host.syn", code)
        return self.run_limited(["run", "--no-env-file", *flags, "host.syn"], seconds)

    def child(self, code, ceiling="stdout,file.read=./data/*", requires='require file.read("./data/*")', flags=(), seconds=30,
              broken=False, **options):
        """The result map of run_program."""
        options = {"ceiling": ceiling, "profile": "native", "timeout": 5, **options}
        self.write("parent.syn", PARENT.format(requires=requires))
        words = ["run", "--no-env-file", *flags, "parent.syn", "--", code, json.dumps(options)]
        done = self.run_limited(words, seconds)
        self.assertEqual(done.returncode, 0, done.stderr.decode(errors="replace")[-2000:])
        self.assertNotIn(SECRET.encode(), done.stdout + done.stderr)
        result = json.loads(done.stdout)
        if not broken:  # a program that does not run proves nothing
            for words in ["Parse error", "Lexer error", "Undefined variable", "expects an array", "takes at most", "must be a list"]:
                self.assertNotIn(words, str(result["errors"]))
        return result

    def refused(self, result, *words):
        """It failed, and all the words stand in its errors, or in what the audit says of refusals."""
        self.assertFalse(result["ok"], result)
        said = " ".join(result["errors"] + [entry["reason"] for entry in result["audit"] if not entry["granted"]])
        for word in words:
            self.assertIn(word, said)

    def reads(self, path):
        return f'require file.read("./data/*")\nprint(read_file("{path}"))'

    # A: the algebra of scopes

    def test_a1_dot_star_is_beneath_the_folder(self):
        for path in ["/etc/hostname", "../other/data/a.txt"]:
            done = self.host(f'require file.read("./*")\nprint(read_file("{path}"))', "--cap-set", "stdout,file.read=./*")
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"Capability not granted", done.stderr)
        done = self.host('require file.read("./*")\nprint(read_file("data/a.txt"))', "--cap-set", "stdout,file.read=./*")
        self.assertEqual(done.stdout, b"plain\n\n")
        self.refused(self.child('require db("./*")\ndb_open("postgres://h/x")', "stdout,db=./*", 'require db("./*")'),
                     "Capability not granted")

    def test_a2_a_question_mark_covers_no_star(self):
        result = self.child('require file.read("./data/*.txt")\nprint(read_file("data/long.txt"))', "stdout,file.read=./data/*.txt",
                            'require file.read("./data/?.txt")')
        self.refused(result, "above the host ceiling")
        result = self.child('require env("*")\nprint(env("LONG", "x"))', "stdout,env=*", 'require env("?")')
        self.refused(result, "above the host ceiling")

    def test_a3_an_empty_scope_is_refused(self):
        self.write("parent.syn", PARENT.format(requires='require file.read(".")'))
        for ceiling in ["file.read=", "stdout,file.read= "]:
            done = self.run_command("run", "parent.syn", "--", "print(1)", json.dumps({"ceiling": ceiling}))
            self.assertEqual(done.returncode, 1)
            self.assertIn("the scope of 'file.read=' is empty", done.stderr)

    def test_a4_cwd_does_not_move_scopes(self):
        result = self.child(self.reads("data/a.txt"), requires='require file.read("*")', cwd="../other")
        self.refused(result, "Capability not granted")

    def test_a5_no_loader_variables(self):
        for name in ["LD_PRELOAD", "LD_LIBRARY_PATH", "GLIBC_TUNABLES", "MALLOC_CHECK_", "SYNSEMA_AUDIT", "A=B"]:
            self.write("parent.syn", PARENT.format(requires=""))
            done = self.run_command("run", "parent.syn", "--", "print(1)", json.dumps({"ceiling": "stdout", "env": {name: "x"}}))
            self.assertEqual(done.returncode, 1, name)
            self.assertIn("run_program", done.stderr)

    def test_a6_no_audit_file_by_the_environment(self):
        path = self.folder / "made.jsonl"
        self.write("parent.syn", PARENT.format(requires=""))
        options = json.dumps({"ceiling": "stdout", "env": {"SYNSEMA_AUDIT": str(path)}})
        done = self.run_command("run", "parent.syn", "--", "print(1)", options)
        self.assertEqual(done.returncode, 1)
        self.assertFalse(path.exists())
        self.environment["SYNSEMA_MARK"] = SECRET
        self.refused(self.child('require env("*")\nprint(env("SYNSEMA_MARK", "none"))', "stdout", 'require env("*")'),
                     "above the host ceiling")

    def test_a7_filename_is_a_label(self):
        self.write("../other/m.syn", "let leaked be 1\n")
        result = self.child('use "./m.syn" as m\nprint(m.leaked)', "stdout", filename="../other/x.syn")
        self.assertFalse(result["ok"])
        self.assertEqual(result["output"], [])

    def test_a8_wider_requires_in_the_child(self):
        for wanted in ["file", "file.read", 'file.read("*")', "net", "exec", "sandbox_run", "env", "file.write", "db"]:
            result = self.child(f"require {wanted}\nprint(read_file(\"/etc/hostname\"))")
            self.refused(result, "above host ceiling")

    def test_a9_spawn_inside_sandbox(self):
        self.absent("agents")

    def test_a10_ambient_grants_do_not_return_in_workers(self):
        done = self.host("sandbox\n    print(parallel_map((x) => now(), [1]))\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"Capability not granted: time", done.stderr)

    def test_a11_each_print_is_checked(self):
        code = 'print("before")\nsandbox under {"file.read": "./x"}\n    print("inside")\n'
        done = self.host(code, "--cap-set", "stdout")
        self.assertEqual(done.stdout, b"before\ninside\n")  # stdout is the host's: the block cannot carry it
        done = self.host('task t()\n    print("in tool")\nprint("before")\ncall_tool(t, {})\n', "--cap-set", "stdout")
        self.assertIn(done.returncode, (0, 1))
        result = self.child('print("x")', "file.read=./data/*")
        self.refused(result, "stdout")

    def test_a12_a_misspelt_capability_is_an_error(self):
        done = self.host('print("ran")\nrequire file.raed("./x")\n')
        self.assertEqual(done.stdout, b"")
        self.assertIn(b"unknown capability", done.stderr)

    # B: the file system

    def link(self, name, target):
        path = self.folder / "data" / name
        path.symlink_to(target)
        return f"data/{name}"

    def test_b1_a_link_to_a_file_outside(self):
        self.link("l", "../.env")
        for call in ['read_file("data/l")', 'read_file_bytes("data/l")', 'grep("data/l", "KEY")', 'file_info("data/l")',
                     'read_csv("data/l")', 'read_table("data/l")', 'sql("select * from \'data/l\'")']:
            self.refused(self.child(f'require file.read("./data/*")\nprint({call})'), "symbolic link")
        result = self.child('require file.read("./data/*")\nprint(grep("data/sub", "e").matches)\nprint(read_table("data/*.none"))')
        self.assertFalse(result["ok"])

    def test_b2_links_to_folders_outside(self):
        for name, target in [("up", ".."), ("etc", "/etc"), ("root", "/proc/self/root")]:
            self.link(name, target)
            for call in [f'list_dir("data/{name}")', f'read_file("data/{name}/hostname")', f'grep("data/{name}", "a")']:
                result = self.child(f'require file.read("./data/*")\nprint({call})')
                self.refused(result, "link")

    def test_b3_a_hard_link(self):
        os.link(self.folder / ".env", self.folder / "data/hard")
        self.refused(self.child(self.reads("data/hard")), "hard link")

    def test_b4_no_existence_oracle(self):
        self.link("root", "/")
        answers = set()
        for name in ["etc/hostname", "etc/no-such-file-here"]:
            result = self.child(f'require file.read("./data/*")\nprint(file_exists("data/root/{name}"))')
            self.refused(result, "symbolic link")
            answers.add(result["errors"][0].replace(name, "X"))
        self.assertEqual(len(answers), 1)
        answers = set()
        for name in ["hostname", "no-such-file-here"]:
            result = self.child(f'require file.read("./data/*")\nprint(file_exists("/etc/{name}"))')
            answers.add(result["errors"][0].replace(name, "X"))
        self.assertEqual(len(answers), 1)

    def test_b5_a_link_swapped_in(self):
        racer = subprocess.Popen([sys.executable, "-c", """
import os, sys
while os.getppid() == int(sys.argv[1]):
    os.symlink('../.env', 'data/t1'); os.rename('data/t1', 'data/r')
    open('data/t2', 'w').write('plain'); os.rename('data/t2', 'data/r')
""", str(os.getpid())], cwd=self.folder)
        while not (self.folder / "data/r").exists():
            time.sleep(0.01)
        try:
            code = """require file.read("./data/*")
let tries be 0
let seen be 0
let fine be 0
let refused be 0
while tries < 5000 or fine == 0 or refused == 0
    set tries to tries + 1
    try
        let text be read_file("data/r")
        set fine to fine + 1
        when contains(text, "KEY")
            set seen to seen + 1
    recover e
        set refused to refused + 1
print(seen)"""
            # However seldom the racer has its turn, both of what it makes are met.
            result = self.child(code, timeout=20)
        finally:
            racer.kill()
            racer.wait()
        self.assertEqual(result["output"], ["0"], result["errors"])

    def test_b6_a_planted_temporary_name(self):
        self.write("victim", "untouched")
        for name in ["q.synsema.tmp", "q.tmp", ".q.tmp"]:
            self.link(name, "../victim")
        result = self.child('require file.write("./data/*")\nprint(write_file("data/q", "x"))', "stdout,file.write=./data/*",
                            'require file.write("./data/*")')
        self.assertTrue(result["ok"], result["errors"])
        self.assertEqual((self.folder / "victim").read_text(), "untouched")

    def test_b7_databases(self):
        self.absent("databases (db_open); what stands in is DuckDB, below")

    def test_b7_sql_reaches_no_other_file(self):
        for query in ["attach '/tmp/x.db'", "copy (select 1) to 'data/out.csv'", "select * from read_csv('/etc/passwd')",
                      "select * from '../other/data/a.txt'", "install httpfs", "select * from read_text('.env')",
                      "set allowed_directories = ['/']", "pragma database_list", "load 'x'"]:
            text = json.dumps(query)
            result = self.child(f'require file.read("./data/*")\nprint(sql({text}))')
            self.assertFalse(result["ok"], query)
        self.assertEqual(sorted(p.name for p in (self.folder / "data").iterdir()), ["a.txt", "long.txt", "sub"])

    def test_b8_modules_are_read_under_the_ceiling(self):
        self.write("secret.syn", f'let leaked be "{SECRET}"\n')
        self.write("data/ok.syn", "let value be 1\n")
        self.link("root", "/")
        for path in ["./secret.syn", f"./data/root{self.folder}/secret.syn"]:
            for profile in ["native", "pure"]:
                result = self.child(f'use "{path}" as m\nprint(m.leaked)', "stdout", profile=profile)
                self.assertFalse(result["ok"])
                self.assertEqual(result["output"], [])

    def test_b9_use_of_what_is_no_program(self):
        self.link("e.syn", "../.env")
        result = self.child('use "./data/e.syn" as m\nprint(1)')
        self.assertFalse(result["ok"])
        self.assertNotIn("KEY", str(result["errors"]))

    def test_b10_templates_that_include(self):
        self.absent("render")

    def test_b11_dots_and_backslashes(self):
        for path in ["data/../.env", "data/sub/../../.env", "data\\\\..\\\\.env", "./data/./../.env", "data//..//.env"]:
            self.refused(self.child(self.reads(path)), "Capability not granted")
        result = self.child('require file.read("./data/*")\nprint(read_file("data/a.txt" + "\\u0000" + "/../../.env"))')
        self.assertFalse(result["ok"])

    def test_b12_look_alikes(self):
        for path in ["data/%2e%2e/.env", "data/..%2f.env", "data/\uff0e\uff0e/.env", "data\u2215..\u2215.env", "DATA/a.txt",
                     "data/a.txt\\n", "\u0501ata/a.txt"]:
            result = self.child(self.reads(path))
            self.assertFalse(result["ok"], path)
        # A trailing slash is dropped when the name is normalised.
        self.assertTrue(self.child(self.reads("data/a.txt/"))["ok"])

    def test_b13_absolute_names_of_the_kernel(self):
        for path in ["/proc/self/environ", "/proc/self/root/etc/hostname", "~/.bashrc", "/dev/fd/0"]:
            self.refused(self.child(self.reads(path)), "Capability not granted")

    def test_b14_links_into_proc(self):
        for i, target in enumerate(["environ", "cmdline", "maps", "mem", "fd"]):
            path = self.link(f"p{i}", f"/proc/self/{target}")
            self.refused(self.child(self.reads(path)), "symbolic link")

    def test_b15_the_environment_of_an_ancestor(self):
        path = self.link("p", f"/proc/{os.getpid()}/environ")
        self.refused(self.child(self.reads(path)), "symbolic link")

    def test_b16_memory_of_processes(self):
        for i, target in enumerate(["/proc/self/mem", "/proc/1/environ"]):
            path = self.link(f"m{i}", target)
            self.refused(self.child(self.reads(path)), "symbolic link")

    def test_b17_descriptors_by_name(self):
        self.link("fd", "/proc/self/fd")
        started = time.monotonic()
        for call in ['list_dir("data/fd")', 'read_file("data/fd/0")', 'read_file("data/fd/1")']:
            self.refused(self.child(f'require file.read("./data/*")\nprint({call})'), "link")
        self.assertLess(time.monotonic() - started, 10)

    def test_b18_the_audit_descriptor_is_not_inherited(self):
        self.link("fd", "/proc/self/fd")
        log = os.open(self.folder / "audit.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.write("parent.syn", PARENT.format(requires='require file("./data/*")'))
        code = 'require file("./data/*")\nprint(append_file("data/fd/%d", "forged\\n"))' % log
        options = json.dumps({"ceiling": "stdout,file=./data/*", "profile": "native"})
        done = subprocess.run([harness.BINARY, "run", "--audit", f"fd:{log}", "parent.syn", "--", code, options], cwd=self.folder,
                              env=self.environment, pass_fds=[log], capture_output=True, timeout=20)
        os.close(log)
        self.assertFalse(json.loads(done.stdout)["ok"])
        self.assertNotIn("forged", (self.folder / "audit.jsonl").read_text())

    def test_b19_devices(self):
        path = self.link("zero", "/dev/zero")
        for call in [f'read_file("{path}")', f'read_file_bytes("{path}")', f'read_file("{path}", 1, 2)']:
            self.refused(self.child(f'require file.read("./data/*")\nprint({call})'), "symbolic link")
        done = self.host('require file.read("/dev/*")\nprint(read_file("/dev/zero"))', "--cap-set", "stdout,file.read=/dev/*")
        self.assertIn(b"device", done.stderr)

    def test_b20_endless_devices(self):
        started = time.monotonic()
        self.refused(self.child(self.reads(self.link("u", "/dev/urandom"))), "symbolic link")
        self.assertLess(time.monotonic() - started, 4)

    def test_b21_pipes(self):
        os.mkfifo(self.folder / "data/pipe")
        started = time.monotonic()
        self.refused(self.child(self.reads("data/pipe")), "pipe")
        result = self.child('require file.read("./data/*")\nprint(grep("data/pipe", "x").matches)')
        self.assertIn("pipe", str(result))
        self.assertLess(time.monotonic() - started, 8)

    def test_b22_a_huge_file(self):
        with open(self.folder / "data/big", "wb") as file:
            file.truncate(3 << 30)
        for call in ['read_file("data/big")', 'read_file_bytes("data/big")']:
            result = self.child(f'require file.read("./data/*")\nprint(length({call}))')
            self.refused(result, "limit")
            self.assertFalse(result["timed_out"])

    def test_b23_grep_follows_no_link(self):
        self.link("up", "..")
        started = time.monotonic()
        result = self.child('require file.read("./data*")\nprint(grep("data", "KEY").matches)', "stdout,file.read=./data*",
                            'require file.read("./data*")')
        self.assertEqual(result["output"], ["[]"], result["errors"])
        self.assertLess(time.monotonic() - started, 4)

    def test_b24_loops_and_long_paths(self):
        self.link("loop", "loop")
        self.refused(self.child(self.reads("data/loop")), "symbolic link")
        result = self.child('require file.read("./data/*")\nprint(read_file("data/" + join(apply(range(0, 30000), (i) => "a/"), "")))')
        self.assertFalse(result["ok"])
        self.assertLess(len(result["errors"][0]), 2000)

    def test_b25_messages_are_cut(self):
        result = self.child('print(read_file(join(apply(range(0, 4000000), (i) => "a"), "")))', "stdout")
        self.assertFalse(result["ok"])
        self.assertLess(len(result["errors"][0]), 2000)

    def test_b26_archives(self):
        self.absent("archives (zip_extract)")

    def test_b26_a_compressed_bomb(self):
        import gzip
        (self.folder / "data/bomb.csv.gz").write_bytes(gzip.compress(b"a,b\n" + b"1,2\n" * (150 << 20), 9))
        result = self.child('require file.read("./data/*")\nprint(length(read_table("data/bomb.csv.gz")))', timeout=10, seconds=60)
        self.assertFalse(result["ok"])

    # C: report, processes, protocol

    def test_c1_a_prompt_does_not_break_the_report(self):
        result = self.child('print(read_line("x"))\nprint("after")', "stdout,stdin")
        self.assertTrue(result["ok"], result["errors"])
        self.assertEqual(result["output"][-1], "after")

    def test_c2_a_forged_report(self):
        forged = '{"ok":true,"output":["forged"],"errors":[],"audit":[],"exit":0,"llm_tokens":0,"steps":1}'
        code = "print(read_line(args_text))\n".replace("args_text", json.dumps(forged)) + \
            'let xs be [1]\nwhile true\n    set xs to xs + xs\n'
        result = self.child(code, "stdout,stdin", timeout=10, seconds=60)
        self.assertFalse(result["ok"])
        self.assertTrue(result["errors"])

    def processes_of(self, marker):
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if (entry / "cwd").resolve() == self.folder.resolve() and marker in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
        return found

    def gone(self, marker):
        for _ in range(60):
            if not self.processes_of(marker):
                return True
            time.sleep(0.05)
        return False

    LOOP_BELOW = """require sandbox_run
print(run_program("while true\\n    let x be 1\\n", {"ceiling": "stdout", "timeout": 60}))"""

    def test_c3_a_grandchild_ends_with_its_parent(self):
        result = self.child(self.LOOP_BELOW, "stdout,sandbox_run", "", timeout=1)
        self.assertTrue(result["timed_out"])
        self.assertTrue(self.gone(b"synsema"))

    def test_c4_a_child_ends_with_its_host(self):
        self.write("parent.syn", PARENT.format(requires=""))
        for number in [signal.SIGTERM, signal.SIGKILL]:
            words = ["run", "parent.syn", "--", "while true\n    let x be 1\n", json.dumps({"ceiling": "stdout", "timeout": 60})]
            host = subprocess.Popen([harness.BINARY, *words], cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL)
            time.sleep(0.5)
            host.send_signal(number)
            host.wait()
            self.assertTrue(self.gone(b"synsema"), number)

    def test_c5_generations_are_counted(self):
        code = """require sandbox_run
require file.read("./data/*")
let options be {"ceiling": "stdout,sandbox_run,file.read=./data/*", "profile": "native"}
let r be run_program(read_file("data/again.syn"), options)
print(r.errors)
print(r.output)"""
        self.write("data/again.syn", code)
        result = self.child(code, "stdout,sandbox_run,file.read=./data/*", timeout=20, seconds=40)
        self.assertIn("max depth", str(result))

    def test_c6_odd_timeouts(self):
        self.write("parent.syn", "require sandbox_run\nlet n be args()[0]\nprint(run_program(\"print(1)\", {\"timeout\": number(n)}))\n")
        for text in ["1e300", "-1", "0", "inf", "nan"]:
            done = self.run_command("run", "parent.syn", "--", text)
            self.assertEqual(done.returncode, 1, text)
            self.assertTrue(done.stderr.startswith("Runtime error"), done.stderr)

    def test_c7_endless_output(self):
        result = self.child('let line be join(apply(range(0, 1000), (i) => "x"), "")\nwhile true\n    print(line)\n', "stdout", "", timeout=20, seconds=60)
        self.refused(result, "output")
        self.assertFalse(result["timed_out"])

    def test_c8_many_prints(self):
        result = self.child('let line be join(apply(range(0, 82), (i) => "x"), "")\neach i in range(0, 1000000)\n    print(line)\n', "stdout", "", timeout=20, seconds=60)
        self.refused(result, "output")

    def test_c9_audit_floods(self):
        code = 'require file.read("./data/*")\neach i in range(0, 50000)\n    let x be file_exists("data/a.txt")\nprint("done")'
        result = self.child(code, timeout=20, seconds=60)
        self.assertTrue(result["ok"], result["errors"])
        self.assertLessEqual(len(result["audit"]), 10100)
        self.assertIn("audit truncated", str(result["audit"][-3:]))

    def test_c10_refusals_in_a_loop(self):
        code = 'each i in range(0, 50000)\n    try\n        print(read_file("/etc/hostname"))\n    recover e\n        let x be e\nprint("done")'
        result = self.child(code, timeout=20, seconds=60)
        self.assertTrue(result["ok"], result["errors"])
        self.assertLessEqual(len(result["audit"]), 10100)

    def test_c11_what_was_printed_is_kept(self):
        result = self.child('print("before")\nwhile true\n    let x be 1\n', "stdout", "", timeout=1)
        self.assertTrue(result["timed_out"])
        self.assertEqual(result["output"], ["before"])

    def test_c12_terminal_escapes_are_data(self):
        result = self.child('print("\\u001b[2J")', "stdout", "")
        self.assertEqual(result["output"], ["\x1b[2J"], result["errors"])

    def test_c13_nothing_tells_of_the_engine(self):
        for name in ["self_path", "platform"]:
            self.assertFalse(self.child(f"print({name}())", "stdout", "", broken=True)["ok"])

    def test_c14_no_other_worlds(self):
        for call in ['db_open("x")', "term_open()", 'fetch("http://127.0.0.1/")', 'run("true")', "serve(80)"]:
            result = self.child(f"print({call})", "stdout", "", broken=True)
            self.assertFalse(result["ok"], call)
            self.assertEqual(result["output"], [])

    def test_c15_a_process_that_keeps_the_pipes(self):
        started = time.monotonic()
        code = 'require exec("sh")\nprint(run("sh", ["-c", "sleep 8 & sleep 8"], 60).exit_code)'
        self.environment["PATH"] = "/usr/bin:/bin"
        result = self.child(code, "stdout,exec=sh", 'require exec("sh")', timeout=1)
        self.assertFalse(result["ok"])
        self.assertLess(time.monotonic() - started, 5)

    def test_c16_deterministic_runs_read_no_entropy(self):
        for call in ["random()", "now()", "random_int(1, 6)", "token()"]:
            done = self.host(f"require random\nprint({call})\n", "--deterministic")
            self.assertEqual(done.returncode, 1, call)
            self.assertEqual(done.stdout, b"")

    # D: memory and time inside the child

    def bounded(self, code, *words, timeout=6, seconds=60, broken=False):
        """It ends by itself, by a limit or by the deadline, and the host learns which."""
        started = time.monotonic()
        result = self.child(code, "stdout", "", timeout=timeout, seconds=seconds, broken=broken)
        self.assertLess(time.monotonic() - started, timeout + 4)
        self.assertFalse(result["ok"], str(result)[:400])
        self.assertTrue(result["errors"])
        said = str(result["errors"])
        self.assertTrue(not words or any(word in said for word in words), said)
        return result

    def fine(self, code, timeout=6):
        result = self.child(code, "stdout", "", timeout=timeout, seconds=60)
        self.assertTrue(result["ok"], str(result)[:600])
        return result

    def test_d1_doubling(self):
        self.bounded('let s be "x"\nwhile true\n    set s to s + s\n', "memory limit")
        self.bounded("let s be [1]\nwhile true\n    set s to s + s\n", "memory limit")

    def test_d2_huge_sizes(self):
        for call in ["length(apply(range(0, 10 ** 12), (x) => x))", "zeros(10 ** 9)", "zeros(10 ** 12)", 'length(pad_left("", 10 ** 12, "x"))']:
            self.bounded(f"print({call})\n", "memory limit", "holds at most")

    def test_d3_replacements(self):
        self.bounded('let s be "a"\neach i in range(0, 12)\n    set s to replace(s, "a", "aaaaaaaaaa")\nprint(length(s))\n', "memory limit")

    def test_d4_many_matches(self):
        self.bounded('let s be join(apply(range(0, 6700000), (i) => "aaaaaaaaaa"), "")\nprint(length(regex_find_all(s, "a")))\n', "memory limit")

    def test_d5_recursion(self):
        self.bounded("task f(n)\n    give f(n + 1) + 1\nprint(f(0))\n", "maximum recursion depth")
        self.bounded("task f(n)\n    give sort_by([1, 2], (x) => f(n + 1))\nprint(f(0))\n", "maximum recursion depth")

    def test_d6_deep_values(self):
        self.fine("let x be [1]\neach i in range(0, 300000)\n    set x to [x]\nlet y be x\nprint(x == y)\nprint(length(text(x)))\n")

    def test_d7_nested_source(self):
        self.bounded("print(" + "(" * 20000 + "1" + ")" * 20000 + ")\n", "nested", "deep", "Parse error", broken=True)

    def test_d8_long_chains(self):
        result = self.child("print(" + "+".join(["1"] * 20000) + ")\n", "stdout", "", broken=True)
        self.assertIn(result["exit"], (0, 1))
        self.assertTrue(result["ok"] or result["errors"])

    def test_d9_values_do_not_hold_themselves(self):
        self.fine("let x be [1]\nset x to append(x, x)\nset x[0] to x\nprint(length(text(x)) > 0)\n")

    def quick(self, code, seconds, *words):
        """It ends soon: with a result, or by a limit that says so."""
        started = time.monotonic()
        result = self.child(code, "stdout", "", timeout=5)
        self.assertLess(time.monotonic() - started, seconds)
        said = str(result["errors"])
        self.assertTrue(result["ok"] or any(word in said for word in words), said)

    def test_d10_powers(self):
        for call in ["10 ** 10 ** 7", "10 ** 10 ** 8", "text(7 ** 5000000)", "3 ** (5 * 10 ** 7)"]:
            self.quick(f"let x be {call}\nprint(1)\n", 7, "number too large", "timed out")

    def test_d11_factorials(self):
        self.quick("print(length(text(factorial(200000))))\n", 7, "number too large", "timed out")

    def test_d12_regular_expressions(self):
        self.fine('print(matches(join(apply(range(0, 40), (i) => "a"), "") + "b", "^(a+)+$"))\n')
        for pattern in ["((a{1,1000}){1,1000}){1,1000}", "(a)\\\\1"]:
            result = self.child(f'print(matches("aa", "{pattern}"))\n', "stdout", "")
            self.assertFalse(result["ok"])

    def test_d13_scopes_with_many_stars(self):
        scope = "./data/" + "*a" * 11 + "*b"
        self.fine(f'require file.read("{scope}")\ntry\n    print(read_file("data/" + join(apply(range(0, 88), (i) => "a"), "")))\nrecover e\n    print("no")\n')
        result = self.child(f'require file.read("./data/{"*a" * 40}")\n')
        self.assertFalse(result["ok"])

    def test_d14_sorting(self):
        self.fine("let n be 0\ntask key(x)\n    set n to n + 1\n    give n * 7919 % 13\nprint(length(sort_by(range(0, 1000), key)))\n")
        self.bounded("task key(x)\n    while true\n        let y be 1\nprint(sort_by([2, 1], key))\n", "timed out", timeout=1)

    def test_d15_endless_loops(self):
        self.bounded("while true\n    let x be 1\n", "timed out", timeout=1)

    def test_d16_appending(self):
        self.fine("let xs be []\neach i in range(0, 100000)\n    set xs to append(xs, i)\nprint(length(xs))\n")

    def test_d17_linear_algebra(self):
        self.quick("let a be zeros([6000, 6000])\nprint(length(matmul(a, a)))\n", 7, "memory limit", "timed out")
        self.quick("print(length(svd(zeros([2000, 2000]))))\n", 7, "memory limit", "timed out")

    def test_d18_many_agents(self):
        self.absent("agents")

    def test_d19_many_workers(self):
        self.fine("print(length(parallel_map((x) => x + 1, range(0, 20000))))\n", timeout=15)

    def test_d20_bus_floods(self):
        self.absent("the bus")

    def test_d21_deep_documents(self):
        self.bounded('print(json_decode(join(apply(range(0, 1000000), (i) => "["), "")))\n')
        bomb = '<!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>'
        self.bounded(f"print(xml_parse({json.dumps(bomb)}))\n", "DTD")

    def test_d22_a_huge_source(self):
        big = self.write("big.syn", 'let x be "' + "y" * (50 << 20) + '"\nprint(length(x))\n')
        done = self.run_limited(["run", "--sandbox", str(big)], 30)
        self.assertIn(done.returncode, (0, 1))


if __name__ == "__main__":
    harness.main()
