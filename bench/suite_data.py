"""Tables at work: reading, filtering, grouping, sorting, joining, against pandas 2, Polars and DuckDB, the same files.

Every engine answers each operation in a process of its own, which reads the files and then repeats the operation;
results must agree. The operation's own time is CPU time for one thread (a peer asks its own process; ours is the clock's, which is
no less, and for readers that of the process less that of one which does nothing), and the clock's for two threads; a whole process
with one operation and its peak memory come along. Files that Synsema needs an engine for are read again in one process, as the peers
are measured with theirs imported and open; what opening costs stands in the whole process, on both sides.
ROWS=10k,1m,10m (or --rows) says how many rows; OPERATIONS=sort,join which operations; the budgets are judged at the
largest size.
"""
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys

import measure
from data_operations import OPERATIONS

CACHE = measure.ROOT / ".cache"
PYTHON = CACHE / "bench-data/bin/python"
PACKAGES = ["pandas==2.2.3", "polars==1.17.1", "duckdb==1.1.3", "pyarrow==18.1.0", "numpy==2.1.3"]
DEFAULT_ROWS = "10k,1m"
MEMORY = "8GB"
TIMEOUT_SECONDS = 600
MEASURE_SECONDS = 0.4  # work that one process repeats an operation for
RUNS = 2
SMALL_RUNS = 10  # of our program for the question over a small file, whose start counts
LARGE_ROWS = 5_000_000  # from here on a process is measured once, over more repetitions
LARGE_SECONDS = 2.0
PEERS = {"pandas": ("pandas", 1), "polars": ("polars", 1), "duckdb": ("duckdb", 1),
         "polars 2": ("polars", 2), "duckdb 2": ("duckdb", 2)}
HEAVY = ["filter", "group_low", "group_high", "group_key", "join", "sort", "sort_text", "quantile", "quantile_group"]
READERS = ["tall_csv", "sales_csv", "wide_csv", "jsonl"]
TALL_BYTES = 32  # of a row of tall.csv in columns

PROGRAM = """require time
require file.read "./*"
let limit be float(args()[0])
task operation(t, o)
{operation}
let start be now()
{load}
let read be now() - start
let walls be []
let spent be 0.0
let result be nothing
while {repeats}
    let before be now()
    set result to operation(t, o)
    let took be now() - before
    set walls to append(walls, took)
    set spent to spent + took
print(json_encode({{"read": read, "walls": walls, "result": result}}))
"""


@dataclasses.dataclass
class Taken:
    """A process: what it printed, and what it cost."""
    cpu: float
    wall: float
    peak: int  # bytes
    walls: list
    cpus: list  # of each repetition; empty where the engine cannot tell
    result: list


@dataclasses.dataclass
class Cost:
    """An operation in an engine."""
    cpu: float   # of the operation alone
    wall: float
    whole_cpu: float  # of a process that reads and does it once
    whole_wall: float
    peak: int
    result: list


