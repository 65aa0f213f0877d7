# Sorting rows by a key, by a text key, and downwards.
# SPDX-License-Identifier: Apache-2.0
def main():
    rows = [{"id": i, "score": i * 7919 % 1000003, "name": "n" + str(i * 31 % 200003)} for i in range(200000)]
    by_score = sorted(rows, key=lambda r: r["score"])
    by_name = sorted(rows, key=lambda r: r["name"])
    downwards = sorted(rows, key=lambda r: r["score"], reverse=True)
    print(by_score[0]["id"], by_score[-1]["id"], by_name[100]["name"], downwards[5]["id"])


main()
