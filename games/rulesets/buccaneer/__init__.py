"""Buccaneer, the online edition for two to eight players (rulebook of 1958, with laws 9B and 16B)."""

from .rules import Buccaneer

RULESET = Buccaneer()
