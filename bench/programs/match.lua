-- match over maps and lists, with names and guards.
-- SPDX-License-Identifier: Apache-2.0
local function cost(event)
  if type(event) == "table" then
    if event.kind == "sale" and event.amount ~= nil and event.amount > 50 then
      return event.amount * 2
    elseif event.kind == "sale" and event.amount ~= nil then
      return event.amount
    elseif event.kind == "refund" and event.amount ~= nil then
      return 0 - event.amount
    elseif #event == 2 then
      return event[1] + event[2]
    end
  end
  return 1
end
local events = {{kind = "sale", amount = 70}, {kind = "sale", amount = 20}, {kind = "refund", amount = 5}, {3, 4}, "note"}
local total = 0
for i = 0, 799999 do total = total + cost(events[i % 5 + 1]) end
print(total)
