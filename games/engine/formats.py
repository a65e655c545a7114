"""Convert stored states between formats, and move games to newer rules, by the steps in an edition's `upgrades.py`.

A format defines how a state is stored; a version defines the rules of a game. Neither depends on the other.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from .facts import Snapshot
from .ruleset import Ruleset, S, TooNew, agreed

Rewrite = Callable[[Snapshot], Snapshot]
"""`rewrite(snapshot)` returns the converted snapshot. The argument is a copy in plain JSON (lists, no tuples) that may be changed."""


class UnknownFormat(TooNew):
    """Raised for a state stored in a format that this code does not know. The text names the format."""


class Upgrade(NamedTuple):
    """The step between formats n and n + 1. `up` converts n to n + 1; `down` restores exactly the snapshot in format n."""

    up: Rewrite
    down: Rewrite


class NewLaws(NamedTuple):
    """The step that moves a running game to the next version of the rules.

    `notice` tells the players what changes. `move` rewrites the stored state; the function `moved` adds the options of the new version.
    """

    notice: str
    move: Rewrite = lambda snapshot: snapshot


def plain(snapshot: Snapshot) -> Snapshot:
    """Return a copy of the snapshot after a round trip through JSON."""
    return Snapshot(*json.loads(json.dumps([snapshot.public, snapshot.seats, snapshot.decks])))


def restored(rules: Ruleset[S, Any], snapshot: Snapshot, stored_in: int) -> S:
    """Return the state stored in a snapshot of format `stored_in`. Raise UnknownFormat if this code does not know the format."""
    if not 1 <= stored_in <= rules.format:
        raise UnknownFormat(f"{rules.name} is known here in formats 1 to {rules.format}; this game is stored in format {stored_in}.")
    if stored_in < rules.format:
        snapshot = plain(snapshot)
        for step in rules.upgrades[stored_in - 1 :]:
            snapshot = step.up(snapshot)
    return rules.load(snapshot)


def written(rules: Ruleset[S, Any], state: S, wanted: int) -> Snapshot:
    """Return a state as a snapshot in format `wanted`, the newest or an older format."""
    snapshot = rules.dump(state)
    if wanted < rules.format:
        snapshot = plain(snapshot)
        for step in reversed(rules.upgrades[wanted - 1 :]):
            snapshot = step.down(snapshot)
    return snapshot


def moved(rules: Ruleset[S, Any], state: S, version: int) -> S:
    """Return a running game's state, moved to `version` from the version before. Raise LookupError if the edition has no such step."""
    change = rules.new_laws[version]
    newer = rules.of_version(version)
    snapshot = plain(rules.dump(state))
    snapshot.public["options"] = agreed(newer.options, version, snapshot.public["options"] | {"version": version})
    return newer.load(change.move(snapshot))
