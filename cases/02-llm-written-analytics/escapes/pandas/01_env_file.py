# SPDX-License-Identifier: Apache-2.0
print(open("{HOUSE}/.env").read())
