"""The stored rows of games, by subject. Secrets lie in rows of their own, so that no list or admin page ever loads them."""

from games.models.clock import AutomaticLeave, Ballot, ClockEntry, Heartbeat, Lapse, Pause, Vote, Wait
from games.models.fault import Fault
from games.models.game import BY, ChatLine, Checkpoint, Deck, Game, Hand, Invitation, Move, Player, Seed, Undo, new_token
from games.models.matchmaking import Seek
from games.models.moderation import Block, Report
from games.models.seat import LaidAside, Notes

__all__ = [
    "BY",
    "AutomaticLeave",
    "Ballot",
    "ChatLine",
    "Checkpoint",
    "ClockEntry",
    "Deck",
    "Fault",
    "Game",
    "Hand",
    "Heartbeat",
    "Invitation",
    "Block",
    "LaidAside",
    "Lapse",
    "Move",
    "Notes",
    "Pause",
    "Player",
    "Report",
    "Seek",
    "Seed",
    "Undo",
    "Vote",
    "Wait",
    "new_token",
]
