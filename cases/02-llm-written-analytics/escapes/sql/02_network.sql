SELECT * FROM read_csv('http://127.0.0.1:{PORT}/taken.csv')
