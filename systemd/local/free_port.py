# SPDX-License-Identifier: Apache-2.0
"""Picks a free port of this machine, below the system's range for outgoing connections: one of those could take it
before it is listened on. Run as a program, prints one."""
import random
import socket


def free_port():
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
        first = int(file.read().split()[0])
    while True:
        port = random.randrange(min(10240, first - 1), max(first, 10241))
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


if __name__ == "__main__":
    print(free_port())
