"""A state as rows and back; and the hash that says two states are the same."""

import hashlib
import json

from games.engine import Snapshot
from games.models import Deck, Game, Hand

EVERY = 25
"""A checkpoint is kept every so many moves."""


def canonical(snapshot: Snapshot) -> bytes:
    """The one way to write this snapshot: JSON with sorted keys and no spaces."""
    return json.dumps(to_json(snapshot), sort_keys=True, separators=(",", ":")).encode()


def digest(snapshot: Snapshot) -> str:
    """SHA-256 of the canonical form, as hex."""
    return hashlib.sha256(canonical(snapshot)).hexdigest()


def to_json(snapshot: Snapshot) -> dict:
    return {"public": snapshot.public, "seats": snapshot.seats, "decks": snapshot.decks}


def from_json(data: dict) -> Snapshot:
    return Snapshot(data["public"], data["seats"], data["decks"])


def stored(game: Game) -> Snapshot:
    """The game as it stands, from its rows (two queries)."""
    seats = list(Hand.objects.filter(player__game=game).order_by("player__seat").values_list("secrets", flat=True))
    decks = dict(Deck.objects.filter(game=game).order_by("pk").values_list("name", "cards"))
    return Snapshot(game.public, seats, decks)
