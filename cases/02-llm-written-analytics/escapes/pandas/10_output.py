# SPDX-License-Identifier: Apache-2.0
for i in range(200):
    print("x" * 999_999)
