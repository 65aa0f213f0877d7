# Loops and whole numbers.
# SPDX-License-Identifier: Apache-2.0
def main():
    total = 0
    i = 0
    while i < 3000000:
        total += i % 7
        i += 1
    for j in range(3000000):
        if j % 3 == 0:
            total += j
    print(total)


main()
