#!/usr/bin/env python3
"""Makes the ten files of a chain of home stores in data/: four CSV, three Parquet, three JSON Lines. Same bytes for a size every time.

They have what real files have: quoted commas, gaps, three forms of dates in one column, ids with leading zeros, returns as negative
amounts, currencies with a table of rates that leaves out the euro, orders in local time and events in UTC, nested JSON, exact decimals in
Parquet, payments that do not fit their orders, suppliers whose names are never written twice in the same way. Standard library only.
Not for answers: answers.py.
"""
# SPDX-License-Identifier: Apache-2.0
import argparse
import datetime
import decimal
import json
import multiprocessing
import pathlib
import sys

import parquet_plain

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from seeded import Dice, quote  # noqa: E402

SEED = 20250602
SCALES = {"small": 1, "medium": 36, "large": 360}  # a million rows in all, ten million
NUM_ORDERS = 8_000
NUM_SESSIONS = 1_500
UTC = datetime.timezone.utc
YEAR_START = datetime.date(2025, 1, 1)

FIRST = ("Anna Ben Carla David Elena Finn Greta Hugo Inès Jonas Katrin Leo María Nils Olga Paul Rosa Søren Tilda Uwe Vera Wim Yara "
         "Zoë").split()
LAST = ("Weber Novák Lindqvist O'Brien Müller Rossi Dubois Jansen García Kowalska Schäfer Moreau Nielsen Silva Haas Keller Fischer "
        "Bianchi Petit Null").split()
SHOPS = [("000", "Web", "Madrid", "Europe/Madrid", "EUR"), ("001", "Alster", "Hamburg", "Europe/Berlin", "EUR"),
         ("003", "Ring", "Leipzig", "Europe/Berlin", "EUR"), ("004", "Presqu'île", "Lyon", "Europe/Paris", "EUR"),
         ("007", "Sol", "Madrid", "Europe/Madrid", "EUR"), ("008", "Born", "Palma, Mallorca", "Europe/Madrid", "EUR"),
         ("010", "Borough", "London", "Europe/London", "GBP"), ("011", "Söder", "Stockholm", "Europe/Stockholm", "SEK"),
         ("012", "Bleecker", "New York, NY", "America/New_York", "USD"), ("020", "Seefeld", "Zürich", "Europe/Zurich", "CHF")]
RATES = {"GBP": 11850, "SEK": 892, "USD": 9230, "CHF": 10640}  # euros for a unit, in ten-thousandths
FAMILIES = [("LMP", "Lighting", ["Desk lamp", "Floor lamp", "Pendant, brass", 'Tube 24"', "Night light"], 19, 180),
            ("CHR", "Seating", ["Stool", "Armchair", "Bench, oak", "Folding chair", "Rocking chair"], 35, 420),
            ("TBL", "Tables", ['Table 48"', "Side table", "Desk, adjustable", "Shelf", "Trestle"], 49, 560),
            ("TXT", "Textiles", ["Curtain", "Cushion, wool", "Rug 160 x 230", "Throw", "Tablecloth"], 9, 240),
            ("KIT", "Kitchen", ["Bowl, glazed", "Carafe", 'Pan 11"', "Cutting board", "Tin, large"], 6, 95),
            ("GRD", "Garden", ["Watering can", "Lantern, iron", "Planter", "Hammock", "Bird house"], 12, 150)]
SUPPLIERS = [("0007", "Müller & Söhne GmbH", "Solingen"), ("0011", "Tejidos Peñalara, S.L.", "Segovia"),
             ("0012", "Lindström Möbel AB", "Växjö"), ("0020", "Atelier Forêt SA", "Nantes"), ("0023", "Oakhurst Ltd", "Leeds"),
             ("0031", "Cerámica Núñez SL", "Talavera"), ("0040", "Nordlicht GmbH", "Kiel"), ("0041", "Nord Licht Garten GmbH", "Kiel"),
             ("0052", "Ferro e Figli SA", "Brescia"), ("0060", "Hudson Home, Inc.", "Albany")]
