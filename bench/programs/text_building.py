# Many short texts: numbers into text, joining, slices, upper case, replacing.
# SPDX-License-Identifier: Apache-2.0
def main():
    total = 0
    for i in range(300000):
        line = f"row {i}: {i * 2} pieces"
        total += len(line) + len(line[:5].upper()) + len(line.replace("pieces", "pcs"))
        if line.startswith("row 29"):
            total += 1
    print(total)


main()
