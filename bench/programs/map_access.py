# Counting under text keys.
# SPDX-License-Identifier: Apache-2.0
def main():
    names = ["key" + str(i) for i in range(1000)]
    counts = {}
    for name in names:
        counts[name] = 0
    for i in range(1500000):
        name = names[i * 7 % 1000]
        counts[name] = counts[name] + 1
    total = 0
    for name in counts:
        total += counts[name]
    print(total, counts["key7"])


main()
