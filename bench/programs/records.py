# Rows with fields: made once, read ten times, changed once.
# SPDX-License-Identifier: Apache-2.0
def main():
    rows = []
    for i in range(100000):
        rows.append({"id": i, "quantity": i % 9, "price": i % 100, "open": i % 3 == 0})
    total = 0
    for _ in range(10):
        for row in rows:
            if row["open"]:
                total += row["quantity"] * row["price"]
    for i in range(len(rows)):
        rows[i]["price"] = rows[i]["price"] + 1
    for row in rows:
        total += row["price"]
    print(total)


main()
