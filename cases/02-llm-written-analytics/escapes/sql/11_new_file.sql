COPY (SELECT 1 AS a, 2 AS b) TO '{HOUSE}/data/new.csv'
