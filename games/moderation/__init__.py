"""Blocks, reports, limits, names, and faults that hosts are told about. May import models and what lies below them."""
