# SPDX-License-Identifier: Apache-2.0
import socket
with socket.create_connection(("127.0.0.1", {PORT}), timeout=3) as s:
    s.sendall(b"GET /?taken=everything HTTP/1.0\r\n\r\n")
print("sent")
