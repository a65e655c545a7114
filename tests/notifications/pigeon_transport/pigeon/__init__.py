"""Slips of paper by pigeon: a transport with nothing in it but what docs/adding-a-transport.md asks for."""

from .transport import Pigeon

TRANSPORT = Pigeon()
