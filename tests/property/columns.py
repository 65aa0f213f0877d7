#!/usr/bin/env python3
"""Row path and column path agree: generated tables, lambdas and verbs, each run on a table of columns
and on the same rows as plain maps (a loop appends them); result or error must be the same. Every third table
comes from JSON Lines and has objects in its rows.

columns.py [--binary B] [--checks N] [--seed S]
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

PER_PROGRAM = 60

INTS = ["0", "1", "-1", "7", "42", "-350", "1000000", "9007199254740993", "9223372036854775807", "-9223372036854775808"]
FLOATS = ["0.5", "-0.25", "1.0", "3.75", "-2.5", "1e300", "0.1", "0.2", "1e-5", "100.0", "0.0", "-0.0"]
DECIMALS = ["12.50", "0.10", "99.99", "-5.00", "1000.01", "0.00"]
TEXTS = ["north", "south", "Ünï", "a b", " pad ", "", "x,y", "North", "zz", "it's", "east", "日本"]
DATES = ["2024-02-29", "1999-12-31", "2023-01-01", "1970-01-01", "2031-07-15", "2000-03-01"]
NEAR_DAYS = ["2023-12-30", "2023-12-31", "2024-01-01", "2024-01-02", "2024-01-05"]  # a column of few days
TIMES = ["2024-03-10T01:30:00Z", "2024-12-31T23:59:59Z", "1969-07-20T20:17:40Z", "2024-06-30T12:00:00.5Z"]
BOOLS = ["true", "false"]
STAMPS = ["2024-02-29", "2023-01-01T10:20:30Z", "1999-12-31 23:59", "2024-03-10T01:30:00", "2024-02-30", "2024-06-30T12:00:00+02:00", "soon"]
DIGITS = ["007", "12", "-3", "0", "99999999999999999999", "1_0", "+5", " 4", "x", "-0"]


def quoted(cell):
    return '"' + cell.replace('"', '""') + '"' if any(c in cell for c in ',"\n') or cell != cell.strip() else cell


class Table:
    """Columns with names that tell their kind, and their cells as CSV."""

    def __init__(self, rng):
        self.rng = rng
        self.columns = {}
        rows = rng.choice([0, 1, 2, 3, 7, 20, 60, 300])
        pools = {"i": INTS[:6], "j": INTS, "f": FLOATS, "d": DECIMALS, "s": TEXTS, "t": TEXTS[:3], "day": rng.choice([DATES, NEAR_DAYS]),
                 "at": TIMES, "b": BOOLS, "w": STAMPS, "n": DIGITS}
        for name, pool in pools.items():
            gaps = rng.choice([0, 0, 0.2])
            some = rng.sample(pool, rng.randint(1, len(pool)))
            self.columns[name] = [("" if rng.random() < gaps else rng.choice(some)) for _ in range(rows)]
        self.columns["u"] = [str(row) for row in range(rows)]

    def value(self, name, cell):
        if cell == "":
            return None
        if name in "ijfu":
            return json.loads(cell) if name != "f" or "." not in cell or "e" in cell else float(cell)
        return cell == "true" if name == "b" else cell

    def jsonl(self):
        """The same cells; `p` is an object, mostly with the same keys."""
        rng = self.rng
        style = rng.choice(["same", "same", "optional", "gaps", "odd"])
        lines = []
        for row in zip(*self.columns.values()):
            cells = {name: self.value(name, cell) for name, cell in zip(self.columns, row)}
            inner = {"s": rng.choice(TEXTS + [None]), "i": rng.choice([1, 2, 3, 2.5]), "q": {"t": rng.choice(TEXTS[:3]), "b": True}}
            if style == "optional" and rng.random() < 0.4:
                inner["o"] = rng.choice(["x", 7])
            if style == "gaps" and rng.random() < 0.3:
                inner = None
            if style == "odd" and rng.random() < 0.1:
                inner = rng.choice([[1], 5, {}, {"i": 1, "s": "a", "q": None}])
            lines.append(json.dumps({**cells, "p": inner}, ensure_ascii=rng.random() < 0.2))
        return "\n".join(lines) + "\n"

    def csv(self):
        lines = [",".join(self.columns)]
        lines += [",".join(quoted(cell) for cell in row) for row in zip(*self.columns.values())]
        return "\n".join(lines) + "\n"


class Writer:
    """Expressions over a row `r`, mostly of kinds that go together."""

    def __init__(self, rng):
        self.rng = rng

    def number(self, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.3:
            return r.choice(["r.i", "r.j", "r.f", "r.i", "r.f", 'r["i"]', "limit", "share", "2", "0", "-3", "10", "0.5", "1.0", "r.d", "r.missing"]
                            if r.random() < 0.15 else ["r.i", "r.f", "r.i", "limit", "share", "2", "7", "0.5"])
        kind = r.random()
        if kind < 0.6:
            return f"({self.number(depth - 1)} {r.choice(['+', '-', '*', '/', '//', '%', '+', '-', '*'])} {self.number(depth - 1)})"
        if kind < 0.7:
            return f"(-({self.number(depth - 1)}))"
        if kind < 0.8:
            return f"abs({self.number(depth - 1)})"
        if kind < 0.9:
            return f"(when {self.truth(depth - 1)} then {self.number(depth - 1)} otherwise {self.number(depth - 1)})"
        if kind < 0.95:
            return f"length({self.text(depth - 1)})"
        if r.random() < 0.5:
            return r.choice([f"int({self.number(depth - 1)})", "int(r.n)", "int(r.b)", f"int({self.text(0)})", f"round({self.number(depth - 1)})",
                             f"round_to({self.number(depth - 1)}, {r.randint(0, 3)})", "timestamp(r.at)", "timestamp(datetime(r.w))", "float(r.i)",
                             "r.p.i", 'r["p"]["i"]', "int(slice(r.w, 0, 4))", "timestamp(datetime(r.at))"])
        part = r.choice(["year", "month", "day", "weekday"])
        return f"date_parts({r.choice(['r.day', 'r.at', 'date(r.at)', 'date(r.w)', 'date(r.day)', 'datetime(r.w)', 'datetime(r.at)'])}).{part}"

    def text(self, depth):
        r = self.rng
        if depth <= 0 or r.random() < 0.5:
            return r.choice(["r.s", "r.t", "r.t", '"north"', '"a"', '""', "word", "r.s", "r.p.s" if r.random() < 0.5 else "r.w", "r.t"])
        return r.choice([f"lower({self.text(depth - 1)})", f"upper({self.text(depth - 1)})", f"trim({self.text(depth - 1)})",
                         f"({self.text(depth - 1)} + {self.text(depth - 1)})", f"({self.text(depth - 1)} + {self.number(0)})",
                         f"(when {self.truth(depth - 1)} then {self.text(depth - 1)} otherwise nothing)",
                         "slice(r.day, 0, 7)", f"slice({self.text(depth - 1)}, {r.randint(0, 3)}, {r.randint(0, 5)})", "text(r.day)",
                         f"text({self.number(depth - 1)})", "text(r.b)", f"slice({self.text(depth - 1)}, 1)",
                         "`{r.t}-{r.i}`", f"`<{{{self.number(1)}}}|{{r.day}}>`"])

    def truth(self, depth):
        r = self.rng
        compare = r.choice(["==", "!=", "<", "<=", ">", ">="])
        kind = r.random()
        if depth <= 0:
            kind *= 0.6
        if kind < 0.15:
            return f"{self.number(depth - 1)} {compare} {self.number(depth - 1)}"
        if kind < 0.3:
            return f"{self.text(depth - 1)} {r.choice(['==', '!=', compare])} {self.text(depth - 1)}"
        if kind < 0.36:
            return f"r.{r.choice(['i', 'f', 's', 'd', 'day', 'at', 'b', 't'])} {r.choice(['==', '!='])} nothing"
        if kind < 0.42:
            return r.choice(["r.b", "is_missing(r.i)", "is_missing(r.s)", "r.b == true", "r.day > first", "r.at == nothing", "r.d > 10.00d",
                             "r.d == 12.5d", "r.i == 1", "r.day == r.day", "r.b == 1", "r.i", "r.s", "r.f", "r.d", "1 < r.i < 50",
                             "r.d < 50", 'r.day == "2024-02-29"', 'r.t != r.at', "r.d == r.f", "r.b < true", "r.day"])
        if kind < 0.5:
            return f"{r.choice(['contains', 'starts_with', 'ends_with'])}({self.text(depth - 1)}, {self.text(0)})"
        if kind < 0.6:
            return r.choice(['r.t in ["north", "south"]', 'r.i in [1, 7, 0.5]', 'r.s not in ["", "zz"]', 'r.i in [nothing, 1]'])
        if kind < 0.8:
            return f"({self.truth(depth - 1)} {r.choice(['and', 'or'])} {self.truth(depth - 1)})"
        if kind < 0.85:
            return f"not ({self.truth(depth - 1)})"
        return f"(r.{r.choice(['i', 'f', 's'])} != nothing and {self.truth(depth - 1)})"

    def any(self, depth):
        if self.rng.random() < 0.08:
            return self.rng.choice(["date(r.w)", "datetime(r.w)", "date(r.at)", "datetime(r.at)", "date(r.day)", "r.p", "r.p.o", "r.p.q.t", "r.p.q",
                                    "when is_missing(r.p) then nothing otherwise r.p.s", "date(slice(r.w, 0, 10))"])
        return self.rng.choice([self.number, self.text, self.truth])(depth)

    def key(self):
        r = self.rng
        return r.choice(['"i"', '"t"', '"u"', '["u", "t"]', '"s"', '"f"', '"day"', '"b"', '"d"', '"at"', '"j"', '["t", "i"]', '["s", "day"]', '["t", "b", "f"]',
                         '"nope"', f"(r) => {self.any(2)}", f'(r) => {{"a": {self.any(1)}, "b": r.t}}'])

    def verb(self):
        r = self.rng
        column = r.choice(["i", "j", "f", "d", "s", "t", "day", "at", "b"])
        return r.choice([
            lambda: f"where(t, (r) => {self.truth(3)})",
            lambda: f"where(t, (r) => {self.truth(3)})",
            lambda: f"apply(t, (r) => {self.any(3)})",
            lambda: f'apply(t, (r) => {{"x": {self.any(2)}, "y": {self.any(2)}, "z": r.{column}}})',
            lambda: f"count_where(t, (r) => {self.truth(2)})",
            lambda: f"every(t, (r) => {self.truth(1)})",
            lambda: f"some(t, (r) => {self.truth(1)})",
            lambda: f"find_first(t, (r) => {self.truth(2)})",
            lambda: f'derive(t, {{"x": (r) => {self.any(2)}, "i": (r) => {self.number(1)}, "y": (r) => r.x}})',
            lambda: f"sort_by(t, {self.key()}, {r.choice(['true', 'false'])})",
            lambda: f"sort_by(where(t, (r) => {self.truth(1)}), {self.key()})",
            lambda: f"top(t, 3, {self.key()})",
            lambda: f"group_by(t, {self.key()})",
            lambda: f"count_by(t, {self.key()})",
            lambda: f'summarize(t, {self.key()}, {{"n": count(), "s": sum_of("{column}"), "m": mean_of("i"), "lo": min_of("{column}"), '
                    f'"hi": max_of("f"), "md": median_of("f"), "q": quantile_of("i", 0.9), "u": n_unique_of("{column}"), "f1": first_of("s")}})',
            lambda: f'summarize(t, {self.key()}, {{"s": sum_of("{column}")}})',
            lambda: f'summarize(t, {self.key()}, {{"lo": min_of("{column}"), "g": (g) => length(where(g, (r) => {self.truth(1)}))}})',
            lambda: f"unique(collect(t, \"{column}\"))",
            lambda: f"sort(collect(t, \"{column}\"), desc = {r.choice(['true', 'false'])})",
            lambda: f"{r.choice(['sum', 'mean', 'min', 'max', 'median', 'std', 'var'])}(collect(t, \"{column}\"))",
            lambda: f"quantile(collect(t, \"{column}\"), 0.25)",
            lambda: f"{r.choice(['sum', 'max'])}(apply(t, (r) => {self.number(2)}))",
            lambda: f"unique(select(t, \"{column}\", \"t\"))",
            lambda: f"drop(t, [\"{column}\", \"t\"])",
            lambda: f"slice(t, {r.randint(0, 4)}, {r.randint(0, 9)})",
            lambda: f'join(t, other, {r.choice(["[", "["])}"t", "i"], "{r.choice(["inner", "left", "right", "outer", "semi", "anti"])}")',
            lambda: f'join(t, other, "{r.choice(["t", "i", "s", "day", "b", "f", "d"])}", "{r.choice(["inner", "left", "right", "outer", "semi", "anti"])}")',
            lambda: f'join(where(t, (r) => {self.truth(1)}), select(other, "t", "f"), "t")',
        ])()


def program(writer, index, checks, from_json):
    reader, ending = ("read_jsonl", "jsonl") if from_json else ("read_csv", "csv")
    lines = [
        'require file.read "./*"',
        'let limit be 7', 'let share be 0.5', 'let word be "north"', 'let first be date("2000-01-01")',
        f'let table be {reader}("./t{index}.{ending}")', f'let second be {reader}("./o{index}.{ending}")',
        'let rows be []', 'each r in table', '    set rows to append(rows, r)',
        'let plain_second be []', 'each r in second', '    set plain_second to append(plain_second, r)',
    ]
    for i in range(checks):
        lines += [f"task check{i}(t, other)", f"    give {writer.verb()}"]
    lines += ["task shown(f, t, other)", "    try", "        let result be f(t, other)", "        give type_of(result) + text(result)",
              "    recover", "        give error"]
    for i in range(checks):
        lines += [f"when shown(check{i}, table, second) != shown(check{i}, rows, plain_second)",
                  f'    print("DIFFERS {i}")',
                  f"    print(shown(check{i}, table, second))", f"    print(shown(check{i}, rows, plain_second))",
                  f"when shown(check{i}, table, second) != shown(check{i}, table, plain_second)", f'    print("DIFFERS {i} with a plain side")']
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--binary", default="build/release/synsema")
    parser.add_argument("--checks", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the generated files")
    arguments = parser.parse_args()
    binary = os.path.abspath(arguments.binary)
    failed = done = 0
    folder = tempfile.mkdtemp(prefix="synsema-columns-")
    index = 0
    while done < arguments.checks:
        rng = random.Random(arguments.seed * 1_000_003 + index)
        from_json = index % 3 == 2
        for name in "to":
            with open(f"{folder}/{name}{index}.{'jsonl' if from_json else 'csv'}", "w", encoding="utf-8") as out:
                out.write(Table(rng).jsonl() if from_json else Table(rng).csv())
        path = f"{folder}/p{index}.syn"
        with open(path, "w", encoding="utf-8") as out:
            out.write(program(Writer(rng), index, PER_PROGRAM, from_json))
        result = subprocess.run([binary, "run", "--cap-set", "stdout,file.read=./*", path], cwd=folder, capture_output=True, text=True, timeout=120)
        bad = result.stdout.count("DIFFERS") + (1 if result.returncode != 0 else 0)
        if bad:
            failed += bad
            print(f"seed {arguments.seed}, program {index} ({path}), exit {result.returncode}")
            print(result.stdout[:1500], result.stderr[:1500])
            if failed > 12:
                break
        done += PER_PROGRAM
        index += 1
    if not failed and not arguments.keep:
        subprocess.run(["rm", "-rf", folder], check=True)
    print(f"{done - failed} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed else 0)


main()
