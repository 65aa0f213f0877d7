# SPDX-License-Identifier: Apache-2.0
open("{HOUSE}/data/new.csv", "w").write("a,b\n1,2\n")
print("written")
