# Growing a list: items of it as the argument says.
# SPDX-License-Identifier: Apache-2.0
import sys

xs = []
for i in range(int(sys.argv[1])):
    xs.append(i)
print(len(xs))
