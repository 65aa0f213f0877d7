-- Writing places of a list: the sieve of Eratosthenes.
-- SPDX-License-Identifier: Apache-2.0
local function sieve(limit)
  local prime = {}
  for i = 0, limit do prime[i] = true end
  local count = 0
  local i = 2
  while i <= limit do
    if prime[i] then
      count = count + 1
      local j = i * i
      while j <= limit do
        prime[j] = false
        j = j + i
      end
    end
    i = i + 1
  end
  return count
end
print(sieve(1000000))
