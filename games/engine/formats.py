"""Convert stored states between formats, and move games to newer rules: the steps of an edition's `upgrades.py`, one by one.

A format is how a state is stored, a version is the rules it is played by; neither changes the other.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from .facts import Snapshot
from .ruleset import Ruleset, S, TooNew, agreed

Rewrite = Callable[[Snapshot], Snapshot]
"""Takes a copy of a snapshot as plain JSON (lists, no tuples), which it may change; returns the converted snapshot."""


class UnknownFormat(TooNew):
    """The state was stored in a format that this code does not have. The text says which."""


class Upgrade(NamedTuple):
    """The step between two formats. `up` turns format n into n + 1; `down` turns n + 1 back into n, exactly as it was."""

    up: Rewrite
    down: Rewrite


class NewLaws(NamedTuple):
    """The step that moves a running game to the next version of the rules.

    `notice` tells the players what changes. `move` rewrites the stored state; `moved` adds the options of the new version.
    """

    notice: str
    move: Rewrite = lambda snapshot: snapshot


def plain(snapshot: Snapshot) -> Snapshot:
    """Return a copy as a JSON column would return it."""
    return Snapshot(*json.loads(json.dumps([snapshot.public, snapshot.seats, snapshot.decks])))


def restored(rules: Ruleset[S, Any], snapshot: Snapshot, stored_in: int) -> S:
    """Return the state that a snapshot of this format holds. Raises UnknownFormat."""
    if not 1 <= stored_in <= rules.format:
        raise UnknownFormat(f"{rules.name} is known here in formats 1 to {rules.format}; this game is stored in format {stored_in}.")
    if stored_in < rules.format:
        snapshot = plain(snapshot)
        for step in rules.upgrades[stored_in - 1 :]:
            snapshot = step.up(snapshot)
    return rules.load(snapshot)


def written(rules: Ruleset[S, Any], state: S, wanted: int) -> Snapshot:
    """Return a state as a snapshot in the format `wanted`, the newest or an older one."""
    snapshot = rules.dump(state)
    if wanted < rules.format:
        snapshot = plain(snapshot)
        for step in reversed(rules.upgrades[wanted - 1 :]):
            snapshot = step.down(snapshot)
    return snapshot


def moved(rules: Ruleset[S, Any], state: S, version: int) -> S:
    """Return a running game's state, moved to this version from the one before. Raises LookupError if that is impossible."""
    change = rules.new_laws[version]
    newer = rules.of_version(version)
    snapshot = plain(rules.dump(state))
    snapshot.public["options"] = agreed(newer.options, version, snapshot.public["options"] | {"version": version})
    return newer.load(change.move(snapshot))
