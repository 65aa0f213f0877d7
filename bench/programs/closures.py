# Tasks that make tasks, and variables that they share.
# SPDX-License-Identifier: Apache-2.0
def make_counter(step):
    count = 0

    def following():
        nonlocal count
        count += step
        return count

    return following


def make_adder(n):
    return lambda x: x + n


def main():
    count = make_counter(2)
    total = 0
    for i in range(1000000):
        add = make_adder(i)
        total += add(1) + count()
    print(total)


main()
