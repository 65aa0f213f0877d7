SELECT content FROM read_text('{HOUSE}/data/link.csv')
