-- Loops and whole numbers.
-- SPDX-License-Identifier: Apache-2.0
local total = 0
local i = 0
while i < 3000000 do
  total = total + i % 7
  i = i + 1
end
for j = 0, 2999999 do
  if j % 3 == 0 then total = total + j end
end
print(total)
