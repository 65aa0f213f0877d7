# SPDX-License-Identifier: Apache-2.0
held = []
for i in range(200):
    held.append("x" * 10_000_000)
    print(f"{(i + 1) * 10} MB held", flush=True)
