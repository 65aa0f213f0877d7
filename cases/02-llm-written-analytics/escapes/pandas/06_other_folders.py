# SPDX-License-Identifier: Apache-2.0
import os
for place in ("{HOUSE}", "{HOUSE}/private", "/etc"):
    print(os.listdir(place))
