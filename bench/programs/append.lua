-- Growing a list: items of it as the argument says.
-- SPDX-License-Identifier: Apache-2.0
local xs = {}
for i = 1, tonumber(arg[1]) do xs[#xs + 1] = i end
print(#xs)
