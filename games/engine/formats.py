"""How states were stored, and how games are moved to newer rules: the steps of an edition's `upgrades.py`, gone one after the other.

A format says how a state is written down, a version by which rules it is played; neither changes the other.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from .facts import Snapshot
from .ruleset import Ruleset, S, TooNew, agreed

Rewrite = Callable[[Snapshot], Snapshot]
"""Is handed a snapshot of its own as plain JSON (lists, no tuples), which it may change, and returns what that becomes."""


class UnknownFormat(TooNew):
    """A state was stored in a format that this code does not have. The text says which."""


class Upgrade(NamedTuple):
    """The step between two formats. `up` makes n + 1 of format n; `down` makes n of n + 1 again, exactly as it was."""

    up: Rewrite
    down: Rewrite


class NewLaws(NamedTuple):
    """How a running game is moved to the next version of the rules.

    `told` are sentences for the captains about what is different now. The options of the new version are put in by `moved`.
    """

    told: str
    move: Rewrite = lambda snapshot: snapshot


def plain(snapshot: Snapshot) -> Snapshot:
    """A copy as it comes back from a column of JSON."""
    return Snapshot(*json.loads(json.dumps([snapshot.public, snapshot.seats, snapshot.decks])))


def restored(rules: Ruleset[S, Any], snapshot: Snapshot, stored_in: int) -> S:
    """The state that a snapshot of this format holds. Raises UnknownFormat."""
    if not 1 <= stored_in <= rules.format:
        raise UnknownFormat(f"{rules.name} is known here in formats 1 to {rules.format}; this game is stored in format {stored_in}.")
    if stored_in < rules.format:
        snapshot = plain(snapshot)
        for step in rules.upgrades[stored_in - 1 :]:
            snapshot = step.up(snapshot)
    return rules.load(snapshot)


def written(rules: Ruleset[S, Any], state: S, wanted: int) -> Snapshot:
    """A state as a snapshot of this format, the newest or an older one."""
    snapshot = rules.dump(state)
    if wanted < rules.format:
        snapshot = plain(snapshot)
        for step in reversed(rules.upgrades[wanted - 1 :]):
            snapshot = step.down(snapshot)
    return snapshot


def moved(rules: Ruleset[S, Any], state: S, version: int) -> S:
    """The state of a running game, moved to this version of the rules from the one before it. Raises LookupError where it cannot be."""
    change = rules.new_laws[version]
    newer = rules.of_version(version)
    snapshot = plain(rules.dump(state))
    snapshot.public["options"] = agreed(newer.options, version, snapshot.public["options"] | {"version": version})
    return newer.load(change.move(snapshot))
