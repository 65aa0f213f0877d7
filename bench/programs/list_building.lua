-- Lists that grow, and walking them.
-- SPDX-License-Identifier: Apache-2.0
local total = 0
for turn = 0, 2 do
  local xs = {}
  for i = 0, 599999 do xs[#xs + 1] = i * turn end
  for _, x in ipairs(xs) do total = total + x end
  total = total + xs[#xs] + #xs
end
print(total)
