SELECT repeat('x', 999999) FROM range(200)
