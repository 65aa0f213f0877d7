"""The operations of the data benchmark, each once for every engine.

In the forms for pandas and Polars `t` is the sales table and `o` the customers, in SQL they are the tables of these
names; in Synsema the parameters `t` and `o` of a task. `folder` is where the files are. What each gives is a list of
numbers, which all engines must agree on; summing up the result is part of the operation everywhere, so that an engine
that puts work off pays for what is looked at.
"""
# SPDX-License-Identifier: Apache-2.0
import dataclasses


@dataclasses.dataclass(frozen=True)
class Operation:
    title: str
    synsema: str      # the lines of a task body
    sql: list         # statements; the last one gives one row
    pandas: object    # (pd, t, o, folder) → list
    polars: object    # (pl, t, o, folder) → list
    reads: bool = False  # reads its own file: the tables are not loaded before
    opens: bool = False  # Synsema opens its engine when it first reads such a file; the peers open theirs before they are measured


def wide_sum_pandas(pd, t, o, folder):
    frame = pd.read_csv(f"{folder}/wide.csv")
    return [len(frame), frame["c0"].sum(), frame["c199"].sum()]


def wide_sum_polars(pl, t, o, folder):
    frame = pl.read_csv(f"{folder}/wide.csv")
    return [len(frame), frame["c0"].sum(), frame["c199"].sum()]


def tall_sums(frame):
    return [len(frame), frame["id"].sum(), frame["k"].sum(), frame["qty"].sum(), frame["price"].sum()]


def low_group_polars(pl, t, o, folder):
    groups = t.group_by("low").agg(pl.col("qty").sum(), pl.col("price").mean())
    return [len(groups), groups["qty"].sum(), groups["price"].sum()]


def high_group(groups):
    return [len(groups), groups["qty"].sum(), groups["price"].sum()]


TALL_SQL = "sum(id), sum(k), sum(qty), sum(price)"
TALL_SYNSEMA = 'sum(collect(r, "id")), sum(collect(r, "k")), sum(collect(r, "qty")), sum(collect(r, "price"))'
SUM_SYNSEMA = 'give [length(r), sum(collect(r, "qty")), sum(collect(r, "price"))]'

