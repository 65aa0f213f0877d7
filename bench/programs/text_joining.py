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
