-- Sorting rows by a key, by a text key, and downwards.
-- SPDX-License-Identifier: Apache-2.0
local rows = {}
for i = 0, 199999 do
  rows[#rows + 1] = {id = i, score = i * 7919 % 1000003, name = "n" .. i * 31 % 200003}
end
local function sorted(before)
  local copy = table.move(rows, 1, #rows, 1, {})
  table.sort(copy, before)
  return copy
end
local by_score = sorted(function(a, b) return a.score < b.score end)
local by_name = sorted(function(a, b) return a.name < b.name end)
local downwards = sorted(function(a, b) return a.score > b.score end)
print(by_score[1].id .. " " .. by_score[#rows].id .. " " .. by_name[101].name .. " " .. downwards[6].id)
