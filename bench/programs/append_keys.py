# Growing a map.
# SPDX-License-Identifier: Apache-2.0
import sys

m = {}
for i in range(int(sys.argv[1])):
    m[str(i)] = i
print(len(m))
