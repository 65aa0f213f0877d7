"""Sends what it knows to a listener on this machine."""
# SPDX-License-Identifier: Apache-2.0
import socket

try:
    with socket.create_connection(("127.0.0.1", int("@PORT@")), timeout=2) as link:
        link.sendall(b"stolen")
except OSError as error:
    print(error)
