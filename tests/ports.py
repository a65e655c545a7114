"""Ports for servers that tests start: runs side by side on one machine keep out of each other's way."""

import os
import socket


def free_port(first: int) -> int:
    """A port near `first` that nobody listens on. Each process begins to look at another one, below those given out by themselves."""
    first += os.getpid() % 700
    for port in range(first, first + 50):
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise OSError(f"no port is free from {first} on")
