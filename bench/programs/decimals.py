# Money: exact sums and products.
# SPDX-License-Identifier: Apache-2.0
from decimal import Decimal


def main():
    total = Decimal("0.00")
    cent, base, share = Decimal("0.01"), Decimal("19.99"), Decimal("0.95")
    for i in range(400000):
        price = base + cent * (i % 500)
        total += price * (1 + i % 4) * share
    print(total)


main()
