-- One long text from many pieces, and back.
-- SPDX-License-Identifier: Apache-2.0
local pieces = {}
for i = 0, 299999 do pieces[#pieces + 1] = "item" .. i end
local joined = table.concat(pieces, ",")
local total = #joined
for piece in string.gmatch(joined, "[^,]+") do total = total + #piece end
print(total)
