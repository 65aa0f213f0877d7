-- Counting under text keys.
-- SPDX-License-Identifier: Apache-2.0
local names = {}
for i = 0, 999 do names[i] = "key" .. i end
local counts = {}
for i = 0, 999 do counts[names[i]] = 0 end
for i = 0, 1499999 do
  local name = names[i * 7 % 1000]
  counts[name] = counts[name] + 1
end
local total = 0
for _, count in pairs(counts) do total = total + count end
print(total .. " " .. counts["key7"])