def make_environment():
    """The peers' Python; False, loudly, where they cannot be had."""
    marker = CACHE / "bench-data/packages"
    if marker.exists() and marker.read_text() == " ".join(PACKAGES):
        return True
    print(f"  installing {', '.join(PACKAGES)} into {PYTHON.parent.parent}", flush=True)
    CACHE.mkdir(exist_ok=True)
    for command in ([sys.executable, "-m", "venv", str(CACHE / "bench-data")],
                    [str(PYTHON), "-m", "pip", "install", "-q", *PACKAGES]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no message"]
            measure.say_skipped("the data benchmark: its peers pandas, Polars and DuckDB", last[0][:200])
            return False
    marker.write_text(" ".join(PACKAGES))
    return True


def number_of(text):
    return int(float(text.strip().lower().replace("k", "e3").replace("m", "e6")))


def data_folder(rows):
    """The files of this size, made once."""
    folder = CACHE / f"bench-data-{rows}"
    if not (folder / "made").exists():
        print(f"  making the files of {rows:,} rows in {folder}", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([str(PYTHON), str(pathlib.Path(__file__).parent / "data_peer.py"), "make", str(rows), str(folder), "1", "0"],
                       check=True)
        (folder / "made").write_text("")
    return folder


LAUNCHER = """#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
// Its memory counts into that of what it starts, so it is small: launch FILE COMMAND… writes the peak in KiB.
int main(int, char** words) {
  pid_t child = fork();
  if (child == 0) { execv(words[2], words + 2); _exit(127); }
  int status = 0; rusage usage{};
  wait4(child, &status, 0, &usage);
  if (FILE* file = std::fopen(words[1], "w")) { std::fprintf(file, "%ld", usage.ru_maxrss); std::fclose(file); }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
"""


@functools.cache
def launcher():
    """A small program that starts others: after a start from here, Python's own memory would count as their peak."""
    compiler = shutil.which("g++")
    if not compiler:
        measure.say_skipped("exact peak memory", "no g++ for the launcher; peaks below that of Python itself are Python's")
        return None
    source, binary = CACHE / "bench-data/launch.cpp", CACHE / "bench-data/launch"
    source.write_text(LAUNCHER)
    subprocess.run([compiler, "-O1", "-std=c++17", str(source), "-o", str(binary)], check=True)
    return str(binary)


def take(command, folder, threads):
    """Runs a process that prints JSON with its times; Failure when it fails."""
    peak_file = folder / "peak"
    if launcher():
        command = [launcher(), str(peak_file), *command]
    os.environ["SYNSEMA_THREADS"] = str(threads)
    sample = measure.run_once(command, folder, TIMEOUT_SECONDS)
    printed = json.loads(sample.output)
    peak = int(peak_file.read_text()) if launcher() else sample.peak_kib
    return Taken(sample.cpu, sample.wall, peak * 1024, printed["walls"], printed.get("cpus", []), printed["result"])


def indented(lines):
    return "\n".join("    " + line for line in lines.splitlines())


def program_of(name):
    """The Synsema program of an operation; `nothing` only reads, `import` does nothing."""
    operation = OPERATIONS.get(name)
    loads = name == "nothing" or (operation is not None and not operation.reads)
    load = 'let t be read_csv("sales.csv")\nlet o be read_csv("customers.csv")' if loads else "let t be []\nlet o be []"
    return PROGRAM.format(operation=indented(operation.synsema if operation else "give []"), load=load,
                          repeats="length(walls) == 0 or spent < limit" if operation else "false")


def command_of(engine, threads, name, folder, seconds):
    if engine == "synsema":
        path = folder / f"{name}.syn"
        path.write_text(program_of(name))
        return [measure.synsema(), "run", "--cap-set", f"stdout,time,file.read=./*,memory={MEMORY}", str(path), "--", str(seconds)]
    peer = pathlib.Path(__file__).parent / "data_peer.py"
    return [str(PYTHON), str(peer), engine, name, str(folder), str(threads), str(seconds)]


@functools.cache
def base_of(engine, threads, name, folder):
    """A process without the operation: the least CPU time of three."""
    runs = RUNS + 1 if rows_of(folder) < LARGE_ROWS else 1
    return min((take(command_of(engine, threads, name, folder, 0), folder, threads) for _ in range(runs)), key=lambda taken: taken.cpu)


def rows_of(folder):
    return int(folder.name.rsplit("-", 1)[1])


def measure_operation(engine, threads, name, folder):
    reads, opens = OPERATIONS[name].reads, OPERATIONS[name].opens
    base = base_of(engine, threads, "import" if reads else "nothing", folder)
    is_large = rows_of(folder) >= LARGE_ROWS
    repeats = opens or not reads
    once = [take(command_of(engine, threads, name, folder, 0), folder, threads) for _ in range(RUNS if opens else 0)]
    seconds = 0 if not repeats else LARGE_SECONDS if is_large else MEASURE_SECONDS
    count = SMALL_RUNS if name == "small" and engine == "synsema" else 1 if is_large and repeats else RUNS
    runs = [take(command_of(engine, threads, name, folder, seconds), folder, threads) for _ in range(count)]
    wall = min(min(run.walls) for run in runs)
    if opens and engine == "synsema":
        first = min(run.cpu for run in once)
        cpu = min((run.cpu - first) / max(len(run.walls) - 1, 1) for run in runs)
    else:
        cpu = min(min(run.cpus) if run.cpus else (run.cpu - base.cpu) / len(run.walls) for run in runs)
    cpu = max(cpu, 1e-5)
    if engine == "synsema" and repeats and threads == 1:
        # An operation has one thread and takes no more than the clock says; the difference of two large times says less.
        cpu = max(cpu, wall) if opens else wall
    if opens:
        whole_cpu, whole_wall = min(run.cpu for run in once), min(run.wall for run in once)
    else:
        whole = min(runs, key=lambda run: run.wall)
        whole_cpu, whole_wall = base.cpu + cpu, whole.wall - sum(whole.walls) + wall
    return Cost(cpu, wall, whole_cpu, whole_wall, min(run.peak for run in once or runs), runs[0].result)


def agree(left, right):
    return len(left) == len(right) and all(abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1) for a, b in zip(left, right))


def measure_row(name, folder):
    """Costs by engine, and the faults."""
    costs, faults = {}, []
    for title, (engine, threads) in {"synsema": ("synsema", 1), "synsema 2": ("synsema", 2), **PEERS}.items():
        if title == "synsema 2" and not OPERATIONS[name].reads:
            if "synsema" in costs:
                costs[title] = costs["synsema"]  # only readers use a second thread
            continue
        try:
            costs[title] = measure_operation(engine, threads, name, folder)
        except measure.Failure as failure:
            if title == "synsema" and "read_parquet" in str(failure):
                measure.say_skipped(OPERATIONS[name].title, str(failure))
                return {}, []
            faults.append(f"{name} in {title}: {failure}")
    for title, cost in costs.items():
        if "duckdb" in costs and not agree(cost.result, costs["duckdb"].result):
            faults.append(f"{name}: {title} gives {cost.result}, DuckDB {costs['duckdb'].result}")
    return costs, faults


def ratio_of(costs, title):
    """Our time by the peer's: CPU time against one thread, the clock's against two."""
    if "synsema" not in costs or "synsema 2" not in costs or title not in costs:
        return None
    if title.endswith(" 2"):
        return costs["synsema 2"].wall / costs[title].wall
    return costs["synsema"].cpu / costs[title].cpu


def speed_up(name, costs):
    """How much sooner a reader is done with a second thread, by the clock."""
    if not OPERATIONS[name].reads or "synsema" not in costs or "synsema 2" not in costs:
        return "-"
    return measure.times(costs["synsema"].wall / costs["synsema 2"].wall)


def whole_ratio(costs, title, key):
    if "synsema" not in costs or title not in costs:
        return None
    return getattr(costs["synsema"], key) / getattr(costs[title], key)


def print_size(rows, names, folder):
    results, operation_table, whole_table = {}, [], []
    for name in names:
        costs, faults = measure_row(name, folder)
        for fault in faults:
            print(f"  FAULT {fault}", flush=True)
        if not costs:
            continue
        results[name] = {"costs": {title: dataclasses.asdict(cost) for title, cost in costs.items()}, "faults": faults,
                         "ratios": {title: ratio_of(costs, title) for title in PEERS}, "_costs": costs}
        own = costs.get("synsema")
        title = OPERATIONS[name].title
        print(f"  … {title}, {rows:,} rows: " + ", ".join(f"{measure.times(ratio_of(costs, peer))} {peer}" for peer in PEERS), flush=True)
        two = costs.get("synsema 2")
        operation_table.append([title, measure.milliseconds(own and own.cpu), measure.milliseconds(own and own.wall),
                                measure.milliseconds(two and two.wall), speed_up(name, costs),
                                *(measure.times(ratio_of(costs, peer)) for peer in PEERS)])
        if rows >= LARGE_ROWS and not OPERATIONS[name].reads:
            continue  # their tables come from Parquet, ours from CSV
        whole_table.append([title, measure.milliseconds(own and own.whole_wall),
                            *(measure.times(whole_ratio(costs, peer, "whole_cpu")) for peer in list(PEERS)[:3]),
                            f"{own.peak / 2**20:.0f} MiB" if own else "-",
                            *(measure.times(whole_ratio(costs, peer, "peak")) for peer in list(PEERS)[:3])])
    names_of = {"pandas": "÷ pandas", "polars": "÷ Polars", "duckdb": "÷ DuckDB", "polars 2": "÷ Polars, 2 threads",
                "duckdb 2": "÷ DuckDB, 2 threads"}
    print(f"\n  {rows:,} rows: the operation alone")
    measure.print_table(["operation", "CPU", "clock", "2 threads", "speed-up", *names_of.values()], operation_table)
    print(f"\n  {rows:,} rows: a whole process (CPU time), and its peak memory")
    first = [names_of[peer] for peer in list(PEERS)[:3]]
    measure.print_table(["operation", "clock", *first, "peak", *first], whole_table)
    return results


def judge_results(results, rows, folder):
    budgets = []
    for name, result in results.items():
        title, costs = OPERATIONS[name].title, result["_costs"]
        if name in HEAVY:
            budgets.append(measure.judge(f"{title} ÷ pandas", ratio_of(costs, "pandas"), 0.2))
            budgets.append(measure.judge(f"{title} ÷ DuckDB", ratio_of(costs, "duckdb"), 1.5))
        elif name in READERS:
            budgets.append(measure.judge(f"{title} ÷ DuckDB", ratio_of(costs, "duckdb"), 1.0))
        elif name == "parquet":
            budgets.append(measure.judge(f"{title} ÷ DuckDB", ratio_of(costs, "duckdb"), 1.5))
            budgets.append(measure.judge(f"{title}, a whole process ÷ DuckDB", whole_ratio(costs, "duckdb", "whole_cpu"), 1.5))
        if name == "tall_csv" and "synsema" in costs and rows >= 1_000_000:
            held = costs["synsema"].peak - base_of("synsema", 1, "import", folder).peak
            budgets.append(measure.judge("peak memory of reading CSV ÷ its columns", held / (rows * TALL_BYTES), 1.5))
        if name == "small" and "synsema" in costs:
            budgets.append(measure.judge("small question, a new process ÷ 10 ms", costs["synsema"].whole_wall / 0.010, 1.0))
            budgets.append(measure.judge("small question, its memory ÷ 8 MiB", costs["synsema"].peak / 2**23, 1.0))
    return budgets


def run(_peers):
    if not make_environment():
        return {"skipped": "peers missing", "budgets": []}
    names = os.environ.get("OPERATIONS") or ",".join(OPERATIONS)
    sizes = sorted(number_of(text) for text in (os.environ.get("ROWS") or DEFAULT_ROWS).split(","))
    results = {rows: print_size(rows, names.split(","), data_folder(rows)) for rows in sizes}
    print()
    budgets = judge_results(results[sizes[-1]], sizes[-1], data_folder(sizes[-1]))
    for result in results.values():
        for row in result.values():
            del row["_costs"]
    return {"packages": PACKAGES, "rows": {str(rows): result for rows, result in results.items()}, "budgets": budgets}
