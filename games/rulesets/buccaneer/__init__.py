"""Buccaneer in three editions that share everything except their data (see `editions`)."""

from .editions import EDITIONS
from .rules import Buccaneer

RULESETS = tuple(Buccaneer(edition) for edition in EDITIONS.values())
ONLINE, CLASSIC, FAMILY = RULESETS
