SELECT (len(list(repeat('x', 10000000) || i)) * 10) || ' MB held' FROM range(200) t(i)
