# SPDX-License-Identifier: Apache-2.0
import subprocess
print(subprocess.run(["touch", "{HOUSE}/spawned"]))
