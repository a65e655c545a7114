"""Errors that are not ours: something we depend on (database, Redis, disk, network) did not answer.

They say nothing about the letter or the game at hand, so they never count as an attempt at it.
"""

from django.db import InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

SERVERS = (OperationalError, InterfaceError, BrokerError, RedisError)
"""Errors of our own servers."""
FAULTS = (*SERVERS, OSError)
"""The same, with errors of this machine: no disk space, no memory, no network."""
