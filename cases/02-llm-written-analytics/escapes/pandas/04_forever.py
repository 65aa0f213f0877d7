# SPDX-License-Identifier: Apache-2.0
while True:
    pass
