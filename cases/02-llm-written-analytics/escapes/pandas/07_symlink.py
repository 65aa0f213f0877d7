# SPDX-License-Identifier: Apache-2.0
print(open("{HOUSE}/data/link.csv").read())
