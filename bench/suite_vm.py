"""The same small programs in Synsema, Lua 5.4 and CPython: best of five, CPU time without the start of the process.

Every program prints one checksum, which must be the same in all languages. A program that a language has no like of
(decimals and big integers in Lua) is left out there.
"""
# SPDX-License-Identifier: Apache-2.0
import measure

RUNS = 5
NAMES = ["fib", "loops", "text_building", "text_joining", "map_access", "records", "list_building", "list_writing",
         "sort_key", "closures", "higher_order", "decimals", "big_integers", "match"]
FIB_LIMIT = 1.2
SLOWEST_LIMIT = 1.3


def measure_start(peer):
    """CPU time of a program that does nothing."""
    path = measure.PROGRAMS / f"empty{peer.suffix}"
    return measure.best_of([*peer.command, str(path)], 10).cpu


def measure_program(name, peers, starts):
    """Seconds by peer, and what went wrong."""
    seconds, outputs, faults = {}, {}, []
    for peer in peers:
        path = measure.PROGRAMS / f"{name}{peer.suffix}"
        if not path.exists():
            continue
        try:
            sample = measure.best_of([*peer.command, str(path)], RUNS)
        except measure.Failure as failure:
            faults.append(f"{name} in {peer.name}: {failure}")
            continue
        seconds[peer.name] = max(sample.cpu - starts[peer.name], 1e-4)
        outputs[peer.name] = sample.output.decode().strip()
    if len(set(outputs.values())) > 1:
        faults.append(f"{name}: results differ: {outputs}")
    return seconds, faults


def max_ratio(rows, other):
    """The worst ratio against a peer; None when nothing was measured."""
    return max((row["ratios"][other] for row in rows.values() if other in row["ratios"]), default=None)


def run(peers):
    starts = {peer.name: measure_start(peer) for peer in peers}
    others = [peer.name for peer in peers[1:]]
    rows, table, all_faults = {}, [], []
    for name in NAMES:
        seconds, faults = measure_program(name, peers, starts)
        own = seconds.get("synsema")
        ratios = {other: own / seconds[other] for other in others if own and other in seconds}
        rows[name] = {"seconds": seconds, "ratios": ratios, "faults": faults}
        all_faults += faults
        table.append([name, *(measure.milliseconds(seconds.get(peer.name)) for peer in peers),
                      *(measure.times(ratios.get(other)) for other in others)])
    medians = {other: measure.median([row["ratios"][other] for row in rows.values() if other in row["ratios"]])
               for other in others}
    table.append(["median", *("" for _ in peers), *(measure.times(medians[other]) for other in others)])
    measure.print_table(["program", *(peer.name for peer in peers), *(f"÷ {other}" for other in others)], table)
    for fault in all_faults:
        print(f"  FAULT {fault}")
    budgets = []
    if "lua" in others:
        budgets = [measure.judge("fib(30) ÷ Lua 5.4", rows["fib"]["ratios"].get("lua"), FIB_LIMIT),
                   measure.judge("median ÷ Lua 5.4", medians["lua"], 1.0),
                   measure.judge("slowest program ÷ Lua 5.4", max_ratio(rows, "lua"), SLOWEST_LIMIT)]
    budgets.append(measure.judge("median ÷ CPython", medians["cpython"], 0.334))
    return {"programs": rows, "medians": medians, "start_seconds": starts, "budgets": budgets}
