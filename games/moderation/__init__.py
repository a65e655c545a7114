"""Blocks, friends, reports, limits, names, and faults for hosts. May import models and lower layers."""