OPERATIONS = {
    "filter": Operation(
        "filter, two conditions",
        'let r be where(t, (r) => r.qty > 50 and r.low == "region 3")\n' + SUM_SYNSEMA,
        ["create or replace temp table r as select * from sales where qty > 50 and low = 'region 3'",
         "select count(*), sum(qty), sum(price) from r"],
        lambda pd, t, o, folder: high_group(t[(t["qty"] > 50) & (t["low"] == "region 3")]),
        lambda pl, t, o, folder: high_group(t.filter((pl.col("qty") > 50) & (pl.col("low") == "region 3")))),
    "group_low": Operation(
        "group, 12 groups",
        'let r be summarize(t, "low", {"qty": sum_of("qty"), "price": mean_of("price")})\n' + SUM_SYNSEMA,
        ["create or replace temp table r as select low, sum(qty) qty, avg(price) price from sales group by low",
         "select count(*), sum(qty), sum(price) from r"],
        lambda pd, t, o, folder: high_group(t.groupby("low").agg({"qty": "sum", "price": "mean"})),
        low_group_polars),
    "group_high": Operation(
        "group, a group for 10 rows (text)",
        'let r be summarize(t, "high", {"qty": sum_of("qty"), "price": max_of("price")})\n' + SUM_SYNSEMA,
        ["create or replace temp table r as select high, sum(qty) qty, max(price) price from sales group by high",
         "select count(*), sum(qty), sum(price) from r"],
        lambda pd, t, o, folder: high_group(t.groupby("high").agg({"qty": "sum", "price": "max"})),
        lambda pl, t, o, folder: high_group(t.group_by("high").agg(pl.col("qty").sum(), pl.col("price").max()))),
    "group_key": Operation(
        "group, a group for 10 rows (number)",
        'let r be summarize(t, "k", {"qty": sum_of("qty"), "price": max_of("price")})\n' + SUM_SYNSEMA,
        ["create or replace temp table r as select k, sum(qty) qty, max(price) price from sales group by k",
         "select count(*), sum(qty), sum(price) from r"],
        lambda pd, t, o, folder: high_group(t.groupby("k").agg({"qty": "sum", "price": "max"})),
        lambda pl, t, o, folder: high_group(t.group_by("k").agg(pl.col("qty").sum(), pl.col("price").max()))),
    "sort": Operation(
        "sort by a number, downwards",
        'let r be sort_by(t, "price", desc = true)\nlet half be slice(r, 0, length(r) // 2)\n'
        'give [r[0].id, sum(collect(half, "id")), sum(collect(half, "qty"))]',
        ["create or replace temp table r as select * from sales order by price desc, id",
         "select min(id) filter (rowid = 0), sum(id) filter (rowid < (select count(*) from r) // 2), "
         "sum(qty) filter (rowid < (select count(*) from r) // 2) from r"],
        lambda pd, t, o, folder: half_sums(t.sort_values("price", ascending=False, kind="stable")),
        lambda pl, t, o, folder: half_sums(t.sort("price", descending=True, maintain_order=True))),
    "sort_text": Operation(
        "sort by a text",
        'let r be sort_by(t, "high")\nlet half be slice(r, 0, length(r) // 2)\n'
        'give [r[0].id, sum(collect(half, "id")), sum(collect(half, "qty"))]',
        ["create or replace temp table r as select * from sales order by high, id",
         "select min(id) filter (rowid = 0), sum(id) filter (rowid < (select count(*) from r) // 2), "
         "sum(qty) filter (rowid < (select count(*) from r) // 2) from r"],
        lambda pd, t, o, folder: half_sums(t.sort_values("high", kind="stable")),
        lambda pl, t, o, folder: half_sums(t.sort("high", maintain_order=True))),
    "join": Operation(
        "join, on a number",
        'let r be join(t, o, "k")\ngive [length(r), sum(collect(r, "qty")), sum(collect(r, "weight"))]',
        ["create or replace temp table r as select s.*, c.weight, c.segment from sales s join customers c on s.k = c.k",
         "select count(*), sum(qty), sum(weight) from r"],
        lambda pd, t, o, folder: join_sums(t.merge(o, on="k")),
        lambda pl, t, o, folder: join_sums(t.join(o, on="k"))),
    "distinct": Operation(
        "distinct, over two columns",
        'let r be unique(select(t, "low", "qty"))\ngive [length(r), sum(collect(r, "qty"))]',
        ["create or replace temp table r as select distinct low, qty from sales", "select count(*), sum(qty) from r"],
        lambda pd, t, o, folder: distinct_sums(t[["low", "qty"]].drop_duplicates()),
        lambda pl, t, o, folder: distinct_sums(t.select("low", "qty").unique())),
    "quantile": Operation(
        "quantile of a column",
        'give [quantile(collect(t, "price"), 0.9), quantile(collect(t, "qty"), 0.25)]',
        ["select quantile_cont(price, 0.9), quantile_cont(qty, 0.25) from sales"],
        lambda pd, t, o, folder: [t["price"].quantile(0.9), t["qty"].quantile(0.25)],
        lambda pl, t, o, folder: [t["price"].quantile(0.9, "linear"), t["qty"].quantile(0.25, "linear")]),
    "quantile_group": Operation(
        "quantile by group",
        'let r be summarize(t, "low", {"qty": quantile_of("qty", 0.25), "price": quantile_of("price", 0.9)})\n' + SUM_SYNSEMA,
        ["create or replace temp table r as select low, quantile_cont(qty, 0.25) qty, quantile_cont(price, 0.9) price "
         "from sales group by low", "select count(*), sum(qty), sum(price) from r"],
        lambda pd, t, o, folder: quantile_groups_pandas(t),
        lambda pl, t, o, folder: high_group(t.group_by("low").agg(pl.col("qty").quantile(0.25, "linear"),
                                                                  pl.col("price").quantile(0.9, "linear")))),
    "dates": Operation(
        "date parts: rows and sum by year and month",
        'let r be derive(t, {"year": (r) => date_parts(r.day).year, "month": (r) => date_parts(r.day).month})\n'
        'let g be summarize(r, ["year", "month"], {"n": count(), "qty": sum_of("qty")})\n'
        'give [length(g), sum(collect(g, "n")), max(collect(g, "qty"))]',
        ["create or replace temp table r as select year(day) y, month(day) m, count(*) n, sum(qty) qty from sales group by all",
         "select count(*), sum(n), max(qty) from r"],
        lambda pd, t, o, folder: date_sums_pandas(t),
        lambda pl, t, o, folder: date_sums_polars(pl, t)),
    "contains": Operation(
        "text contains",
        'give [count_where(t, (r) => contains(r.note, "refund"))]',
        ["select count(*) from sales where contains(note, 'refund')"],
        lambda pd, t, o, folder: [t["note"].str.contains("refund", regex=False).sum()],
        lambda pl, t, o, folder: [t["note"].str.contains("refund", literal=True).sum()]),
    "tall_csv": Operation(
        "CSV, 4 columns",
        f'let r be read_csv("tall.csv")\ngive [length(r), {TALL_SYNSEMA}]',
        ["create or replace temp table r as select * from read_csv('FOLDER/tall.csv')", f"select count(*), {TALL_SQL} from r"],
        lambda pd, t, o, folder: tall_sums(pd.read_csv(f"{folder}/tall.csv")),
        lambda pl, t, o, folder: tall_sums(pl.read_csv(f"{folder}/tall.csv")), True),
    "sales_csv": Operation(
        "CSV, 7 columns, texts and dates",
        'let r be read_csv("sales.csv")\n' + SUM_SYNSEMA,
        ["create or replace temp table r as select * from read_csv('FOLDER/sales.csv')", "select count(*), sum(qty), sum(price) from r"],
        lambda pd, t, o, folder: high_group(pd.read_csv(f"{folder}/sales.csv", parse_dates=["day"])),
        lambda pl, t, o, folder: high_group(pl.read_csv(f"{folder}/sales.csv", try_parse_dates=True)), True),
    "wide_csv": Operation(
        "CSV, 200 columns",
        'let r be read_csv("wide.csv")\ngive [length(r), sum(collect(r, "c0")), sum(collect(r, "c199"))]',
        ["create or replace temp table r as select * from read_csv('FOLDER/wide.csv')", "select count(*), sum(c0), sum(c199) from r"],
        wide_sum_pandas, wide_sum_polars, True),
    "jsonl": Operation(
        "JSON Lines, 5 keys",
        'let r be read_jsonl("events.jsonl")\n' + SUM_SYNSEMA,
        ["create or replace temp table r as select * from read_json('FOLDER/events.jsonl', format = 'newline_delimited')",
         "select count(*), sum(qty), sum(price) from r"],
        lambda pd, t, o, folder: high_group(pd.read_json(f"{folder}/events.jsonl", lines=True)),
        lambda pl, t, o, folder: high_group(pl.read_ndjson(f"{folder}/events.jsonl")), True),
    "parquet": Operation(
        "Parquet, read and group",
        'let r be summarize(read_parquet("sales.parquet"), "low", {"qty": sum_of("qty"), "price": mean_of("price")})\n' + SUM_SYNSEMA,
        ["create or replace temp table r as select low, sum(qty) qty, avg(price) price from read_parquet('FOLDER/sales.parquet') "
         "group by low", "select count(*), sum(qty), sum(price) from r"],
        lambda pd, t, o, folder: high_group(pd.read_parquet(f"{folder}/sales.parquet").groupby("low").agg({"qty": "sum", "price": "mean"})),
        lambda pl, t, o, folder: low_group_polars(pl, pl.read_parquet(f"{folder}/sales.parquet"), o, folder), True, True),
    "small": Operation(
        "small question over a CSV of 100 rows",
        'let r be summarize(read_csv("small.csv"), "low", {"qty": sum_of("qty"), "price": mean_of("price")})\n' + SUM_SYNSEMA,
        ["create or replace temp table r as select low, sum(qty) qty, avg(price) price from read_csv('FOLDER/small.csv') group by low",
         "select count(*), sum(qty), sum(price) from r"],
        lambda pd, t, o, folder: high_group(pd.read_csv(f"{folder}/small.csv").groupby("low").agg({"qty": "sum", "price": "mean"})),
        lambda pl, t, o, folder: low_group_polars(pl, pl.read_csv(f"{folder}/small.csv"), o, folder), True),
}


def half_sums(frame):
    half = frame[: len(frame) // 2]
    first = frame["id"].iloc[0] if hasattr(frame, "iloc") else frame["id"][0]
    return [first, half["id"].sum(), half["qty"].sum()]


def join_sums(frame):
    return [len(frame), frame["qty"].sum(), frame["weight"].sum()]


def distinct_sums(frame):
    return [len(frame), frame["qty"].sum()]


def quantile_groups_pandas(t):
    groups = t.groupby("low")
    qty, price = groups["qty"].quantile(0.25), groups["price"].quantile(0.9)
    return [len(qty), qty.sum(), price.sum()]


def date_sums_pandas(t):
    groups = t.groupby([t["day"].dt.year.rename("y"), t["day"].dt.month.rename("m")])["qty"].agg(["count", "sum"])
    return [len(groups), groups["count"].sum(), groups["sum"].max()]


def date_sums_polars(pl, t):
    groups = t.group_by(pl.col("day").dt.year().alias("y"), pl.col("day").dt.month().alias("m")).agg(
        pl.len().alias("n"), pl.col("qty").sum())
    return [len(groups), groups["n"].sum(), groups["qty"].max()]
