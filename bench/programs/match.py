# match over maps and lists, with names and guards.
# SPDX-License-Identifier: Apache-2.0
def cost(event):
    match event:
        case {"kind": "sale", "amount": amount} if amount > 50:
            return amount * 2
        case {"kind": "sale", "amount": amount}:
            return amount
        case {"kind": "refund", "amount": amount}:
            return 0 - amount
        case [a, b]:
            return a + b
        case _:
            return 1


def main():
    events = [{"kind": "sale", "amount": 70}, {"kind": "sale", "amount": 20}, {"kind": "refund", "amount": 5}, [3, 4], "note"]
    total = 0
    for i in range(800000):
        total += cost(events[i % 5])
    print(total)


main()
