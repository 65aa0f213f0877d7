#!/usr/bin/env python3
"""Cost grows linearly: every verb, reader and writer at n and at 4n rows, on columns and on plain rows; at 4n it may
cost 5.5 times what it costs at n in steps, which count work and are the same in each run, and 8 times in CPU time,
which also grows where the rows no longer fit the caches (quadratic growth makes it 16). Steps must also grow with the
rows, or else a limit on steps would not hold; what does not look at the rows is listed as free.

doubling.py [--binary B] [--rows N] [--only NAME]
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIMIT = 5.5
CPU_LIMIT = 8
FLOOR_SECONDS = 0.010  # below, CPU time says nothing: it is that of a process less that of another
FLOOR_SECONDS_PER_ROW = 1e-6  # some cache misses
LEAST_GROWTH = 2.0
TRIES = 4

# Over `t`, a table of n rows, and `o`, one of n / 4 with a row for each k; each line is a body that leaves `x`.
VERBS = {
    "where": 'let x be where(t, (r) => r.qty > 50)',
    "not in, then set, captured": 'let x be {}\neach r in t\n    when r.name not in x\n        set x[r.name] to 1\ntask has(k)\n    give k in x',
    "where, row path": 'let x be where(t, (r) => length(split(r.name, "-")) > 1)',
    "apply": 'let x be apply(t, (r) => {"a": r.qty * 2, "b": r.name})',
    "apply, row path": 'let x be apply(t, (r) => split(r.name, "-")[0])',
    "derive": 'let x be derive(t, {"a": (r) => r.qty * r.price, "b": (r) => r.a + 1})',
    "derive, row path": 'let x be derive(t, {"a": (r) => split(r.name, "-")[0]})',
    "rename, then a cell": 'let x be sum(collect(rename(t, {"qty": "amount"}), "amount"))',
    "sort_by a number": 'let x be sort_by(t, "price")',
    "sort_by a text": 'let x be sort_by(t, "name", desc = true)',
    "sort_by a long common prefix": 'let x be sort_by(t, "path")',
    "sort_by two": 'let x be sort_by(t, ["low", "qty"])',
    "sort_by a function": 'let x be sort_by(t, (r) => [r.low, -r.qty])',
    "sort": 'let x be sort(collect(t, "price"))',
    "top": 'let x be top(t, 10, "price")',
    "top, half": 'let x be top(t, length(t) // 2, "price")',
    "top by": 'let x be top(t, 2, "price", by = "k")',
    "group_by few": 'let x be group_by(t, "low")',
    "group_by many": 'let x be group_by(t, "k")',
    "group_by a function": 'let x be group_by(t, (r) => r.qty // 3)',
    "summarize few": 'let x be summarize(t, "low", {"n": count(), "s": sum_of("qty"), "m": mean_of("price"), "q": quantile_of("price", 0.9)})',
    "summarize many": 'let x be summarize(t, ["k", "low"], {"n": count(), "s": sum_of("price"), "u": n_unique_of("qty"), "md": median_of("qty")})',
    "summarize with a function": 'let x be summarize(t, "k", {"n": (g) => length(g)})',
    "count_by": 'let x be count_by(t, "name")',
    "count_by a list": 'let x be count_by(collect(t, "k"))',
    "join inner": 'let x be join(t, o, "k")',
    "join left": 'let x be join(t, o, "k", "left")',
    "join right": 'let x be join(t, o, "k", "right")',
    "join outer": 'let x be join(t, o, "k", "outer")',
    "join semi": 'let x be join(t, o, "k", "semi")',
    "join anti": 'let x be join(t, o, "k", "anti")',
    "join on a text": 'let x be join(t, o, ["name"], "left")',
    "unique": 'let x be unique(t)',
    "unique of a column": 'let x be unique(collect(t, "name"))',
    "pivot": 'let x be pivot(t, "k", "low", "qty", agg = sum_of("qty"))',
    "unpivot": 'let x be unpivot(t, ["qty", "price"], "figure")',
    "lag": 'let x be lag(t, "price", 1)',
    "lag by": 'let x be lag(t, "price", 1, by = "k")',
    "rank": 'let x be rank(t, "price", ties = "average")',
    "rank by": 'let x be rank(t, "price", by = "low")',
    "rolling": 'let x be rolling(t, "price", 5, (w) => max(w) - min(w))',
    "rolling_mean, window of 100": 'let x be rolling_mean(t, "price", 100)',
    "rolling_median, window of 30": 'let x be rolling_median(t, "price", 30)',
    "rolling_max, half the rows": 'let x be rolling_max(t, "price", length(t) // 2)',
    "rolling_sum, half the rows": 'let x be rolling_sum(t, "price", length(t) // 2)',
    "running_sum by": 'let x be running_sum(t, "qty", by = "k")',
    "fill_missing": 'let x be fill_missing(t, {"gap": 0})',
    "drop_missing": 'let x be drop_missing(t)',
    "describe": 'let x be describe(t)',
    "collect and statistics": 'let c be collect(t, "price")\nlet x be [median(c), std(c), quantile(c, 0.3), min(c), max(c), corr(c, collect(t, "qty"))]',
    "mode, histogram": 'let c be collect(t, "qty")\nlet x be [mode(c), histogram(c)]',
    "cumsum and diff": 'let c be collect(t, "price")\nlet x be [length(cumsum(c)), length(diff(c))]',
    "enumerate, chunk, flatten": 'let x be length(flatten(chunk(enumerate(collect(t, "qty")), 10)))',
    "count_where, find_first": 'let x be [count_where(t, (r) => r.qty > 5), find_first(t, (r) => r.qty > 1000), every(t, (r) => r.qty > 0)]',
    "csv_encode": 'let x be csv_encode(t)',
    "json_encode": 'let x be json_encode(t)',
    "jsonl_encode": 'let x be jsonl_encode(t)',
    "csv there and back": 'let x be csv_parse(decode(bytes(csv_encode(t)), "utf-8"), {"numbers": true})',
    "jsonl there and back": 'let x be jsonl_decode(jsonl_encode(t))',
    "json there and back": 'let x be json_decode(json_encode(t))',
    "write_csv text": 'write_file("./out.csv", csv_encode(t))\nlet x be 1',
    "equality": 'let x be t == apply(t, (r) => r)',
    "display": 'let x be text(t)',
    "each over rows": 'let x be 0\neach r in t\n    set x to x + r.qty',
    "append rows": 'let x be []\neach r in t\n    set x to append(x, r)',
    "set a cell of each row": 'let x be t\neach i in range(length(t))\n    set x[i].qty to i',
    "count in a map": 'let x be {}\neach r in t\n    set x[r.name] to get(x, r.name, 0) + 1',
    "nested set": 'let x be {}\neach r in t\n    when not contains(x, r.low)\n        set x[r.low] to {}\n    set x[r.low][r.name] to r.qty',
    "append in a map": 'let x be {}\neach r in t\n    set x[r.low] to append(get(x, r.low, []), r.qty)',
    "append in a nested map": 'let x be {"a": {"b": []}}\neach r in t\n    set x.a.b to append(x.a.b, r.qty)',
    "text building": 'let x be ""\neach r in t\n    set x to x + r.name + ","',
    "text building in a task's variable": 'let x be ""\ntask more(r)\n    set x to x + r.name + ","\neach r in t\n    more(r)',
    "text building in a try": 'task build()\n    let s be ""\n    each r in t\n        try\n            set s to s + r.name + ","\n        recover e\n            print(e)\n    give s\nlet x be build()',
    "join of texts": 'let x be join(collect(t, "name"), ",")',
    "split of a long text": 'let x be split(join(collect(t, "name"), ","), ",")',
    "replace in a long text": 'let x be replace(join(collect(t, "name"), ","), "-", "--")',
    "slices of a long text": 'let s be join(collect(t, "name"), ",")\nlet x be 0\neach i in range(length(t))\n    set x to x + length(s[i])',
    "slices of a long text, not ASCII": 'let s be join(collect(t, "name"), "é")\nlet x be 0\neach i in range(length(t))\n    set x to x + length(s[i])',
    "queue": 'let x be collect(t, "qty")\nlet at be 0\nwhile at < length(t)\n    set x to append(x, x[at])\n    set at to at + 1',
    "reverse and slice": 'let x be slice(reverse(t), 0, length(t) // 2)',
    "concatenation": 'let x be t + t',
    "regex": 'let x be regex_find_all(join(collect(t, "name"), ","), "[0-9]+")',
    "dates": 'let x be apply(t, (r) => date_parts(r.day).month)',
    "sort, then rows one by one": 'let s be sort_by(t, "price")\nlet x be 0\neach i in range(length(s))\n    set x to x + s[i].qty',
    "filter, then rows one by one": 'let s be where(t, (r) => r.qty > 3)\nlet x be 0\neach i in range(length(s))\n    set x to x + s[i].qty',
}
READERS = {
    "read_csv": 'let x be read_csv("./t.csv")',
    "read_jsonl": 'let x be read_jsonl("./t.jsonl")',
    "read_csv of one long column": 'let x be read_csv("./long.csv")',
    "read_file, jsonl_decode": 'let x be jsonl_decode(read_file("./t.jsonl"))',
    "read_file, csv_parse": 'let x be csv_parse(read_file("./t.csv"))',
}
# Columns change places, rows do not: what these cost does not depend on how many rows there are.
FREE = {"rename, then a cell", "reverse and slice"}

PRELUDE = 'require file.read "./*"\nrequire file.write "./*"\n'
TABLES = 'let t be read_csv("./t.csv")\nlet o be read_csv("./o.csv")\n'
# A loop appends them: what `apply` gives would be columns again.
ROWS = ('task plain(rows)\n    let list be []\n    each r in rows\n        set list to append(list, r)\n    give list\n'
        'set t to plain(t)\nset o to plain(o)\n')


def write_files(folder, rows):
    rng = random.Random(rows)
    keys = max(1, rows // 4)
    with open(folder / "t.csv", "w") as csv, open(folder / "t.jsonl", "w") as jsonl, open(folder / "long.csv", "w") as long:
        csv.write("id,low,k,name,path,qty,price,gap,day\n")
        long.write("a\n")
        for i in range(rows):
            row = {"id": i, "low": f"region {rng.randrange(7)}", "k": rng.randrange(keys), "name": f"n-{rng.randrange(rows)}",
                   "path": f"a/common/prefix/of/all/{rng.randrange(rows):08}", "qty": rng.randrange(1, 100),
                   "price": rng.randrange(1, 10**7) / 100, "gap": "" if rng.random() < 0.1 else i,
                   "day": f"20{rng.randrange(10, 25)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"}
            csv.write(",".join(map(str, row.values())) + "\n")
            jsonl.write(json.dumps(row) + "\n")
            long.write(f"{rng.random()}\n")
    with open(folder / "o.csv", "w") as csv:
        csv.write("k,name,weight\n")
        csv.writelines(f"{k},n-{k},{rng.randrange(100)}\n" for k in rng.sample(range(keys), keys))


class Program:
    """One program in the folders of both sizes; what it costs there."""

    def __init__(self, binary, name, text):
        self.binary, self.name, self.text = binary, name, text

    def cost(self, folder):
        """Steps and CPU seconds of one run."""
        path = folder / "program.syn"
        path.write_text(self.text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([self.binary, "run", "--format", "json", "--cap-set", "stdout,file.read=./*,file.write=./*,memory=4GB", "program.syn"],
                              cwd=folder, capture_output=True, text=True, timeout=300)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            outcome = json.loads(done.stdout.splitlines()[-1])
        except (ValueError, IndexError):
            raise RuntimeError(f"exit {done.returncode}: {done.stderr[-300:]}") from None
        if not outcome["ok"]:
            raise RuntimeError(outcome["errors"])
        return outcome["steps"], after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Bench:
    def __init__(self, binary, folders, rows):
        self.binary, self.folders = binary, folders
        self.floor = max(FLOOR_SECONDS, rows * FLOOR_SECONDS_PER_ROW)
        self.bases = {}

    def base(self, prelude):
        """Costs of a program that only gets its tables, by folder: (steps, least seconds)."""
        if prelude not in self.bases:
            program = Program(self.binary, "base", prelude)
            runs = [[program.cost(folder) for _ in range(3)] for folder in self.folders]
            self.bases[prelude] = [(costs[0][0], min(seconds for _, seconds in costs)) for costs in runs]
        return self.bases[prelude]

    def check(self, name, prelude, body):
        """What is wrong with the growth of this operation; empty when nothing is."""
        base = self.base(prelude)
        program = Program(self.binary, name, prelude + body + "\n")
        seconds = [float("inf")] * len(self.folders)
        for _ in range(TRIES):
            steps = []
            for i, folder in enumerate(self.folders):
                counted, took = program.cost(folder)
                steps.append(counted - base[i][0])
                seconds[i] = min(seconds[i], max(took - base[i][1], 0))
            if seconds[1] <= CPU_LIMIT * max(seconds[0], self.floor):
                break
        faults = []
        if steps[1] > LIMIT * max(steps[0], 100):
            faults.append(f"steps grow from {steps[0]} to {steps[1]}")
        if steps[1] < LEAST_GROWTH * steps[0] and name not in FREE:
            faults.append(f"steps hardly grow, from {steps[0]} to {steps[1]}: work that no limit sees")
        if seconds[1] > CPU_LIMIT * max(seconds[0], self.floor):
            faults.append(f"CPU time grows from {seconds[0] * 1000:.1f} ms to {seconds[1] * 1000:.1f} ms")
        return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--binary", default=str(ROOT / "build/release/synsema"))
    parser.add_argument("--rows", type=int, default=4000, help="n; the larger size is 4n")
    parser.add_argument("--only", default="", help="operations whose name has this in it")
    arguments = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory(prefix="synsema-doubling-") as scratch:
        folders = [pathlib.Path(scratch, size) for size in ("n", "4n")]
        for folder, rows in zip(folders, (arguments.rows, 4 * arguments.rows)):
            folder.mkdir()
            write_files(folder, rows)
        bench = Bench(os.path.abspath(arguments.binary), folders, arguments.rows)
        cases = [(name, "columns", PRELUDE + TABLES, body) for name, body in VERBS.items()]
        cases += [(name, "rows", PRELUDE + TABLES + ROWS, body) for name, body in VERBS.items()]
        cases += [(name, "files", PRELUDE, body) for name, body in READERS.items()]
        for name, kind, prelude, body in cases:
            if arguments.only not in name:
                continue
            try:
                faults = bench.check(name, prelude, body)
            except (RuntimeError, subprocess.TimeoutExpired) as failure:
                faults = [str(failure)]
            for fault in faults:
                print(f"{name} on {kind}: {fault}", flush=True)
            failed += 1 if faults else 0
            passed += 0 if faults else 1
    print(f"{passed} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed else 0)


main()
