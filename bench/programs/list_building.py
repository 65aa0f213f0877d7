# Lists that grow, and walking them.
# SPDX-License-Identifier: Apache-2.0
def main():
    total = 0
    for turn in range(3):
        xs = []
        for i in range(600000):
            xs.append(i * turn)
        for x in xs:
            total += x
        total += xs[-1] + len(xs)
    print(total)


main()
