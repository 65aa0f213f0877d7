# SPDX-License-Identifier: Apache-2.0
import os
print(dict(os.environ))
