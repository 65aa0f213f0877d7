#!/usr/bin/env python3
"""Listens on loopback and counts what arrives: listener.py FILE SECONDS writes its port into FILE, then each connection's bytes.

The escape over the network sends to it. It ends by itself after SECONDS.
"""
# SPDX-License-Identifier: Apache-2.0
import pathlib
import socket
import sys
import time


def main():
    path, end = pathlib.Path(sys.argv[1]), time.monotonic() + float(sys.argv[2])
    with socket.create_server(("127.0.0.1", 0)) as server:
        path.with_suffix(".port").write_text(str(server.getsockname()[1]))
        server.settimeout(0.5)
        while time.monotonic() < end and not path.with_suffix(".stop").exists():
            try:
                connection, _ = server.accept()
            except TimeoutError:
                continue
            with connection:
                connection.settimeout(0.5)
                try:
                    received = connection.recv(65536)
                except OSError:
                    received = b""
                with path.open("a") as file:
                    file.write(f"{len(received)}\n")


if __name__ == "__main__":
    main()
