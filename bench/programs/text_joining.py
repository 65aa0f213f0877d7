# One long text from many pieces, and back.
# SPDX-License-Identifier: Apache-2.0
def main():
    pieces = []
    for i in range(300000):
        pieces.append("item" + str(i))
    joined = ",".join(pieces)
    total = len(joined)
    for piece in joined.split(","):
        total += len(piece)
    print(total)


main()
