SELECT content FROM read_text('{HOUSE}/.env')
