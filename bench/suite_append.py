"""Growing values in a loop must cost the same for each item, however many there are.

CPU time without the start of the process, by item, at growing sizes; the peers run the same loop. Judged is what two
doublings do to the cost of one item.
"""
# SPDX-License-Identifier: Apache-2.0
import measure

SIZES = [10_000, 100_000, 250_000, 500_000, 1_000_000]
SMALL, LARGE = 250_000, 1_000_000  # two doublings; below, the start of the process drowns the work
RUNS = 5
LIMIT = 2.0  # what they may do to the cost of one item: nothing, and cache misses; quadratic growth would make it 4
SHAPES = {"append": "set xs to append(xs, i)", "append_in_task": "the same in a task",
          "append_in_map": "set m.xs to append(m.xs, i)", "append_plus": "set xs to xs + [i]",
          "append_text": "set s to s + \"ab\"", "append_keys": "set m[text(i)] to i"}


def arguments(peer, name, size):
    path = str(measure.PROGRAMS / f"{name}{peer.suffix}")
    return [*peer.command, path, *(["--"] if peer.name == "synsema" else []), str(size)]


def nanoseconds_by_size(peer, name):
    """Nanoseconds of one item by size, as far as it gets, and what stopped it."""
    by_size = {}
    try:
        start = measure.best_of(arguments(peer, name, 0), 10).cpu
        for size in SIZES:
            cpu = measure.best_of(arguments(peer, name, size), RUNS).cpu - start
            by_size[size] = max(cpu, 1e-6) / size * 1e9
    except measure.Failure as failure:
        print(f"  FAULT {name} in {peer.name}, after the sizes {sorted(by_size)}: {failure}")
    return by_size


def growth(by_size):
    """The cost of one item at the largest size by that at a quarter of it; None when it did not get there."""
    return by_size[LARGE] / by_size[SMALL] if LARGE in by_size else None


def run(peers):
    rows, table = {}, []
    for name, title in SHAPES.items():
        for peer in peers:
            if not (measure.PROGRAMS / f"{name}{peer.suffix}").exists():
                continue
            by_size = nanoseconds_by_size(peer, name)
            rows[f"{name} {peer.name}"] = {"ns_by_size": by_size, "growth": growth(by_size)}
            table.append([f"{title} [{peer.name}]",
                          *(f"{by_size[size]:.0f}" if size in by_size else "-" for size in SIZES),
                          measure.times(growth(by_size))])
    measure.print_table(["ns for each item", *(f"{size:,}" for size in SIZES), "growth"], table)
    budgets = [measure.judge(f"growth of {title}", rows.get(f"{name} synsema", {}).get("growth"), LIMIT)
               for name, title in SHAPES.items()]
    return {"rows": rows, "budgets": budgets}
