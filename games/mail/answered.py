"""An incoming letter about a game, with the letter it answers."""

from collections.abc import Sequence
from typing import Any, NamedTuple, NotRequired, TypedDict

from games.models import Game
from games.storage import prepared
from notifications import KindName
from notifications.inbound import LetterFacts, processing
from notifications.models import LetterIn
from notifications.telling import Telling

HELD = KindName[LetterFacts]("held")
"""A letter about a game waits for its writer to confirm it."""


class Printed(TypedDict):
    """What a letter about a turn had printed, as its reply address keeps it: `codes` maps a code to its decision, option and content.

    `others` are other tables that the letter asks about, from number 2 on. `since`: the number of the move before the answer
    whose page this is, for a page that tells what an answer did. There is no `seat` before the game begins.
    """

    game: int
    seat: NotRequired[int]
    wait: int
    where: str
    codes: dict[str, list[Any]]
    receipt: NotRequired[str]
    others: NotRequired[list["Printed"]]
    since: NotRequired[int]


class Told(TypedDict, total=False):
    """What the receipt of an answer or a command tells, as the incoming letter keeps it.

    `before` is the number of the move before it, `shows` are the parts of a receipt about commands, `along` is told of
    other tables that the same letter answered.
    """

    game: int
    seat: int
    before: int
    played: list[str]
    tried: list[str]
    lines: list[dict[str, Any]]
    rest: str
    taken_back: str
    problem: str
    law: str
    again: Sequence[str | None] | None
    word: str
    quoted: list[str]
    dead: str
    said: str
    shows: list[str]
    along: list["Told"]


class Answered(NamedTuple):
    """An incoming letter, its game, and the facts of the reply address it was sent to."""

    letter: LetterIn
    game: Game
    printed: Printed


def answered_letter(notice: Telling[LetterFacts], state: str = "") -> Answered | None:
    """Return the letter a notice is about; None if it, or what it answers, is gone, or if it is not in this state any more."""
    letter = processing.with_address.first(notice.facts["letter"])
    if letter is None or letter.address is None or (state and letter.state != state):
        return None
    printed = letter.address.facts
    about = letter.facts.get("game", printed["game"])
    printed = next((table for table in printed.get("others", []) if table["game"] == about), printed)
    game = prepared.game_row.first(about)
    return Answered(letter, game, printed) if game else None
