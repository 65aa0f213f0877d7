#!/usr/bin/env python3
"""`synsema guide`: everything that it says in code is run here, in both languages, and its tokens are counted.

Tokens are those of o200k_base as npm's gpt-tokenizer counts them (kept in .cache/); without npm or network that one test is skipped.
"""
# SPDX-License-Identifier: Apache-2.0
import re
import shutil
import subprocess
import unittest

import harness

MOST_TOKENS = 2000
TOKENIZER = "gpt-tokenizer@2.9.0"
LANGUAGES = ["en", "es"]

FILES = {
    "data/sales.csv": "sale_id,day,shop_id,currency,amount\n1,2025-01-05,007,EUR,60.00\n2,2025-01-05,012,USD,100\n"
                      "3,2025-01-06,007,EUR,\n4,2025-02-01,007,EUR,20.5\n5,2025-02-02,012,USD,40\n6,2025-02-03,099,EUR,5\n",
    "data/shops.jsonl": '{"shop_id": "007", "city": "Lyon"}\n{"shop_id": "012", "city": "Boston"}\n',
    "data/rates.jsonl": '{"month": "2025-01", "currency": "USD", "eur": 0.9}\n{"month": "2025-02", "currency": "USD", "eur": 0.95}\n',
    "data/events.jsonl": '{"client": "a", "at": "2025-01-05T10:31:00Z", "page": {"device": "phone", "from": "x"}}\n'
                         '{"client": "a", "at": "2025-01-05T10:00:00Z", "page": {"device": "desktop"}}\n'
                         '{"client": "b", "at": "2025-01-05T10:10:00Z", "page": {"device": "phone"}}\n'
                         '{"client": "a", "at": "2025-01-05T10:40:00Z", "page": {"device": "phone"}}\n',
}

# What the programs of the guide print over these files, in their order.
PRINTED = [
    "pear 3 left 33.3% 4,501.50\nfig none 0.0% 0.00\n5\n",
    "Boston | 140.00 USD | 2 | 1\nLyon | 80.50 EUR | 2 | 1\n",
    "2025-01-01  150.00\n2025-02-01 -86.5 213.50\n",
    "desktop 1 1.0\nphone 2 1.5\n5\n100.0\n",
]


