# SPDX-License-Identifier: Apache-2.0
import subprocess
subprocess.Popen(["sleep", "{MARK}"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
print("left")
