SELECT * FROM read_csv('sleep {MARK} & |')
