"""Hostile programs by family: each keeps one long builtin busy for as long as it is let, or grows a value in it.

Shared by tests/escape and the limits benchmark. `make_data` writes the files that they read, beside nothing else.
"""
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import gzip
import pathlib
import subprocess

READS = 'require file.read("./data/*")\n'
CEILING = "stdout,file.read=./data/*"


@dataclasses.dataclass(frozen=True)
class Family:
    name: str
    code: str
    grows: bool = False  # it holds ever more memory, so that the memory limit ends it
    max_steps: int = 1_000_000  # where a test of steps ends it, soon


def repeated(call, before=""):
    return f"{READS}{before}while true\n    let x be {call}\n"


TEXT = 'let s be read_file("data/text.txt")\n'
FAMILIES = [
    Family("loop", "while true\n    let x be 1\n"),
    Family("recursion", "task f(n)\n    when n == 0\n        give 0\n    give f(n - 1) + 1\nwhile true\n    let x be f(2000)\n"),
    Family("sort", repeated("sort(xs)", "let xs be apply(range(0, 400000), (i) => i * 7919 % 1000003)\n")),
    Family("sort text", repeated("sort(xs)", TEXT + 'let xs be split(s, " ")\n')),
    Family("regex", repeated('regex_find_all(s, "(a|b|c)+d?[ef]*z")', TEXT)),
    Family("regex match", repeated('matches(s, "(x+x+)+y$")', TEXT)),
    Family("power", repeated("7 ** 3000000 % 1000")),
    Family("power text", repeated("length(text(7 ** 600000))")),
    Family("factorial text", repeated("length(text(factorial(30000)))")),
    Family("decimal division", repeated("x / y", 'let x be decimal(join(apply(range(0, 60), (i) => "7"), ""))\nlet y be decimal("0." + join(apply(range(0, 50), (i) => "3"), ""))\n')),
    Family("json_decode", repeated("json_decode(s)", 'let s be read_file("data/a.json")\n')),
    Family("csv_parse", repeated("csv_parse(s)", 'let s be read_file("data/a.csv")\n')),
    Family("gzip bomb", repeated('read_table("data/bomb.csv.gz")')),
    Family("read_table", repeated('read_table("data/a.csv")')),
    Family("parquet", repeated('read_parquet("data/a.parquet")')),
    Family("sql cross join", repeated('sql("select count(*) from \'data/a.parquet\' a, \'data/a.parquet\' b, \'data/a.parquet\' c where a.x + b.x < c.x")'), max_steps=30_000),
    Family("range", repeated("sum(range(0, 1000000))")),
    Family("replace", repeated('replace(s, "a", "bb")', TEXT)),
    Family("split", repeated('split(s, "")', TEXT)),
    Family("matmul", repeated("matmul(a, a)", "let a be zeros([700, 700])\n")),
    Family("svd", repeated("svd(a)", "let a be zeros([200, 200])\n")),
    Family("text doubling", 'let s be "x"\nwhile true\n    set s to s + s\n', True, 100_000),
    Family("list doubling", "let s be [1]\nwhile true\n    set s to s + s\n", True, 100_000),
    Family("replace blow-up", 'let s be "a"\nwhile true\n    set s to replace(s, "a", "aaaaaaaaaa")\n', True, 100_000),
    Family("appending", "let s be []\nwhile true\n    set s to append(s, \"item\" + text(length(s)))\n", True, 100_000),
    Family("nesting", "let s be [1]\nwhile true\n    set s to [s, s]\n    let t be text(s)\n", True, 100_000),
    Family("bytes read", READS + 'let all be []\nwhile true\n    set all to append(all, read_file_bytes("data/a.csv"))\n', True, 100_000),
    Family("print flood", 'while true\n    print("line")\n'),
    Family("print wide", 'let s be join(apply(range(0, 10000), (i) => "x"), "")\nwhile true\n    print(s)\n', max_steps=20_000),
]


def make_data(folder, binary):
    """`folder`/data with the files of the families; `binary` writes the Parquet file."""
    data = pathlib.Path(folder, "data")
    data.mkdir(parents=True, exist_ok=True)
    (data / "text.txt").write_text("abcab dabba cdefz xxxxxxxx bacad " * 60_000)
    (data / "a.json").write_text("[" + ",".join('{"k":[1,2.5,"text"]}' for _ in range(100_000)) + "]")
    (data / "a.csv").write_text("x,y,z\n" + "".join(f"{i},{i * 7 % 1000}.5,word{i % 97}\n" for i in range(200_000)))
    (data / "bomb.csv.gz").write_bytes(gzip.compress(b"a,b\n" + b"1,2\n" * (25 << 20), 9))
    writer = pathlib.Path(folder, "writer.syn")
    writer.write_text('require file("./data/*")\nwrite_parquet("data/a.parquet", apply(range(0, 300000), (i) => {"x": i, "y": "word" + text(i % 9)}))\n')
    subprocess.run([binary, "run", "--no-env-file", writer.name], cwd=folder, check=True, timeout=60)
    writer.unlink()
