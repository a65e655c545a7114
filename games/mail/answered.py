"""An incoming letter about a game, and the letter that it answers."""

from collections.abc import Sequence
from typing import Any, NamedTuple, NotRequired, TypedDict

from games.models import Game
from games.storage import prepared
from notifications import KindName
from notifications.inbound import LetterFacts, processing
from notifications.models import LetterIn
from notifications.telling import Telling

HELD = KindName[LetterFacts]("held")
"""The kind of notice about a letter to a game that waits for its writer to confirm it."""


class Printed(TypedDict):
    """The questions that a letter printed, stored with its reply address.

    `codes` maps each code to its decision, option and content; `others` lists the other tables of the letter, numbered from 2.
    `since` is the number of the move before an answer. `seat` is missing before the game begins.
    """

    game: int
    seat: NotRequired[int]
    wait: int
    where: str
    codes: dict[str, list[Any]]
    receipt: NotRequired[str]
    others: NotRequired[list["Printed"]]
    since: NotRequired[int]


class ReceiptFacts(TypedDict, total=False):
    """The content of a receipt, stored with the incoming letter.

    `before` is the number of the move before the answer, `shows` names sections, and `along` has other tables' facts.
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
    along: list["ReceiptFacts"]


class Answered(NamedTuple):
    """An incoming letter, its game, and the data stored with its reply address."""

    letter: LetterIn
    game: Game
    printed: Printed


def answered_letter(notice: Telling[LetterFacts], state: str = "") -> Answered | None:
    """Return the incoming letter of a notice; None if it or its game is deleted, or if the letter has left this state."""
    letter = processing.with_address.first(notice.facts["letter"])
    if letter is None or letter.address is None or (state and letter.state != state):
        return None
    printed = letter.address.facts
    about = letter.facts.get("game", printed["game"])
    printed = next((table for table in printed.get("others", []) if table["game"] == about), printed)
    game = prepared.game_row.first(about)
    return Answered(letter, game, printed) if game else None
