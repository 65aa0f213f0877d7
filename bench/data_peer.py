"""One peer, one operation: data_peer.py ENGINE OPERATION FOLDER THREADS SECONDS. Prints its times as JSON.

The operation is repeated until SECONDS of work are done (at least once). Runs under the Python of the virtual
environment that suite_data.py made. OPERATION `nothing` only loads the tables, `import` not even these;
ENGINE `make` writes the data files, OPERATION being the number of rows.
"""
# SPDX-License-Identifier: Apache-2.0
import json
import os
import sys
import time

from data_operations import OPERATIONS


def is_large(folder):
    """Where loading the table takes minutes: it is not what is measured, so it comes from Parquet."""
    return int(folder.rsplit("-", 1)[1]) >= 5_000_000


def load_pandas(folder, loads):
    import pandas as pd
    t = None
    if loads and is_large(folder):
        t = pd.read_parquet(f"{folder}/sales.parquet")
        t["day"] = pd.to_datetime(t["day"])
    elif loads:
        t = pd.read_csv(f"{folder}/sales.csv", parse_dates=["day"])
    o = pd.read_csv(f"{folder}/customers.csv") if loads else None
    return lambda operation: operation.pandas(pd, t, o, folder)


def load_polars(folder, loads):
    import polars as pl
    t = None
    if loads:
        t = pl.read_parquet(f"{folder}/sales.parquet") if is_large(folder) else pl.read_csv(f"{folder}/sales.csv", try_parse_dates=True)
    o = pl.read_csv(f"{folder}/customers.csv") if loads else None
    return lambda operation: operation.polars(pl, t, o, folder)


def load_duckdb(folder, loads, threads):
    import duckdb
    connection = duckdb.connect(config={"threads": threads})
    if loads:
        sales = f"read_parquet('{folder}/sales.parquet')" if is_large(folder) else f"read_csv('{folder}/sales.csv')"
        connection.execute(f"create table sales as select * from {sales}")
        connection.execute(f"create table customers as select * from read_csv('{folder}/customers.csv')")

    def run(operation):
        for statement in operation.sql:
            connection.execute(statement.replace("FOLDER", folder))
        return connection.fetchone()
    return run


def measure_operation(engine, name, folder, threads, seconds):
    os.environ["POLARS_MAX_THREADS"] = str(threads)
    operation = OPERATIONS.get(name)
    loads = name == "nothing" or (operation is not None and not operation.reads)
    start = time.perf_counter()
    if engine == "pandas":
        run = load_pandas(folder, loads)
    elif engine == "polars":
        run = load_polars(folder, loads)
    else:
        run = load_duckdb(folder, loads, threads)
    read = time.perf_counter() - start
    walls, cpus, result = [], [], None
    while operation is not None and (not walls or sum(walls) < seconds):
        before, before_cpu = time.perf_counter(), time.process_time()
        result = [float(number) for number in run(operation)]
        walls.append(time.perf_counter() - before)
        cpus.append(time.process_time() - before_cpu)
    print(json.dumps({"read": read, "walls": walls, "cpus": cpus, "result": result}))


def make(rows, folder):
    import numpy as np
    import polars as pl
    rng = np.random.default_rng(7)
    words = ["order", "shipped", "late", "call back", "refund", "paid in full", "returned", "gift", "no reply", "invoice"]

    def sales(rows):
        keys = max(1, rows // 10)
        k = rng.integers(0, keys, rows)
        pairs = np.array([f"{a} {b} {c}" for a in words for b in words for c in words])
        return pl.DataFrame({
            "id": np.arange(rows), "low": np.array([f"region {i}" for i in range(12)])[rng.integers(0, 12, rows)],
            "high": pl.select(pl.lit("customer-") + pl.Series(rng.integers(0, keys, rows)).cast(pl.String).str.zfill(8)).to_series(),
            "k": k, "qty": rng.integers(1, 101, rows), "price": rng.integers(100, 1_000_000, rows) / 100,
            "day": pl.Series(np.datetime64("2015-01-01") + rng.integers(0, 3650, rows)).cast(pl.Date),
            "note": pl.Series(pairs[rng.integers(0, len(pairs), rows)]) + pl.Series(rng.integers(0, 1000, rows)).cast(pl.String)})

    table = sales(rows)
    table.write_csv(f"{folder}/sales.csv")
    table.write_parquet(f"{folder}/sales.parquet", compression="zstd")
    table.select("id", "k", "qty", "price").write_csv(f"{folder}/tall.csv")
    table.select("id", "low", "qty", "price", "day").write_ndjson(f"{folder}/events.jsonl")
    sales(100).write_csv(f"{folder}/small.csv")
    keys = max(1, rows // 10)
    pl.DataFrame({"k": rng.permutation(keys), "segment": np.array(["a", "b", "c"])[rng.integers(0, 3, keys)],
                  "weight": rng.integers(1, 1000, keys)}).write_csv(f"{folder}/customers.csv")
    wide_rows = max(10, rows // 50)
    pl.DataFrame({f"c{i}": rng.integers(0, 1000, wide_rows) if i % 2 else rng.integers(0, 100_000, wide_rows) / 100
                  for i in range(200)}).write_csv(f"{folder}/wide.csv")


def main():
    engine, name, folder, threads, seconds = sys.argv[1:]
    if engine == "make":
        make(int(name), folder)
    else:
        measure_operation(engine, name, folder, int(threads), float(seconds))


main()