def programs_of(guide):
    return re.findall(r"^```\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)


def prose_of(guide):
    return re.sub(r"^```\n.*?^```$", "", guide, flags=re.MULTILINE | re.DOTALL)


def spans_of(guide):
    """What stands between backticks in the prose."""
    return re.findall(r"`([^`]+)`", prose_of(guide))


class Guide(harness.CommandTest):
    def setUp(self):
        super().setUp()
        for name, text in FILES.items():
            self.write(name, text)

    def guide(self, language):
        return self.expect(["guide", "--lang", language], 0, err="").stdout

    def test_programs_print_what_they_should(self):
        for language in LANGUAGES:
            programs = programs_of(self.guide(language))
            self.assertEqual(len(programs), len(PRINTED))
            for program, printed in zip(programs, PRINTED):
                with self.subTest(language=language, program=program):
                    self.expect(["run", "-"], 0, out=printed, err="", text=program)

    def test_what_stands_after_an_arrow_is_printed(self):
        for language in LANGUAGES:
            marks = [span.split(" → ") for span in spans_of(self.guide(language)) if " → " in span]
            self.assertGreaterEqual(len(marks), 12)
            program = "".join(f"print({expression})\n" for expression, _ in marks)
            self.expect(["run", "-"], 0, out="".join(f"{value}\n" for _, value in marks), err="", text=program)

    def test_each_function_named_in_prose_exists(self):
        for language in LANGUAGES:
            names = set()
            for span in spans_of(self.guide(language)):
                names.update(re.findall(r"(?<![\w.])([a-z_0-9]+)(?=\(|/[a-z_0-9/]+\()", span))
                if re.fullmatch(r"[a-z_]+", span) and span not in {"nothing", "and", "or", "if", "for", "return", "continue"}:
                    names.add(span)
            names.discard("name_right")  # a column of the prose
            self.assertGreaterEqual(len(names), 80)
            program = "".join(f'assert_eq(type_of({name}), "task", "{name}")\n' for name in sorted(names))
            self.expect(["run", "-"], 0, out="", err="", text=program)

    def test_both_languages_show_the_same_code(self):
        english, spanish = self.guide("en"), self.guide("es")
        self.assertEqual(programs_of(english), programs_of(spanish))
        self.assertEqual(spans_of(english), spans_of(spanish))
        self.assertNotEqual(prose_of(english), prose_of(spanish))

    def test_what_the_prose_says_without_code(self):
        """Each line is a sentence of the guide that has no arrow of its own."""
        program = r'''
let rows be [{"g": "b", "v": nothing}, {"g": nothing, "v": 1}, {"g": "a", "v": 2}, {"g": "b", "v": nothing}]
print(summarize(rows, "g", {"s": sum_of("v"), "m": mean_of("v"), "x": max_of("v"), "c": count()}))
print(sort([nothing, 2, 1]), sort([nothing, 2, 1], desc = true))
print(join([{"k": nothing, "a": 1}, {"k": 1, "a": 2}], [{"k": nothing, "a": 3}, {"k": 1, "a": 4}, {"k": 1, "a": 5}], "k"))
print(date_parts(date("2026-11-30")).weekday, rank([5, 9]), matches("ab", "b"), std([1, 3]) == std([1, 3], ddof = 1))
let a be [1]
let b be a
set b[0] to 2
each r in rows
    set r.v to 9
print(a, rows[1].v, length(date_range(date("2026-01-01"), date("2026-01-02"))))
assert_error(() => mean([]))
assert_error(() => nothing + 1)
assert_error(() => nothing < 1)
assert_error(() => {"a": 1}.b)
assert_error(() => 1.5d + 1.5)
assert_error(() => [1][1])
print(csv_parse("z,d,t\n007,2026-01-31,2026-01-31 10:00\n", {"types": {"z": "int"}})[0].z, is_missing(""), 1.5d + 1)
each x in [false, nothing, 0, "", [], {}]
    assert_eq(not x, true)
'''
        printed = ('[{g: "b", s: 0, m: nothing, x: nothing, c: 2}, {g: nothing, s: 1, m: 1.0, x: 1, c: 1}, '
                   '{g: "a", s: 2, m: 2.0, x: 2, c: 1}]\n'
                   "[1, 2, nothing] [2, 1, nothing]\n"
                   "[{k: 1, a: 2, a_right: 4}, {k: 1, a: 2, a_right: 5}]\n"
                   "1 [1, 2] false true\n[1] 1 2\n7 false 2.5\n")
        self.expect(["run", "-"], 0, out=printed, err="", text=program)

    def test_tokens(self):
        folder = harness.ROOT / ".cache/tokenizer"
        module = folder / "node_modules/gpt-tokenizer/package.json"
        if not module.exists() or f'"version": "{TOKENIZER.split("@")[1]}"' not in module.read_text():
            if shutil.which("npm") is None:
                self.skip_loudly("npm is not installed")
            folder.mkdir(parents=True, exist_ok=True)
            done = subprocess.run(["npm", "install", "--no-save", "--loglevel=error", "--fetch-retries=1", "--prefix", str(folder), TOKENIZER],
                                  capture_output=True, text=True, timeout=120)
            if done.returncode != 0:
                self.skip_loudly(f"npm could not fetch {TOKENIZER}: {done.stderr.strip()[:200]}")
        script = ("const {encode} = require('gpt-tokenizer/encoding/o200k_base');"
                  "console.log(encode(require('fs').readFileSync(0, 'utf8')).length)")
        for language in LANGUAGES:
            done = subprocess.run(["node", "-e", script], cwd=folder, input=self.guide(language), capture_output=True, text=True,
                                  timeout=60, check=True)
            self.assertLessEqual(int(done.stdout), MOST_TOKENS, f"the guide in {language} is too long")

    def skip_loudly(self, why):
        print(f"guide.py: the tokens of the guide were NOT counted: {why}", flush=True)
        raise unittest.SkipTest(why)

    def test_language(self):
        self.environment["SYNSEMA_LANG"] = "es"
        self.assertEqual(self.expect(["guide"], 0).stdout, self.guide("es"))
        self.assertEqual(self.expect(["guide", "--lang=en"], 0).stdout, self.guide("en"))

    def test_wrong_use(self):
        usage = "usage: synsema guide [--lang L]\n"
        self.expect(["guide", "sql"], 2, out="", err="synsema guide: unexpected 'sql'\n" + usage)
        self.expect(["guide", "--lang", "fr"], 2, out="", err="synsema guide: --lang must be 'en' or 'es', got 'fr'\n" + usage)
        self.assertIn("describe", self.expect(["guide", "--help"], 0, err="").stdout)


if __name__ == "__main__":
    harness.main()
