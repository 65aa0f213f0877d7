"""Growing values in a loop must cost the same for each item, however many there are: the doubling test.

CPU time without the start of the process, by item, at growing sizes; the peers run the same loop.
"""
# SPDX-License-Identifier: Apache-2.0
import measure

SIZES = [10_000, 100_000, 250_000, 500_000, 1_000_000]
JUDGED = [size for size in SIZES if size >= 100_000]  # below, the start of the process drowns the work
RUNS = 5
LIMIT = 1.6
SHAPES = {"append": "set xs to append(xs, i)", "append_in_task": "the same in a task",
          "append_in_map": "set m.xs to append(m.xs, i)", "append_plus": "set xs to xs + [i]",
          "append_text": "set s to s + \"ab\"", "append_keys": "set m[text(i)] to i"}


def arguments(peer, name, size):
    path = str(measure.PROGRAMS / f"{name}{peer.suffix}")
    return [*peer.command, path, *(["--"] if peer.name == "synsema" else []), str(size)]


def nanoseconds_by_size(peer, name):
    start = measure.best_of(arguments(peer, name, 0), 10).cpu
    return {size: max(measure.best_of(arguments(peer, name, size), RUNS).cpu - start, 1e-6) / size * 1e9 for size in SIZES}


def growth(by_size):
    """Dearest by cheapest item among the judged sizes: 1 when the cost is linear, 10 when it is quadratic."""
    values = [by_size[size] for size in JUDGED]
    return max(values) / min(values)


def run(peers):
    rows, table = {}, []
    for name, title in SHAPES.items():
        for peer in peers:
            if not (measure.PROGRAMS / f"{name}{peer.suffix}").exists():
                continue
            try:
                by_size = nanoseconds_by_size(peer, name)
            except measure.Failure as failure:
                print(f"  FAULT {name} in {peer.name}: {failure}")
                continue
            rows[f"{name} {peer.name}"] = {"ns_by_size": by_size, "growth": growth(by_size)}
            table.append([f"{title} [{peer.name}]", *(f"{by_size[size]:.0f}" for size in SIZES),
                          measure.times(growth(by_size))])
    measure.print_table(["ns for each item", *(f"{size:,}" for size in SIZES), "growth"], table)
    budgets = [measure.judge(f"growth of {title}", rows.get(f"{name} synsema", {}).get("growth"), LIMIT)
               for name, title in SHAPES.items()]
    return {"rows": rows, "budgets": budgets}
