"""docs/habits.md says what each program of another language's habits does here: this runs them all and compares.

`tests/cli/habits.py --update` writes the column of outcomes anew. Rows are those of data.md §5: number, habit, program, outcome. In a
program `⏎` is a line end, `│` a vertical bar and `ROWS` the line that makes two rows.
"""
# SPDX-License-Identifier: Apache-2.0
import json
import re
import subprocess
import sys

import harness

PAGE = harness.ROOT / "docs/habits.md"
ROWS = 'let rows be [{"r": "n", "v": 2}, {"r": "s", "v": 5}]'
ROW = re.compile(r"^\| (\d+) \| (.*?) \| (`+ ?)(.*?)( ?`+) \| (.*) \|$")
#: Of what a program prints.
MOST_SHOWN = 60
#: At least so many of the rows are errors with an exact replacement.
NUM_FIXES = 150
#: Programs that are torn off: the replacement is right and the rest is not there.
TORN = {258}


def program_of(cell):
    return cell.replace("ROWS", ROWS).replace("⏎", "\n").replace("│", "|") + "\n"


def shown(text):
    text = text.rstrip("\n").replace("|", "│").replace("\n", "⏎")
    quote = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return f"{quote}{pad}{text}{pad}{quote}" if text else "*(nothing)*"


def apply(source, fix):
    lines = source.split("\n")

    def offset(line, column):
        return sum(len(each) + 1 for each in lines[: line - 1]) + column - 1

    start, end = offset(fix["line"], fix["column"]), offset(fix["end_line"], fix["end_column"])
    return source[:start] + fix["text"] + source[end:]


class Habits(harness.CommandTest):
    def outcome(self, source):
        self.write("a.syn", source)
        done = self.run_command("run", "a.syn")
        if done.returncode == 0:
            printed = done.stdout or done.stderr
            return "prints " + shown(printed if len(printed) <= MOST_SHOWN else printed[:MOST_SHOWN] + "…")
        error = re.sub(r"^(\w+ error: )a\.syn:", r"\1", done.stderr.strip().split("\n")[0])
        return shown(error)

    def setUp(self):
        super().setUp()
        self.write("x.syn", "export let y be 1\n")

    def check(self, source):
        self.write("a.syn", source)
        return json.loads(self.run_command("check", "--json", "a.syn").stdout)["errors"]

    def rows(self):
        for line in PAGE.read_text().split("\n"):
            found = ROW.match(line)
            if found:
                yield int(found[1]), found[2], found[4], found[6]

    def test_every_row_is_as_the_page_says(self):
        rows = list(self.rows())
        self.assertGreaterEqual(len(rows), 460)
        for number, habit, program, outcome in rows:
            with self.subTest(row=number, habit=habit):
                self.assertEqual(self.outcome(program_of(program)), outcome)

    def test_fixes_mend_what_they_belong_to(self):
        num_fixes = 0
        for number, _, program, _ in self.rows():
            source = program_of(program)
            errors = self.check(source)
            if number in TORN or not errors or not errors[0].get("fix"):
                continue
            num_fixes += 1
            with self.subTest(row=number):
                for _ in range(8):
                    if not errors or not errors[0].get("fix"):
                        break
                    source = apply(source, errors[0]["fix"])
                    errors = self.check(source)
                self.assertEqual(errors, [], source)
        self.assertGreaterEqual(num_fixes, NUM_FIXES)


def update():
    test = Habits()
    test.setUp()
    lines = PAGE.read_text().split("\n")
    for at, line in enumerate(lines):
        found = ROW.match(line)
        if found:
            kept = line[: line.rindex(found[5] + " | ") + len(found[5])]
            lines[at] = f"{kept} | {test.outcome(program_of(found[4]))} |"
    PAGE.write_text("\n".join(lines))
    test.doCleanups()


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        update()
    else:
        harness.main()
