#!/usr/bin/env python3
"""Makes the shop's files in data/: orders.csv (over 5 MB), customers.csv, products.csv, returns.csv. Same bytes every time.

They have what real exports have: quoted commas, quotes and line breaks, gaps, ids with leading zeros, a byte-order mark
and CRLF line ends in one of them, a country called NA, refunds as negative amounts, returns of orders that are older
than the file. Not for answers: answers.py.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import datetime
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from seeded import Dice, quote  # noqa: E402

SEED = 20250120
NUM_CUSTOMERS = 2_600
NUM_ORDERS = 120_000

FIRST_NAMES = ("Anna Ben Carla David Elena Finn Greta Hugo Inès Jonas Katrin Leo Maria Nils Olga Paul Rosa Søren Tilda "
               "Uwe Vera Wim Yara Zoë").split()
LAST_NAMES = ("Weber Novák Lindqvist O'Brien Müller Rossi Dubois Jansen García Kowalska Schäfer Moreau Nielsen Silva "
              "Haas Keller Fischer Andersen Bianchi Petit").split()
CITIES = {"DE": ["Hamburg", "Leipzig", "Köln", "Frankfurt, Main"], "FR": ["Lyon", "Nantes"], "NL": ["Utrecht", "Den Haag"],
          "NO": ["Bergen"], "NA": ["Windhoek"], "ES": ["Sevilla", "Palma, Mallorca"]}
COUNTRIES = ["DE"] * 9 + ["FR"] * 4 + ["NL"] * 3 + ["ES"] * 2 + ["NO", "NA"]
NOTES = ["prefers e-mail", "rang twice, wants an invoice", 'says "no parcels on Mondays"',
         "two addresses:\nhome and workshop", 'gate code 0042\n"ring long", please', "has a dog; ring, then wait"]
FAMILIES = [("LMP", "Lighting", ["Desk lamp", "Floor lamp", "Pendant, brass", 'Tube 24"', "Night light"], 19, 180),
            ("CHR", "Seating", ["Stool", "Armchair", "Bench, oak", "Folding chair", "Rocking chair"], 35, 420),
            ("TBL", "Tables", ['Table 48"', "Side table", "Desk, height adjustable", 'Shelf 32" x 12"', "Trestle"], 49, 560),
            ("TXT", "Textiles", ["Curtain", "Cushion, wool", "Rug 160 x 230", "Throw", "Tablecloth"], 9, 240),
            ("KIT", "Kitchen", ["Bowl, glazed", "Carafe", 'Pan 11"', "Cutting board", "Tin, large"], 6, 95),
            ("GRD", "Garden", ["Watering can", "Lantern, iron", "Planter", "Hammock", "Bird house"], 12, 150)]
COLOURS = ["white", "black", "oak", "green"]
CHANNELS = ["web"] * 6 + ["store"] * 3 + ["phone"]
COUPONS = ["SPRING10", "WELCOME", "1E5", "FRIENDS"]
REASONS = ["damaged", "too big", "not as shown", "late, no longer needed", "wrong colour:\nordered oak, got white"]


def write_csv(path, header, rows, line_end="\n", start=""):
    lines = [",".join(map(quote, row)) for row in [header, *rows]]
    path.write_bytes((start + line_end.join(lines) + line_end).encode())
    return len(rows)


def cents(amount):
    return f"{amount // 100}.{amount % 100:02}"


def make_products(dice):
    rows = []
    for prefix, category, kinds, low, high in FAMILIES:
        names = [f"{kind}, {colour}" for kind in kinds for colour in COLOURS[:2 + dice.below(3)]]
        for number, name in enumerate(names):
            price = 100 * (low + dice.below(high - low)) - (1 if dice.chance(0.6) else 10)
            cost = "" if dice.chance(0.1) else cents(price * (40 + dice.below(30)) // 100)
            rows.append([f"{prefix}-{number + 1:03}", name, category, cents(price), cost])
    return rows


def make_name(dice):
    first, last = dice.pick(FIRST_NAMES), dice.pick(LAST_NAMES)
    shape = dice.below(10)
    if shape == 0:
        return f'{first} "{first[:2]}" {last}'
    return f"{last}, {first}" if shape < 6 else f"{first} {last}"


def make_customers(dice):
    rows = []
    number = 0
    for _ in range(NUM_CUSTOMERS):
        number += 1 + dice.below(3)
        country = "" if dice.chance(0.05) else dice.pick(COUNTRIES)
        city = dice.pick(CITIES[country]) if country and not dice.chance(0.08) else ""
        since = "" if dice.chance(0.15) else f"20{15 + dice.below(10)}-{1 + dice.below(12):02}-{1 + dice.below(28):02}"
        note = dice.pick(NOTES) if dice.chance(0.2) else ""
        rows.append([f"{number:05}", make_name(dice), city, country, since, note])
    return rows


def pick_customer(dice, customers):
    """Some customers order much more than others."""
    place = dice.below(len(customers))
    return customers[dice.below(place + 1)][0]


def make_orders(dice, customers, products):
    first_day = datetime.date(2024, 1, 1)
    days = [(first_day + datetime.timedelta(day)).isoformat() for day in range(731)]
    rows = []
    for index in range(NUM_ORDERS):
        day = days[index * len(days) // NUM_ORDERS]
        product = dice.pick(products)
        quantity = 1 + dice.below(dice.pick([1, 2, 2, 4, 8]))
        discount = dice.pick([5, 10, 15, 25]) if dice.chance(0.12) else ""
        status = "completed" if dice.chance(0.91) else dice.pick(["cancelled", "open"])
        coupon = dice.pick(COUPONS) if dice.chance(0.05) else ""
        rows.append([f"SO-{index + 70_001:07}", day, pick_customer(dice, customers), product[0], dice.pick(CHANNELS),
                     quantity, product[3], discount, status, coupon])
    return rows


def make_returns(dice, orders):
    rows = []
    for order in orders:
        if order[8] == "completed" and dice.chance(0.045):
            full = round(order[5] * float(order[6]) * 100)
            amount = full * (100 - (order[7] or 0)) // 100 if dice.chance(0.8) else full // 4
            day = datetime.date.fromisoformat(order[1]) + datetime.timedelta(2 + dice.below(28))
            rows.append([order[0], day.isoformat(), amount])
            if dice.chance(0.03):  # the rest of it comes back later
                rows.append([order[0], (day + datetime.timedelta(9)).isoformat(), 500])
    for number in range(40):  # of orders before this file
        rows.append([f"SO-{69_000 + number:07}", f"2024-01-{1 + dice.below(28):02}", 1000 + dice.below(9000)])
    rows.sort(key=lambda row: row[1])
    return [[f"R{number + 1:05}", order, day, "-" + cents(amount), dice.pick(REASONS) if dice.chance(0.7) else ""]
            for number, (order, day, amount) in enumerate(rows)]


def generate(folder):
    dice = Dice(SEED)
    folder.mkdir(parents=True, exist_ok=True)
    products, customers = make_products(dice), make_customers(dice)
    orders = make_orders(dice, customers, products)
    returns = make_returns(dice, orders)
    write_csv(folder / "products.csv", ["product_id", "name", "category", "list_price", "cost"], products)
    write_csv(folder / "customers.csv", ["customer_id", "name", "city", "country", "since", "note"], customers,
              line_end="\r\n", start="\ufeff")
    write_csv(folder / "orders.csv", ["order_id", "ordered_on", "customer_id", "product_id", "channel", "quantity",
                                      "unit_price", "discount_percent", "status", "coupon"], orders)
    write_csv(folder / "returns.csv", ["return_id", "order_id", "returned_on", "amount", "reason"], returns)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "data")
    folder = parser.parse_args().out
    generate(folder)
    for path in sorted(folder.glob("*.csv")):
        print(f"{path.name:14} {path.stat().st_size:10,} bytes")


if __name__ == "__main__":
    main()
