#!/usr/bin/env python3
"""Drives the case's loop by a fake provider on loopback, over real HTTP: success, repair, failures, time-outs, limits, half replies, resuming.

A scenario is a list of what the server does with each request in turn. Called by test.sh; $SYNSEMA names the binary. Not for real models.
"""
# SPDX-License-Identifier: Apache-2.0
import contextlib
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CASE = "cases/02-llm-written-analytics"
SYNSEMA = os.environ.get("SYNSEMA", str(ROOT / "build/release/synsema"))
KEY = "sk-canary-8d1f4be27c905a63"
BROKEN = "```synsema\nprint(nothing_here)\n```\n"
SLOW_SECONDS = 1.5


def reply_to(prompt):
    """The shipped reply to the question that the prompt asks."""
    for question in json.loads((HERE / "questions.json").read_text()):
        if question["en"] in prompt or question["es"] in prompt:
            return (HERE / f"replay/synsema/{question['id']}.1.md").read_text()
    return "no such question"


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append({"at": time.monotonic(), "path": self.path, "headers": dict(self.headers), "body": body})
        step = self.server.scenario.pop(0) if self.server.scenario else "right"
        getattr(self, "do_" + (step if isinstance(step, str) else step[0]))(*(() if isinstance(step, str) else step[1:]))

    def send(self, status, text, headers=(), missing=0):
        data = text.encode()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data) + missing))
            self.end_headers()
            self.wfile.write(data)
        self.close_connection = True

    def answer(self, text):
        if self.path == "/v1/messages":
            return {"model": "fake-1-dated", "content": [{"type": "text", "text": text}], "stop_reason": "end_turn", "usage": {"input_tokens": 1000, "output_tokens": 50}}
        return {"model": "fake-1-dated", "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 1000, "completion_tokens": 50}}

    def do_says(self, text):
        self.send(200, json.dumps(self.answer(text)))

    def do_right(self):
        self.do_says(reply_to(self.server.requests[-1]["body"]["messages"][0]["content"]))

    def do_broken(self):
        self.do_says(BROKEN)

    def do_status(self, status, *headers):
        self.send(status, json.dumps({"error": {"message": f"refused, your key is {KEY}, sorry"}}), headers)

    def do_closes(self):
        self.send(200, json.dumps(self.answer("x"))[:20], missing=40)

    def do_garbles(self):
        self.send(200, '{"choices": [')

    def do_lacks(self):
        self.send(200, '{"choices": [], "content": 5}')

    def do_sleeps(self):
        time.sleep(SLOW_SECONDS)
        self.do_right()

    def log_message(self, *_):
        pass


class Provider(unittest.TestCase):
    def setUp(self):
        (ROOT / ".cache").mkdir(exist_ok=True)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="case-02-test-", dir=ROOT / ".cache"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.requests, self.server.scenario = [], []
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def run_case(self, scenario, *options, kind="openai", port=None, only="q03"):
        self.server.scenario = list(scenario)
        self.server.requests.clear()
        address = f"http://127.0.0.1:{port or self.server.server_address[1]}"
        name = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}[kind]
        environment = {**os.environ, name: KEY, "http_proxy": "http://127.0.0.1:1"}
        words = ["--provider", kind, "--model", "fake-1", "--endpoint", address + ("/v1" if kind == "openai" else ""), "--only", only, "--executors", "synsema_ceiling",
                 "--no-escapes", "--quick", "--backoff", "0.02", "--report", str(self.folder.relative_to(ROOT)), *options]
        done = subprocess.run([SYNSEMA, "run", "--audit", str(self.folder / "audit.jsonl"), f"{CASE}/case.syn", "--", *words], cwd=ROOT, env=environment,
                              capture_output=True, text=True, timeout=60)
        for path in [path for path in self.folder.rglob("*") if path.is_file()]:
            self.assertNotIn(KEY, path.read_text(), path)
        self.assertNotIn(KEY, done.stdout + done.stderr)
        return done

    def record(self):
        return ["--record", str((self.folder / "kept").relative_to(ROOT))]

    def report(self):
        return json.loads((self.folder / "report.json").read_text())

    def expect(self, done, code, requests, verdict=None):
        self.assertEqual((done.returncode, len(self.server.requests)), (code, requests), done.stdout + done.stderr)
        if verdict:
            self.assertEqual(self.report()["results"][0]["verdict"], verdict)

    def prompt(self, index):
        return self.server.requests[index]["body"]["messages"][0]["content"]

    def test_success_in_both_dialects(self):
        for kind, path, header in [("openai", "/v1/chat/completions", ("Authorization", f"Bearer {KEY}")), ("anthropic", "/v1/messages", ("x-api-key", KEY))]:
            with self.subTest(kind):
                self.expect(self.run_case([], kind=kind), 0, 1, "right")
                request = self.server.requests[0]
                self.assertEqual((request["path"], request["headers"].get(header[0]), request["body"]["model"]), (path, header[1], "fake-1"))
                self.assertEqual(request["headers"].get("anthropic-version"), "2023-06-01" if kind == "anthropic" else None)
                self.assertEqual("max_tokens" in request["body"], kind == "anthropic")
                for words in ["Write one Synsema program", "## Not as in Python or SQL", "orders.csv: CSV, 8000 rows", "local time of the shop"]:
                    self.assertIn(words, self.prompt(0))
                row = self.report()["results"][0]
                self.assertEqual((row["attempts"], row["tokens_in"], row["tokens_out"], row["replies"][0]["model"]), (1, 1000, 50, "fake-1-dated"))
                self.assertGreater(row["latency_ms"], 0)
                about = self.report()["replies"]
                self.assertEqual((about["provider"], about["model"]), (kind, "fake-1"))
                self.assertRegex(about["started"], r"^20\d\d-\d\d-\d\dT")
                self.assertIn("fake-1", (self.folder / "report.html").read_text())

    def test_repair_sends_the_error_back(self):
        self.expect(self.run_case(["broken", "right"], "--lang", "es"), 0, 2, "right")
        self.assertIn("¿Cuántos clientes", self.prompt(0))
        self.assertNotIn("nothing_here", self.prompt(0))
        self.assertIn("Undefined variable: 'nothing_here'", self.prompt(1))
        row = self.report()["results"][0]
        self.assertEqual((row["attempts"], row["tokens_in"], [r["verdict"] for r in row["replies"]]), (2, 2000, ["error", "right"]))

    def test_three_failures_are_the_most(self):
        self.expect(self.run_case(["broken", ("says", "no code at all"), "broken"]), 1, 3, "error")
        self.assertIn("There was no code block", self.prompt(2))

    def test_an_empty_reply_is_a_verdict(self):
        self.expect(self.run_case([("says", "")] * 3, *self.record()), 1, 3, "no reply")
        self.assertEqual((self.folder / "kept/synsema/q03.3.md").read_text(), "")

    def test_rate_limit_waits_as_asked(self):
        self.expect(self.run_case([("status", 429, ("Retry-After", "1")), "right"]), 0, 2, "right")
        first, second = (request["at"] for request in self.server.requests)
        self.assertGreaterEqual(second - first, 1)
        date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 3600))
        done = self.run_case([("status", 429, ("Retry-After", date))])
        self.expect(done, 1, 1)
        self.assertRegex(done.stdout, r"asks to wait 3[56]\d\d s; --longest-wait is 300 s")

    def test_what_passes_is_tried_again(self):
        passing = [("status", 500), "closes", ("status", 503), "garbles", ("status", 529), "lacks", ("status", 408)]
        done = self.run_case([*passing, "right"], "--tries", "8", "--backoff", "0.001")
        self.expect(done, 0, 8, "right")
        self.assertEqual((done.stderr.count("half a reply: "), done.stderr.count("half a reply: not the JSON of an answer")), (3, 2))
        self.assertEqual(self.report()["results"][0]["replies"][0]["requests"], 8)

    def test_a_time_out_is_tried_again(self):
        done = self.run_case(["sleeps", "right"], "--request-timeout", "0.4")
        self.expect(done, 0, 2, "right")

    def test_what_cannot_pass_is_not(self):
        for status in [400, 401, 404]:
            with self.subTest(status):
                done = self.run_case([("status", status)])
                self.expect(done, 1, 1)
                self.assertIn(f"NO REPLY to q03 in synsema: openai at http://127.0.0.1:{self.server.server_address[1]}/v1: status {status}", done.stdout)
                self.assertEqual("the key is refused" in done.stdout, status == 401)

    def pauses(self, seed):
        done = self.run_case([("status", 500)] * 9, "--tries", "5", "--seed", seed, "--backoff", "0.1")
        self.expect(done, 1, 5)
        self.assertIn("status 500; tried 5 times", done.stdout)
        self.assertEqual(len(re.findall(r"again in [\d.]+ s", done.stderr)), 4)
        times = [request["at"] for request in self.server.requests]
        return [b - a for a, b in zip(times, times[1:])], re.findall(r"again in ([\d.]+) s", done.stderr)

    def test_pauses_grow_and_come_from_the_seed(self):
        pauses, said = self.pauses("1")
        for index, pause in enumerate(pauses):
            self.assertGreaterEqual(pause, 0.05 * 2 ** index)  # half of the full pause at the least
        self.assertEqual(self.pauses("1")[1], said)

    def test_nobody_there(self):
        with http.server.HTTPServer(("127.0.0.1", 0), Handler) as nobody:
            port = nobody.server_address[1]
        done = self.run_case([], "--tries", "3", port=port)
        self.expect(done, 1, 0)
        self.assertRegex(done.stdout, "NO REPLY to q03 in synsema: openai at .*onnect.*; tried 3 times")

    def test_resume_asks_for_what_is_missing(self):
        kept = self.folder / "kept/synsema"
        done = self.run_case(["right", "broken", ("status", 401)], *self.record(), only="q03,q09,q02")
        self.expect(done, 1, 3)
        self.assertIn("is kept in", done.stdout)
        self.assertEqual(sorted(path.name for path in kept.glob("*.md")), ["q02.1.md", "q03.1.md"])  # in the order of the questions
        again = self.run_case([], *self.record(), only="q03,q09,q02")
        self.expect(again, 1, 0)
        self.assertIn("add --resume", again.stderr)
        other = self.run_case([], *self.record(), "--resume", kind="anthropic", only="q03,q09,q02")
        self.expect(other, 1, 0)
        self.assertIn("was begun with provider openai, not anthropic", other.stderr)
        self.expect(self.run_case([], *self.record(), "--resume", only="q03,q09,q02"), 0, 2, "right")
        self.assertIn("Undefined variable: 'nothing_here'", self.prompt(0))  # the second attempt at q03, not the first again
        self.assertEqual([row["attempts"] for row in self.report()["results"]], [1, 2, 1])
        self.assertEqual(json.loads((kept / "q09.1.json").read_text())["tokens_in"], 1000)
        self.expect(self.run_case([], *self.record(), "--resume", only="q03,q09,q02"), 0, 0, "right")
        words = [SYNSEMA, "run", f"{CASE}/case.syn", "--", "--replies", str((self.folder / "kept").relative_to(ROOT)), "--only", "q03", "--executors", "synsema_ceiling",
                 "--no-escapes", "--report", str(self.folder.relative_to(ROOT))]
        replayed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60)
        self.assertEqual(replayed.returncode, 0, replayed.stdout + replayed.stderr)
        self.assertEqual((self.report()["replies"]["model"], self.report()["results"][0]["tokens_in"]), ("fake-1", 2000))

    def test_wrong_use(self):
        for options, said in [(["--provider", "nobody"], "no provider 'nobody'"), (["--tries", "none"], "--tries: write a number above 0"), (["--resume"], "write --record FOLDER too"),
                              (["--what"], "no option '--what'"), (["--lang", "fr"], "write en or es"), (["--model", ""], "write --model NAME too"),
                              (["--endpoint", "ftp://x"], "write a URL"), (["--scale", "huge"], "no size 'huge'")]:
            with self.subTest(options):
                done = self.run_case([], *options)
                self.expect(done, 1, 0)
                self.assertIn(said, done.stderr)
        environment = {name: value for name, value in os.environ.items() if name != "OPENAI_API_KEY"}
        done = subprocess.run([SYNSEMA, "run", f"{CASE}/case.syn", "--", "--provider", "openai", "--model", "m"], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
        self.assertIn("the environment variable OPENAI_API_KEY holds the key; it is not set", done.stderr)


if __name__ == "__main__":
    unittest.main()
