"""Each reader gives what DuckDB's gives, on every file that both can read: docs/readers.md lists where not, and why.

The files are those of the corpus, of the conformance cases, and tables made here. The list is compared both ways.
"""
# SPDX-License-Identifier: Apache-2.0
import base64
import pathlib
import random
import re
import shutil

import harness

FOLDERS = ["tests/corpus", "tests/conformance/data/files", "tests/conformance/sql/files"]
CSV_ENDINGS = (".csv", ".tsv")
# With an option of its own a file is read by DuckDB's reader, without one by ours.
CSV_QUERY = "select * from read_csv(?, header=true)"
JSON_QUERY = "select * from read_json(?, format='newline_delimited')"
PROGRAM = """require file.read("files/*")
task compare(reader, name, query)
    let path be `files/{name}`
    try
        let ours be reader(path)
        try
            let theirs be sql(query, [path])
            print(name, when ours == theirs then "same" otherwise "differ")
        recover refusal
            print(name, "engine-refuses")
    recover refusal
        print(name, "we-refuse")
"""

# Two columns and no rows, as Arrow writes them: a row group without pages, which says that they begin at byte 0.
EMPTY_PARQUET = (
    "UEFSMRUEFQAVAkwVABUAEgAAABUEFQAVAkwVABUAEgAAABUEGTw1ABgGc2NoZW1hFQQAFQQlAhgBYQAVDCUCGAFzJQBMHAAAABYAGRwZLCYAHBUEGSUABhkYAWEV"
    "AhYAFhwWHiYAJggpHBUEFQAVAgAAACYAHBUMGSUABhkYAXMVAhYAFhwWHiYAJiYpHBUEFQAVAgAAABY4FgAmCBY8FAAAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJz"
    "aW9uIDE4LjEuMBksHAAAHAAAAKsAAABQQVIx")


def program_for(names):
    lines = [PROGRAM]
    for name in names:
        reader, query = ("read_csv", CSV_QUERY) if name.endswith(CSV_ENDINGS) else ("read_jsonl", JSON_QUERY)
        lines.append(f'compare({reader}, "{name}", "{query}")\n')
    return "".join(lines)


def listed_differences():
    """Rows of the table in docs/readers.md whose first column is a path."""
    text = (harness.ROOT / "docs/readers.md").read_text()
    return set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))


def random_text(source):
    letters = "abc xyzäöß,\"\n'|;#"
    return "v" + "".join(source.choice(letters) for _ in range(source.randrange(8)))


def random_column(source):
    """A name for its kind, and a function that makes the text of a field and whether it needs quotes."""
    return source.choice([
        lambda: str(source.randrange(-10**6, 10**6)),
        lambda: f"{source.randrange(-10**4, 10**4)}.{source.randrange(1, 100):02d}5",
        lambda: random_text(source),
        lambda: source.choice(["true", "false"]),
        lambda: f"20{source.randrange(10, 40)}-{source.randrange(1, 13):02d}-{source.randrange(1, 29):02d}",
    ])


def random_csv(source):
    columns = [random_column(source) for _ in range(source.randrange(2, 6))]
    rows = [",".join(f"c{i}" for i in range(len(columns)))]
    for _ in range(source.randrange(1, 60)):
        fields = []
        for column in columns:
            text = "" if source.random() < 0.1 else column()
            needs_quotes = any(mark in text for mark in ',"\n;|') or source.random() < 0.05 and text
            fields.append('"' + text.replace('"', '""') + '"' if needs_quotes else text)
        # A row without any value is a blank line to some readers.
        fields[0] = fields[0] or "0"
        rows.append(",".join(fields))
    end = source.choice(["\n", "\r\n"])
    return end.join(rows) + end


class ReadersAgree(harness.CommandTest):
    def outcomes(self, names):
        (self.folder / "compare.syn").write_text(program_for(names))
        done = self.run_command("run", "compare.syn")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.rsplit(" ", 1) for line in done.stdout.splitlines()]
        self.assertEqual([name for name, _ in rows], names)
        return dict(rows)

    def test_files_of_the_project(self):
        paths = {}
        for folder in FOLDERS:
            for path in sorted((harness.ROOT / folder).rglob("*")):
                if path.suffix in CSV_ENDINGS + (".jsonl",) and path.is_file():
                    paths[path.relative_to(harness.ROOT).as_posix().replace("/", "-")] = path
        (self.folder / "files").mkdir()
        for name, path in paths.items():
            shutil.copyfile(path, self.folder / "files" / name)
        outcomes = self.outcomes(list(paths))
        differ = {paths[name].relative_to(harness.ROOT).as_posix() for name, what in outcomes.items() if what == "differ"}
        self.assertEqual(differ, listed_differences(), "docs/readers.md lists the files on which the readers differ")
        self.assertGreater(sum(what == "same" for what in outcomes.values()), 50)

    def test_an_empty_parquet_table(self):
        (self.folder / "files").mkdir()
        (self.folder / "files/empty.parquet").write_bytes(base64.b64decode(EMPTY_PARQUET))
        (self.folder / "empty.syn").write_text(
            'require file.read("files/*")\nprint(read_parquet("files/empty.parquet"), '
            'sql("select * from read_parquet(?)", ["files/empty.parquet"]))\n')
        done = self.run_command("run", "empty.syn")
        self.assertEqual((done.stdout, done.stderr), ("[] []\n", ""))

    def test_many_parquet_files_at_once(self):
        """More than are lent to the engine at one time; one of them is called otherwise, one is CSV."""
        (self.folder / "files").mkdir()
        (self.folder / "make.syn").write_text(
            'require file.write "files/*"\neach i in range(40)\n'
            '    write_parquet(`files/{i + 10}.parquet`, apply(range(i + 1), (k) => {"file": i, "k": k}))\n')
        done = self.run_command("run", "make.syn")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        (self.folder / "files/24.parquet").rename(self.folder / "files/24.rows")
        (self.folder / "files/25.parquet").unlink()
        (self.folder / "files/25.csv").write_text("file,k\n15,100\n")
        (self.folder / "read.syn").write_text(
            'require file.read "files/*"\nlet t be read_table("files/*")\n'
            'print(length(t), sum(collect(t, "k")), collect(t, "file") == sort(collect(t, "file")))\n'
            'print(collect(summarize(t, "file", {"n": count()}), "n"))\n')
        done = self.run_command("run", "read.syn")
        rows = [(file, k) for file in range(40) for k in range(file + 1) if file != 15] + [(15, 100)]
        counts = [1 if file == 15 else file + 1 for file in range(40)]
        expected = f"{len(rows)} {sum(k for _, k in rows)} true\n{counts}\n"
        self.assertEqual((done.stdout, done.stderr), (expected, ""))

    def test_tables_made_here(self):
        source = random.Random(20240)
        (self.folder / "files").mkdir()
        names = []
        for number in range(60):
            name = f"t{number}.csv"
            (self.folder / "files" / name).write_bytes(random_csv(source).encode())
            names.append(name)
        outcomes = self.outcomes(names)
        self.assertEqual({name: what for name, what in outcomes.items() if what != "same"}, {})


if __name__ == "__main__":
    harness.main()
