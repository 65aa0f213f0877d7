-- Many short texts: numbers into text, joining, slices, upper case, replacing.
-- SPDX-License-Identifier: Apache-2.0
local total = 0
for i = 0, 299999 do
  local line = "row " .. i .. ": " .. i * 2 .. " pieces"
  total = total + #line + #string.upper(string.sub(line, 1, 5)) + #string.gsub(line, "pieces", "pcs")
  if string.sub(line, 1, 6) == "row 29" then total = total + 1 end
end
print(total)
