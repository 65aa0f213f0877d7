-- Rows with fields: made once, read ten times, changed once.
-- SPDX-License-Identifier: Apache-2.0
local rows = {}
for i = 0, 99999 do
  rows[#rows + 1] = {id = i, quantity = i % 9, price = i % 100, open = i % 3 == 0}
end
local total = 0
for _ = 1, 10 do
  for _, row in ipairs(rows) do
    if row.open then total = total + row.quantity * row.price end
  end
end
for i = 1, #rows do rows[i].price = rows[i].price + 1 end
for _, row in ipairs(rows) do total = total + row.price end
print(total)
