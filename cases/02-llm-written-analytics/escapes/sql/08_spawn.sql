SELECT * FROM read_csv('touch {HOUSE}/spawned |')
