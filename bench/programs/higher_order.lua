-- apply, where and reduce with lambdas.
-- SPDX-License-Identifier: Apache-2.0
local function apply(xs, f)
  local out = {}
  for i, x in ipairs(xs) do out[i] = f(x) end
  return out
end
local function where(xs, f)
  local out = {}
  for _, x in ipairs(xs) do
    if f(x) then out[#out + 1] = x end
  end
  return out
end
local function reduce(xs, f, start)
  local value = start
  for _, x in ipairs(xs) do value = f(value, x) end
  return value
end
local xs = {}
for i = 0, 499999 do xs[i + 1] = i end
local total = 0
for turn = 0, 2 do
  local squares = apply(xs, function(x) return x * x + turn end)
  local odd = where(squares, function(x) return x % 2 == 1 end)
  total = total + reduce(odd, function(a, x) return a + x % 1000 end, 0)
end
print(total)
