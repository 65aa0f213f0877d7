#!/usr/bin/env python3
"""The executors whose programs are Python or SQL, each as a product would run them; one JSON line says what happened.

    python_side.py NAME CODE_FILE SECONDS REPEAT DATA_FOLDER MEGABYTES

`milliseconds` is what an answer costs: for pandas_exec and the two of DuckDB the host is warm (packages imported), for pandas_process it holds
the start of the process, because each answer pays for it. What has no deadline of its own gets none here: then the case's host ends
this process, and says so. Not for Synsema's executors: case.syn calls those itself.
"""
# SPDX-License-Identifier: Apache-2.0
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import time

KEPT = 1_000_000  # characters of output that are handed back; `bytes` tells the whole


def pandas_exec(code, _seconds, _data, _memory):
    """exec in the process of the host: no limits at all."""
    if "pandas" in code:
        import pandas  # noqa: F401  the host is warm
    out = io.StringIO()
    start = time.perf_counter()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(code, "<reply>", "exec"), {"__name__": "__main__"})
        error = None
    except BaseException as problem:
        error = f"{type(problem).__name__}: {problem}"
    return out.getvalue(), error, time.perf_counter() - start, False


def communicate(command, code, seconds):
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               errors="replace")
    try:
        out, errors = process.communicate(code, timeout=seconds)
        late = False
    except subprocess.TimeoutExpired:
        process.kill()
        out, errors = process.communicate()
        late = True
    took = time.perf_counter() - start
    error = f"stopped after {seconds:g} s" if late else None
    if not late and process.returncode != 0:
        error = errors.strip().splitlines()[-1] if errors.strip() else f"exit code {process.returncode}"
    return out, error, took, late


def pandas_process(code, seconds, _data, _memory):
    """A new Python for each answer, stopped at a deadline."""
    return communicate([sys.executable, "-"], code, seconds)


def pandas_docker(code, seconds, data, memory):
    """A container for each answer: no network, a read-only root and data folder, limits on memory and processes, a deadline."""
    engine, name = os.environ["SYNSEMA_CASE_DOCKER"], f"synsema-case-{os.getpid()}"
    folder = pathlib.Path(data)
    outcome = communicate(
        ["docker", "-H", engine, "run", "--rm", "-i", "--name", name, "--network", "none", "--read-only", "--log-driver", "none",
         "--memory", f"{memory}m", "--memory-swap", f"{memory}m", "--pids-limit", "64", "--cap-drop", "ALL", "--security-opt", "no-new-privileges",
         "-v", f"{folder.resolve()}:/work/{folder}:ro", "-w", "/work", os.environ["SYNSEMA_CASE_IMAGE"], "python3", "-"], code, seconds)
    if outcome[3]:  # the client is gone, the container is not
        subprocess.run(["docker", "-H", engine, "kill", name], capture_output=True, timeout=60)
    return outcome


def shown(cell):
    if cell is None:
        return ""
    return str(cell)


def query(connection, code):
    start = time.perf_counter()
    try:
        rows = connection.execute(code).fetchall()
        error = None
    except BaseException as problem:
        rows, error = [], f"{type(problem).__name__}: {problem}"
    took = time.perf_counter() - start
    return "".join(" | ".join(map(shown, row)) + "\n" for row in rows), error, took, False


def duckdb_plain(code, _seconds, _data, _memory):
    """A connection with the settings that everybody has."""
    import duckdb
    return query(duckdb.connect(), code)


def duckdb_restricted(code, _seconds, data, memory):
    """What DuckDB itself offers: one folder, no other access, limits, settings locked."""
    import duckdb
    connection = duckdb.connect(config={"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"})
    folder = str(pathlib.Path(data)).replace("'", "''")
    for setting in (f"SET allowed_directories = ['./{folder}/']", "SET enable_external_access = false", f"SET memory_limit = '{memory}MB'",
                    "SET max_temp_directory_size = '0KB'", "SET lock_configuration = true"):
        connection.execute(setting)
    return query(connection, code)


EXECUTORS = {each.__name__: each for each in (pandas_exec, pandas_process, pandas_docker, duckdb_plain, duckdb_restricted)}


def main():
    name, path, seconds, repeat, data, memory = sys.argv[1:]
    code = pathlib.Path(path).read_text(encoding="utf-8")
    times = []
    for _ in range(int(repeat)):
        output, error, took, late = EXECUTORS[name](code, float(seconds), data, int(memory))
        times.append(took * 1000)
        if error:
            break
    times.sort()
    print(json.dumps({"ok": error is None, "output": output[:KEPT], "bytes": len(output.encode()), "error": error or "",
                      "milliseconds": times[len(times) // 2], "timed_out": late}))


if __name__ == "__main__":
    main()
