-- Tasks that make tasks, and variables that they share.
-- SPDX-License-Identifier: Apache-2.0
local function make_counter(step)
  local count = 0
  return function()
    count = count + step
    return count
  end
end
local function make_adder(n)
  return function(x) return x + n end
end
local count = make_counter(2)
local total = 0
for i = 0, 999999 do
  local add = make_adder(i)
  total = total + add(1) + count()
end
print(total)
