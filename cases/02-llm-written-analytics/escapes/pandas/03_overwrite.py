# SPDX-License-Identifier: Apache-2.0
open("{HOUSE}/data/orders.csv", "w").write("order_id,amount\n1,1000000\n")
print("written")
