#!/usr/bin/env python3
"""Takes the numbers of report.json into results.json, one entry for each size of data, and writes the tables of the READMEs from it.

    publish.py [REPORT]   keeps what REPORT (report.json here) says, then writes the tables between their markers
    publish.py --check    compares instead: exit code 1 where a README says something else than results.json
"""
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RESULTS = HERE / "results.json"
READMES = [ROOT / "README.md", HERE / "README.md"]
START, END = "<!-- results: written by cases/02-llm-written-analytics/publish.py from results.json -->", "<!-- end of results -->"
KEPT = ["at", "machine", "versions", "repeat", "replies", "overhead", "times_of_synsema", "not_measured"]
COLUMNS = ["executor", "title", "right", "questions", "attempts", "median_ms", "total_ms", "start_ms", "median_without_start_ms", "escapes", "contained"]
SIZES = {"small": "as shipped: 28,000 rows", "medium": "a million rows", "large": "ten million rows"}


def keep(report):
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    entry = {name: report[name] for name in KEPT}
    entry["summary"] = [{name: row[name] for name in COLUMNS} for row in report["summary"]]
    results[report["scale"]] = entry
    RESULTS.write_text(json.dumps({size: results[size] for size in SIZES if size in results}, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def shown(ms):
    if ms is None:
        return "–"
    return f"{ms / 1000:,.1f} s" if ms >= 1000 else f"{ms:.0f} ms" if ms >= 9.95 else f"{ms:.1f} ms"


def table(size, entry):
    rows = entry["summary"]
    escapes = any(row["escapes"] for row in rows)
    head = ["", "right", "attempts", "median answer", "all ten", "÷ Synsema", *(["escapes contained"] if escapes else [])]
    lines = [f"**{size}** ({SIZES[size]}):", "", "| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        ratio = 1 if row["executor"] == "synsema_ceiling" else entry["times_of_synsema"].get(row["executor"])
        cells = [row["title"], f"{row['right']}/{row['questions']}", str(row["attempts"]), shown(row["median_ms"]), shown(row["total_ms"]), "–" if ratio is None else f"{ratio:.1f}",
                 *([f"{row['contained']}/{row['escapes']}"] if escapes else [])]
        lines.append("| " + " | ".join(cells) + " |")
    lines += [f"| {missing['title']} | not measured |" + " |" * (len(head) - 2) for missing in entry["not_measured"]]
    machine, versions, about = entry["machine"], entry["versions"], entry["replies"]
    said = f"{about['provider']}, {about['model']}" if about["model"] else "no model"
    walls = entry["overhead"]
    lines += ["", f"Sandboxed ÷ unsandboxed: {walls['fresh_to_direct']:.2f} where both are a new process, {walls['warm_to_direct']:.2f} by the launcher, as a host calls it."
              if walls else "Sandboxed ÷ unsandboxed was not measured.",
              f"{entry['at'][:10]}, {machine['processor'] or machine['system']}, {machine['cores']} cores, load {machine['load']:.1f}, median of {entry['repeat']}; "
              + ", ".join(f"{name} {version.split()[-1]}" for name, version in versions.items()) + f"; replies: {said}; {about['how']}, {about['started']}."]
    return "\n".join(lines)


def text_of_results():
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return "\n\n".join(table(size, entry) for size, entry in results.items())


def rewritten(path, text):
    whole = path.read_text(encoding="utf-8")
    if whole.count(START) != 1 or whole.count(END) != 1:
        sys.exit(f"publish: {path} must hold each of the two markers once: {START}")
    before, rest = whole.split(START)
    return f"{before}{START}\n{text}\n{END}{rest.split(END)[1]}"


def main():
    words = sys.argv[1:]
    check = words == ["--check"]
    if not check:
        keep(json.loads(pathlib.Path(words[0] if words else HERE / "report.json").read_text(encoding="utf-8")))
    text = text_of_results()
    for path in READMES:
        wanted = rewritten(path, text)
        if check and wanted != path.read_text(encoding="utf-8"):
            sys.exit(f"publish: the table of {path.relative_to(ROOT)} is not what results.json says; run publish.py on a report, or take your edit back")
        if not check:
            path.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    main()
