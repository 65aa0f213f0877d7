-- Growing a map.
-- SPDX-License-Identifier: Apache-2.0
local m, count = {}, 0
for i = 1, tonumber(arg[1]) do
  m[tostring(i)] = i
  count = count + 1
end
print(count)
