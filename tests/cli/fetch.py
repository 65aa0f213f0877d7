#!/usr/bin/env python3
"""`fetch` against a server on loopback: answers, failures, limits, and the same from a child by the broker.

SPDX-License-Identifier: Apache-2.0
"""
import http.server
import json
import os
import subprocess
import threading
import time
import unittest

import harness


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        self.server.seen.append((self.command, self.path, dict(self.headers), body))
        if self.path == "/slow":
            time.sleep(3)
        if self.path == "/redirect":
            self.send_response(302)
            self.send_header("Location", "/json")
            self.end_headers()
            return
        text = {"/json": b'{"a": [1, 2.5]}', "/big": b"x" * (1 << 20)}.get(self.path, b"plain")
        self.send_response(404 if self.path == "/missing" else 200)
        self.send_header("X-Kind", "test")
        self.send_header("Content-Length", str(len(text) + (10 if self.path == "/half" else 0)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_DELETE = answer

    def log_message(self, *_):
        pass


class Fetch(harness.CommandTest):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.seen = []
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def run_program(self, source, environment=None):
        self.write("p.syn", source.replace("URL", self.address))
        done = subprocess.run([str(harness.BINARY), "run", "p.syn"], cwd=self.folder, capture_output=True, text=True, timeout=60,
                              env={**os.environ, "http_proxy": "http://127.0.0.1:1", **(environment or {})})
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_answers(self):
        out = self.run_program('require net("127.0.0.1")\nlet r be fetch("URL/json")\nprint(r.status, r.ok, r.json.a, r.headers["x-kind"])\n'
                               'print(fetch("URL/missing").status)\nprint(fetch("URL/redirect").status)\n')
        self.assertEqual(out, "200 true [1, 2.5] test\n404\n302\n")

    def test_sends(self):
        self.run_program('require net("127.0.0.1")\nrequire secret("KEY")\nfetch("URL/a", method = "put", body = {"x": 1}, headers = {"Authorization": bearer(secret("KEY"))})\n'
                         'http_post("URL/b", "text", {"X-One": "1"})\nfetch("URL/c", "DELETE", {}, nothing, 5)\n', {"KEY": "canary"})
        put, post, delete = self.server.seen
        self.assertEqual((put[0], put[3], put[2]["Authorization"], put[2]["Content-Type"]), ("PUT", b'{"x": 1}', "Bearer canary", "application/json"))
        self.assertEqual((post[0], post[3], post[2]["X-One"]), ("POST", b"text", "1"))
        self.assertEqual(delete[0], "DELETE")

    def test_failures_are_data(self):
        out = self.run_program('require net("127.0.0.1")\neach path in ["/half", "/slow"]\n    let r be fetch("URL" + path, timeout = 1)\n    print(r.ok, length(r.error) > 5)\n'
                               'let r be fetch("http://127.0.0.1:1/")\nprint(r.status, r.ok, r.json, length(r.error) > 5)\n'
                               'print(fetch("ftp://127.0.0.1/x").error)\nprint(fetch("URL/a", headers = {"X": "a\\nEvil: 1"}).error)\n')
        self.assertEqual(out, "false true\nfalse true\n0 false nothing true\nunsupported scheme 'ftp': only http and https are supported\n"
                              "a control character in header X\n")
        self.assertNotIn("Evil", json.dumps([seen[2] for seen in self.server.seen]))

    def test_the_gate_and_the_client_read_a_url_alike(self):
        out = self.run_program('require net("127.0.0.1")\neach url in ["http://127.0.0.1\\\\@localhost:1/", "http://localhost#@127.0.0.1/", "http://127.0.0.1%2f@localhost/", "http://localhost\\t@127.0.0.1/"]\n'
                               '    try\n        print(fetch(url).status)\n    recover e\n        print("no")\n')
        self.assertTrue(set(out.split()) <= {"0", "no"}, out)

    def test_a_child_asks_its_host(self):
        child = 'require net("127.0.0.1")\nlet r be fetch("URL/json")\nprint(r.status, r.json)\nprint(length(fetch("URL/big").body))\n'
        source = f'require sandbox_run\nrequire net("127.0.0.1")\nlet r be run_program({json.dumps(child)}, {{"ceiling": "stdout,net=127.0.0.1"}})\nprint(r.output, r.errors)\n'
        self.assertEqual(self.run_program(source), '["200 {a: [1, 2.5]}", "1048576"] []\n')
        self.assertEqual(len(self.server.seen), 2)
        source = source.replace("stdout,net=127.0.0.1", "stdout,net=other.example")
        self.assertIn("above the host ceiling", self.run_program(source))
        self.assertEqual(len(self.server.seen), 2)


if __name__ == "__main__":
    harness.main()
