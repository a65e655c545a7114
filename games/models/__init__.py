"""The stored rows of games, by subject. Secrets are in rows of their own, so that no list or admin page ever loads them."""

from games.models.clock import AutomaticLeave, Ballot, ClockEntry, Heartbeat, Lapse, Pause, Proposal, Vote, Wait
from games.models.counted import Counted
from games.models.fault import Fault
from games.models.game import (
    BY,
    BY_CAPTAIN,
    BY_CAPTAIN_OR_ORDERS,
    Archive,
    ChatLine,
    Checkpoint,
    Deck,
    Game,
    Hand,
    Invitation,
    Move,
    Player,
    Seed,
    Undo,
    new_token,
)
from games.models.people import Block, Friendship, Report, Seek
from games.models.seat import LaidAside, Notes
