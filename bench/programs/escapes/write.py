"""Overwrites a file of the data, and one beside it, and leaves a new one."""
# SPDX-License-Identifier: Apache-2.0
for path in ["data/a.csv", "outside.txt", "@FOLDER@/data/a.csv", "@FOLDER@/outside.txt", "data/new.txt", "@FOLDER@/new.txt"]:
    try:
        with open(path, "w") as file:
            file.write("overwritten")
    except OSError as error:
        print(error)
