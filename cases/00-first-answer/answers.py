#!/usr/bin/env python3
"""Computes the right answers from data/, apart from Synsema: Python's standard library only, exact decimals.

Without arguments it writes answers.json; with --check it compares and exits with 1 when they differ. An answer is the
list of lines that a program has to print. A value that lies so near a rounding border that a sum of floats could fall
on either side is refused, so that the questions have one right answer.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import collections
import csv
import decimal
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ANSWERS = HERE / "answers.json"
D = decimal.Decimal


def read(folder, name):
    with open(folder / name, newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def fixed(value, places):
    """Text with so many decimals, half away from zero; refuses values near a border."""
    step = D(1).scaleb(-places)
    below = (abs(value) / step) % 1
    if abs(below - D("0.5")) < D("0.001"):
        sys.exit(f"answers: {value} lies too near the border between two roundings: choose another seed")
    return str(value.quantize(step, decimal.ROUND_HALF_UP))


def revenue_of(order):
    discount = D(order["discount_percent"] or "0")
    return int(order["quantity"]) * D(order["unit_price"]) * (100 - discount) / 100


def answer_categories(orders, products):
    """Best three categories of the first quarter of 2025."""
    category_of = {product["product_id"]: product["category"] for product in products}
    totals = collections.Counter()
    for order in orders:
        if order["status"] == "completed" and "2025-01-01" <= order["ordered_on"] <= "2025-03-31":
            totals[category_of[order["product_id"]]] += revenue_of(order)
    best = sorted(totals.items(), key=lambda item: -item[1])[:3]
    return [f"{category}: {fixed(total, 2)}" for category, total in best]


def answer_customers(orders, customers, returns):
    """Best five customers of 2025 by what they paid less what they got back."""
    customer_of, net = {}, collections.Counter()
    for order in orders:
        if order["status"] == "completed" and order["ordered_on"].startswith("2025"):
            customer_of[order["order_id"]] = order["customer_id"]
            net[order["customer_id"]] += revenue_of(order)
    for refund in returns:
        if refund["order_id"] in customer_of:
            net[customer_of[refund["order_id"]]] += D(refund["amount"])
    by_id = {customer["customer_id"]: customer for customer in customers}
    best = sorted(net.items(), key=lambda item: -item[1])[:5]
    return [f"{number} | {by_id[number]['name']} | {by_id[number]['city'] or '-'} | {fixed(total, 2)}"
            for number, total in best]


def answer_channels(orders, customers, returns):
    """Per channel, for customers in Germany: completed orders, their average value, the share that came back."""
    german = {customer["customer_id"] for customer in customers if customer["country"] == "DE"}
    came_back = {refund["order_id"] for refund in returns}
    values, returned = collections.defaultdict(list), collections.Counter()
    for order in orders:
        if order["status"] == "completed" and order["customer_id"] in german:
            values[order["channel"]].append(revenue_of(order))
            returned[order["channel"]] += order["order_id"] in came_back
    return [f"{channel}: {len(values[channel])} orders, average {fixed(sum(values[channel]) / len(values[channel]), 2)}, "
            f"returned {fixed(D(100) * returned[channel] / len(values[channel]), 1)} %" for channel in sorted(values)]


def answer_open_orders(orders):
    """What asks_too_much.syn is asked."""
    completed = sum(order["status"] == "completed" for order in orders)
    return [f"{len(orders)} orders, {completed} completed"]


def compute(folder):
    orders, customers, products, returns = (read(folder, f"{name}.csv")
                                            for name in ("orders", "customers", "products", "returns"))
    return {"q1": answer_categories(orders, products), "q2": answer_customers(orders, customers, returns),
            "q3": answer_channels(orders, customers, returns), "asks_too_much": answer_open_orders(orders)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with answers.json instead of writing it")
    parser.add_argument("--data", type=pathlib.Path, default=HERE / "data")
    arguments = parser.parse_args()
    text = json.dumps(compute(arguments.data), ensure_ascii=False, indent=2) + "\n"
    if not arguments.check:
        ANSWERS.write_text(text, encoding="utf-8")
    elif ANSWERS.read_text(encoding="utf-8") != text:
        sys.exit("answers: answers.json is not what the data says; run answers.py and look at the difference")


if __name__ == "__main__":
    main()
