local xs = {}
for i = 1, tonumber(arg[1]) do xs[#xs + 1] = i end
print(#xs)
