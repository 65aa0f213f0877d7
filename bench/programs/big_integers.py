# Integers of thousands of digits: products, sums, powers, remainders.
# SPDX-License-Identifier: Apache-2.0
def main():
    product = 1
    for i in range(1, 3001):
        product *= i
    a, b = 0, 1
    for i in range(30000):
        a, b = b, a + b
    power = 3**20000
    print(product % 1000000007, b % 1000000007, power % 1000000007, power // product % 1000003)


main()
