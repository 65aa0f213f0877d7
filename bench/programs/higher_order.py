# apply, where and reduce with lambdas.
# SPDX-License-Identifier: Apache-2.0
import functools


def main():
    xs = list(range(500000))
    total = 0
    for turn in range(3):
        squares = list(map(lambda x: x * x + turn, xs))
        odd = list(filter(lambda x: x % 2 == 1, squares))
        total += functools.reduce(lambda a, x: a + x % 1000, odd, 0)
    print(total)


main()
