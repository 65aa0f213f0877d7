SELECT file FROM glob('{HOUSE}/**')
