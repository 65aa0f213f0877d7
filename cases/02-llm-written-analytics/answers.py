#!/usr/bin/env python3
"""Computes the right answers to questions.json from data/ with Python's standard library alone, in exact arithmetic.

It writes answers.json and answers.sha256; with --check it compares instead. It shares nothing with the programs in replay/.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import collections
import csv
import datetime
import decimal
import hashlib
import json
import multiprocessing
import pathlib
import re
import sys
import unicodedata
import zoneinfo
from fractions import Fraction

import parquet_plain

HERE = pathlib.Path(__file__).resolve().parent
LEGAL = {"gmbh", "sl", "sa", "ltd", "ab", "inc"}


class Files:
    def __init__(self, folder):
        self.folder = folder

    def csv(self, name):
        with open(self.folder / f"{name}.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def lines(self, name):
        with open(self.folder / f"{name}.jsonl", encoding="utf-8") as file:
            return [json.loads(line, parse_float=decimal.Decimal) for line in file]

    def parquet(self, name):
        return parquet_plain.read(self.folder / f"{name}.parquet")


def fixed(number, decimals):
    """Half away from zero."""
    step = decimal.Decimal(1).scaleb(-decimals)
    exact = decimal.Decimal(number.numerator) / decimal.Decimal(number.denominator) if isinstance(number, Fraction) else number
    return float(exact.quantize(step, decimal.ROUND_HALF_UP))


def net_sales(files):
    rates = {(r["month"], r["currency"]): Fraction(r["eur_per_unit"]) for r in files.lines("rates")}
    category = {p["product_id"]: p["category"] for p in files.parquet("products")}
    sums = collections.Counter()
    for o in files.csv("orders"):
        rate = 1 if o["currency"] == "EUR" else rates[o["ordered_at"][:7], o["currency"]]
        sums[category[o["product_id"]]] += Fraction(o["amount"]) * rate
    return [[name, fixed(total, 2)] for name, total in sorted(sums.items(), key=lambda each: -each[1])]


def shares_of_returns(files):
    names = {s["shop_id"]: s["name"] for s in files.csv("shops")}
    sold, back = collections.Counter(), collections.Counter()
    for o in files.csv("orders"):
        amount = Fraction(o["amount"])
        (sold if amount > 0 else back)[o["shop_id"]] += abs(amount)
    shares = sorted(((100 * back[shop] / sold[shop], names[shop]) for shop in sold), reverse=True)
    return [[name, fixed(share, 2)] for share, name in shares[:3]]


def signing_day(text):
    for form in ("%Y-%m-%d", "%d/%m/%Y", "%d %b %Y"):
        try:
            return datetime.datetime.strptime(text, form)
        except ValueError:
            pass
    return None


def sign_ups(files):
    counts = collections.defaultdict(lambda: [0, 0])
    for c in files.csv("customers"):
        day = signing_day(c["signed_up"])
        if day and day.year == 2024:
            entry = counts[f"2024-Q{(day.month + 2) // 3}"]
            entry[0] += 1
            entry[1] += c["email"] == ""
    return [[quarter, *counts[quarter]] for quarter in sorted(counts)]


def retention(files):
    months = collections.defaultdict(set)
    for o in files.csv("orders"):
        if o["customer_id"] and not o["amount"].startswith("-"):
            months[o["customer_id"]].add(int(o["ordered_at"][5:7]))
    rows = []
    for first in range(1, 7):
        cohort = [seen for seen in months.values() if min(seen) == first]
        again = [Fraction(100 * sum(first + later in seen for seen in cohort), len(cohort)) for later in (1, 2)]
        rows.append([f"2025-{first:02}", len(cohort), *(fixed(share, 1) for share in again)])
    return rows


def running_stock(files):
    limit = {p["product_id"]: p["reorder_point"] for p in files.parquet("products")}
    moves = collections.defaultdict(list)
    for m in sorted(files.parquet("stock_moves"), key=lambda m: m["seq"]):
        if m["shop_id"] == "003":
            moves[m["product_id"]].append(m)
    rows = []
    for product, own in moves.items():
        stock, unserved, first = 10, 0, None
        for index, m in enumerate(own):
            stock += m["quantity"]
            if stock < 0:
                unserved, stock = unserved - stock, 0
            ends = index + 1 == len(own) or own[index + 1]["moved_on"] != m["moved_on"]
            if ends and first is None and stock < limit[product]:
                first = m["moved_on"].isoformat()
        if first:
            rows.append([product, first, unserved])
    return sorted(rows, key=lambda row: (row[1], row[0]))


def moment(text):
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.timezone.utc)


def sessions(files):
    by_customer = collections.defaultdict(list)
    for e in files.lines("events"):
        by_customer[e["customer_id"]].append((moment(e["at"]), e["type"], e["page"]["device"]))
    found = collections.defaultdict(list)
    for events in by_customer.values():
        events.sort(key=lambda e: e[0])
        session = []
        for e in events:
            if session and (e[0] - session[-1][0] > datetime.timedelta(minutes=30)
                            or e[0] - session[0][0] > datetime.timedelta(minutes=60)):
                found[session[0][2]].append(session)
                session = []
            session.append(e)
        found[session[0][2]].append(session)
    rows = []
    for device, own in sorted(found.items()):
        both = sum({"add_to_cart", "checkout"} <= {e[1] for e in session} for session in own)
        rows.append([device, len(own), fixed(Fraction(sum(map(len, own)), len(own)), 2), both])
    return rows


def reconcile(files):
    owed = {o["order_id"]: decimal.Decimal(o["amount"]) for o in files.csv("orders")
            if o["currency"] == "EUR" and not o["amount"].startswith("-")}
    paid = collections.defaultdict(list)
    for p in files.parquet("payments"):
        if p["currency"] == "EUR":
            paid[p["order_id"]].append(p["amount"])
    totals = {status: [0, decimal.Decimal(0)] for status in ("unpaid", "underpaid", "overpaid", "unknown")}
    for order, amount in owed.items():
        rest = amount - sum(paid.get(order, []))
        if rest:
            entry = totals["overpaid" if rest < 0 else "underpaid" if order in paid else "unpaid"]
            entry[0] += 1
            entry[1] += abs(rest)
    for order, amounts in paid.items():
        if order not in owed:
            totals["unknown"][0] += len(amounts)
            totals["unknown"][1] += sum(amounts)
    return [[status, count, fixed(total, 2)] for status, (count, total) in totals.items()]


def streaks(files):
    days = collections.defaultdict(set)
    for e in files.lines("events"):
        days[e["customer_id"]].add(moment(e["at"]).date().toordinal())
    best = []
    for customer, own in days.items():
        runs = []
        for day in sorted(own):
            if day - 1 not in own:
                length = 1
                while day + length in own:
                    length += 1
                runs.append((-length, day))
        length, day = min(runs)
        best.append((length, customer, datetime.date.fromordinal(day).isoformat()))
    return [[customer, -length, day] for length, customer, day in sorted(best)[:5]]


def folded(name):
    text = "".join(c for c in unicodedata.normalize("NFD", name.casefold()) if not unicodedata.combining(c))
    words = re.sub(r"[^a-z0-9 ]", "", text).split()
    return "".join(words[:-1] if words and words[-1] in LEGAL else words)


def invoiced(files):
    names = {folded(s["name"]): s["name"] for s in files.csv("suppliers")}
    totals = collections.defaultdict(lambda: [0, decimal.Decimal(0)])
    for invoice in files.lines("invoices"):
        entry = totals[names.get(folded(invoice["supplier"]), "unknown")]
        entry[0] += 1
        entry[1] += invoice["total"]["amount"]
    rows = [[name, count, fixed(total, 2)] for name, (count, total) in totals.items()]
    return sorted(rows, key=lambda row: -row[2])


def opening_hours(files):
    home = {c["customer_id"]: c["home_shop"] for c in files.csv("customers")}
    shops = {s["shop_id"]: s for s in files.csv("shops")}
    counts = collections.defaultdict(lambda: [0, 0])
    for e in files.lines("events"):
        shop = home[e["customer_id"]]
        local = moment(e["at"]).astimezone(zoneinfo.ZoneInfo(shops[shop]["timezone"]))
        counts[shop][0] += 1
        counts[shop][1] += local.weekday() < 6 and 9 <= local.hour < 20
    return [[shops[shop]["name"], total, fixed(Fraction(100 * inside, total), 1)]
            for shop, (total, inside) in sorted(counts.items())]


QUESTIONS = {"q01": net_sales, "q02": shares_of_returns, "q03": sign_ups, "q04": retention, "q05": running_stock, "q06": sessions,
             "q07": reconcile, "q08": streaks, "q09": invoiced, "q10": opening_hours}


def answer_one(name, folder):
    return QUESTIONS[name](Files(folder))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with answers.json and its hash instead of writing them")
    parser.add_argument("--data", type=pathlib.Path, default=HERE / "data")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "answers.json")
    arguments = parser.parse_args()
    with multiprocessing.Pool() as pool:  # each reads its own files: large ones take minutes
        rows = pool.starmap(answer_one, [(name, arguments.data) for name in QUESTIONS], chunksize=1)
    lines = [f'  "{name}": [\n    ' + ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in answer) + "\n  ]"
             for name, answer in zip(QUESTIONS, rows)]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    digest = hashlib.sha256(text.encode()).hexdigest() + "\n"
    beside = arguments.out.with_suffix(".sha256")
    if not arguments.check:
        arguments.out.write_text(text, encoding="utf-8")
        beside.write_text(digest)
    elif arguments.out.read_text(encoding="utf-8") != text or beside.read_text() != digest:
        sys.exit("answers: answers.json is not what the data says; run answers.py and look at the difference")


if __name__ == "__main__":
    main()
