COPY (SELECT 1 AS order_id, 1000000 AS amount) TO '{HOUSE}/data/orders.csv'
