import sys

xs = []
for i in range(int(sys.argv[1])):
    xs.append(i)
print(len(xs))