STRANGERS = ["Copistería Central", "Blumen Haas", "City Parking Ltd"]
NOTES = ["gift, wrapped", 'says "ring twice"', "leave at no. 4, please", "paid, collect later", "call first; then deliver"]
STEPS = ["view", "view", "view", "search", "view", "add_to_cart", "view", "checkout"]


def write_csv(path, header, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        for row in [header, *rows]:
            file.write(",".join(map(quote, row)) + "\n")


def write_lines(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


def cents(amount):
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02}"


def exact(amount):
    return decimal.Decimal(amount).scaleb(-2)


def make_products(dice):
    products = []
    for prefix, category, kinds, low, high in FAMILIES:
        for number, kind in enumerate(kinds):
            price = 100 * (low + dice.below(high - low)) - (1 if dice.chance(0.6) else 10)
            supplier = None if dice.chance(0.12) else dice.pick(SUPPLIERS)[0]
            launched = None if dice.chance(0.1) else datetime.date(2019 + dice.below(6), 1 + dice.below(12), 1 + dice.below(28))
            products.append([f"{prefix}-{number + 1:03}", kind, category, exact(price), supplier, launched, 4 + dice.below(9)])
    return products


def written_date(dice, day):
    """One date in one of the three forms that three tills write."""
    form = dice.below(10)
    if form < 6:
        return day.isoformat()
    return day.strftime("%d/%m/%Y") if form < 9 else f"{day.day} {day.strftime('%b')} {day.year}"


def make_customers(dice, count):
    rows, number = [], 0
    for _ in range(count):
        number += 1 + dice.below(3)
        first, last = dice.pick(FIRST), dice.pick(LAST)
        name = f"{last}, {first}" if dice.chance(0.6) else f"{first} {last}"
        mail = None if dice.chance(0.18) else f"{first.lower()}.{number}@example.com"
        day = datetime.date(2023, 7, 1) + datetime.timedelta(dice.below(760))
        signed = None if dice.chance(0.04) else written_date(dice, day)
        rows.append([f"{number:05}" if count < 30_000 else f"{number:07}", name, mail, dice.pick(SHOPS)[0], signed])
    return rows


def make_rates(dice):
    for month in range(1, 13):
        for currency, start in RATES.items():
            yield {"month": f"2025-{month:02}", "currency": currency, "eur_per_unit": (start + dice.below(start // 15)) / 10000}


def spelling(dice, name):
    """The supplier's name as somebody typed it."""
    text = name.translate(str.maketrans("üöéñáêä", "uoenaea")) if dice.chance(0.4) else name
    text = dice.pick([text, text.upper(), text.lower(), text.replace(",", ""), text.replace(" ", "  ")])
    if dice.chance(0.3):
        words = text.split()
        legal = words[-1].replace(".", "").lower() in ("gmbh", "sl", "sa", "ltd", "ab", "inc")
        text = " ".join(words[:-1]).rstrip(",") if legal else text
    return text + ("." if dice.chance(0.15) else "")


def make_invoices(dice, products, count):
    for number in range(count):
        name = dice.pick(STRANGERS) if dice.chance(0.06) else spelling(dice, dice.pick(SUPPLIERS)[1])
        lines = [{"product_id": dice.pick(products)[0], "quantity": 5 + dice.below(40)} for _ in range(1 + dice.below(3))]
        amount = (20_000 + dice.below(400_000)) * (-1 if dice.chance(0.07) else 1)
        day = YEAR_START + datetime.timedelta(dice.below(365))
        yield {"invoice": f"2025/{number + 1:04}", "supplier": name, "issued": day.isoformat(),
               "total": {"amount": amount / 100, "currency": "EUR"}, "lines": lines}


def make_orders(dice, count, customers, products, shops):
    """(order row, payments of it) in the order of time; about one in twenty is a return of an earlier one."""
    number = returns = 0
    kept = []
    for index in range(count):
        minute = index * 365 * 24 * 60 // count
        day = datetime.datetime.combine(YEAR_START, datetime.time()) + datetime.timedelta(days=minute // 1440)
        at = day + datetime.timedelta(minutes=9 * 60 + dice.below(11 * 60))
        stamp = at.strftime("%Y-%m-%d %H:%M")
        if kept and dice.chance(0.05):
            order = kept[dice.below(len(kept))]
            returns += 1
            quantity = -1 - dice.below(order[5])
            yield [f"R{returns:07}", stamp, *order[2:5], quantity, order[6], quantity * order[6], order[8],
                   f"return of {order[0]}"], []
            continue
        number += 1
        customer = None if dice.chance(0.06) else customers[dice.below(1 + dice.below(len(customers)))][0]
        product, shop = dice.pick(products), dice.pick(shops)
        quantity = 1 + dice.below(dice.pick([1, 2, 2, 4]))
        local = {"SEK": 1100, "USD": 108, "GBP": 86, "CHF": 95, "EUR": 100}[shop[4]]
        price = int(product[3] * 100) * local // 100
        row = [f"A{number:07}", stamp, customer, shop[0], product[0], quantity, price, quantity * price, shop[4],
               dice.pick(NOTES) if dice.chance(0.1) else None]
        kept.append(row)
        if len(kept) > 2000:
            kept.pop(0)
        yield row, list(make_payments(dice, row, at))


def make_payments(dice, order, at):
    amount, currency, fate = order[7], order[8], dice.below(100)
    paid = at.replace(tzinfo=UTC) + datetime.timedelta(hours=dice.below(72), seconds=dice.below(3600))
    method = dice.pick(["card", "card", "transfer", "cash"])
    if fate < 3:
        return
    parts = [amount]
    if fate < 6:
        parts = [amount - 100 - dice.below(amount // 2)]
    elif fate < 8:
        parts = [amount, amount]
    elif fate < 16:
        parts = [amount // 3, amount - amount // 3]
    for part in parts:
        yield [order[0], paid, exact(part), currency, method]
        paid += datetime.timedelta(days=5)
    if dice.chance(0.01):
        yield [f"B{dice.below(9_000_000):07}", paid, exact(100 + dice.below(20_000)), currency, "transfer"]


def write_orders(folder, dice, count, customers, products):
    payments = parquet_plain.Writer(folder / "payments.parquet", {
        "payment_id": "int64", "order_id": "text", "paid_at": "timestamp", "amount": "decimal(12,2)", "currency": "text",
        "method": "text"})
    header = ["order_id", "ordered_at", "customer_id", "shop_id", "product_id", "quantity", "unit_price", "amount", "currency", "note"]
    number = 0
    with open(folder / "orders.csv", "w", encoding="utf-8", newline="") as file:
        file.write(",".join(header) + "\n")
        for row, paid in make_orders(dice, count, customers, products, SHOPS):
            file.write(",".join(map(quote, [*row[:6], cents(row[6]), cents(row[7]), *row[8:]])) + "\n")
            for payment in paid:
                number += 1
                payments.row([number, *payment])
    payments.close()


def write_stock(folder, dice, products, scale):
    """What goes in and out of three shops; now and then more goes out than the books say is there."""
    writer = parquet_plain.Writer(folder / "stock_moves.parquet", {
        "seq": "int64", "moved_on": "date", "shop_id": "text", "product_id": "text", "kind": "text", "quantity": "int32"})
    number = 0
    for day in range(365):
        for _ in range(14 * scale):
            shop, product = dice.pick(["001", "003", "007"]), dice.pick(products)
            kind, quantity = "sale", -1 - dice.below(4)
            if dice.chance(0.14):
                kind, quantity = "delivery", 8 + dice.below(20)
            elif dice.chance(0.03):
                kind, quantity = "correction", dice.below(9) - 4
            number += 1
            writer.row([number, YEAR_START + datetime.timedelta(day), shop, product[0], kind, quantity])
    writer.close()


def make_events(dice, count, customers, products):
    """Visits, as two servers wrote them: not in the order of time."""
    loyal = [(customers[dice.below(len(customers))][0], dice.below(320), 5 + dice.below(14)) for _ in range(12)]
    starts = [(customer, first + day) for customer, first, days in loyal for day in range(days)]
    for index in range(count):
        if index < len(starts):
            customer, day = starts[index]
        else:
            customer, day = customers[dice.below(1 + dice.below(len(customers)))][0], dice.below(365)
        second = day * 86400 + dice.below(20 * 3600)
        device = dice.pick(["phone", "phone", "desktop", "tablet"])
        for _ in range(1 + dice.below(dice.pick([3, 6, 9]))):
            at = datetime.datetime(2025, 1, 1) + datetime.timedelta(seconds=min(second, 365 * 86400 - 1))
            event = {"at": at.strftime("%Y-%m-%dT%H:%M:%SZ"), "customer_id": customer, "type": dice.pick(STEPS),
                     "page": {"product_id": dice.pick(products)[0], "device": device}}
            if dice.chance(0.1):
                event["page"]["campaign"] = dice.pick(["spring", "1E5", "newsletter, march"])
            yield event
            second += 20 + (dice.below(2400) if dice.chance(0.35) else dice.below(300))


def write_events(folder, dice, count, customers, products):
    write_lines(folder / "events.jsonl", make_events(dice, count, customers, products))


def generate(folder, scale):
    folder.mkdir(parents=True, exist_ok=True)
    dice = Dice(SEED)
    products = make_products(dice)
    customers = make_customers(dice, min(600 * scale, 400_000))
    writer = parquet_plain.Writer(folder / "products.parquet", {
        "product_id": "text", "name": "text", "category": "text", "list_price": "decimal(10,2)", "supplier_id": "text",
        "launched_on": "date", "reorder_point": "int32"})
    for product in products:
        writer.row(product)
    writer.close()
    write_csv(folder / "shops.csv", ["shop_id", "name", "city", "timezone", "currency"], SHOPS)
    write_csv(folder / "suppliers.csv", ["supplier_id", "name", "city"], SUPPLIERS)
    write_csv(folder / "customers.csv", ["customer_id", "name", "email", "home_shop", "signed_up"], customers)
    write_lines(folder / "rates.jsonl", make_rates(dice))
    write_lines(folder / "invoices.jsonl", make_invoices(dice, products, 400))
    if scale == 1:  # one sequence of draws for all files
        write_orders(folder, dice, NUM_ORDERS, customers, products)
        write_stock(folder, dice, products, 1)
        write_events(folder, dice, NUM_SESSIONS, customers, products)
        return
    # The large files side by side, each with a sequence of its own.
    works = [multiprocessing.Process(target=write_orders, args=(folder, dice, NUM_ORDERS * scale, customers, products)),
             multiprocessing.Process(target=write_stock, args=(folder, Dice(SEED + 1), products, scale)),
             multiprocessing.Process(target=write_events, args=(folder, Dice(SEED + 2), NUM_SESSIONS * scale, customers, products))]
    for work in works:
        work.start()
    for work in works:
        work.join()
        if work.exitcode != 0:
            sys.exit(f"generate: a file was not made (exit code {work.exitcode})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "data")
    parser.add_argument("--scale", default="small", help="small, medium, large, or how many times small")
    arguments = parser.parse_args()
    scale = SCALES.get(arguments.scale) or int(arguments.scale)
    generate(arguments.out, scale)
    for path in sorted(arguments.out.iterdir()):
        print(f"{path.name:20} {path.stat().st_size:12,} bytes")


if __name__ == "__main__":
    main()
