"""Never ends, and asks not to be told to."""
# SPDX-License-Identifier: Apache-2.0
import signal

for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU]:
    signal.signal(number, signal.SIG_IGN)
while True:
    pass
