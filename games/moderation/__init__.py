"""Blocks, reports, limits, names, and faults that hosts are told of. May import models and what lies below them."""
