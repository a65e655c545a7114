"""A simulated town: people, post and weather around the real site, in one process and in virtual time (docs/simulation.md).

It imports the site, and nothing imports it but `python -m harness simulate` and tests. It copies no logic of the site: what must hold
(`invariants`) is worked out from what people and the relay saw, or not at all.
"""
