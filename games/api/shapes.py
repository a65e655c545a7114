"""The schemas of the API, and functions that fill them from a table. Times are ISO 8601 in UTC."""

from datetime import datetime
from typing import Annotated, Any

from ninja import Field, Schema
from pydantic import StrictInt, StrictStr

from games.drawing import board_pictures
from games.engine import Decision, Ruleset
from games.models import ChatLine, Game
from games.queries.journal import SeenLine, SeenMove
from games.queries.lists import OwnGame
from games.queries.table_view import TableView
from games.web.questions import Item, question

Number = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
Word = Annotated[StrictStr, Field(max_length=400)]
LONG = Field(max_length=200)


class Refusal(Schema):
    """The reason for a refusal: a code, a sentence for people, and the law behind it, if any, with its URL."""

    code: str
    text: str
    law: str
    law_link: str = ""


class Listed(Schema):
    """One of your tables. `due` is your deadline; null without a clock, or if the game does not wait for you."""

    id: int
    name: str
    ruleset: str
    status: str
    number: int
    seat: int | None
    waits_for_you: bool
    due: datetime | None


class Chair(Schema):
    seat: int | None
    name: str
    bot: bool


class Thing(Schema):
    """A choice: send `value`, show `label`. For a deal or a pick, `worth` is its value, if that counts."""

    value: str
    label: str
    worth: int | None


class Asked(Schema):
    """A question to you. `kind` determines the form of the answer (docs/api.md), and `limits` restricts it.

    `default` is the answer on a timeout; `in_your_place` is its older name.
    """

    decision: str
    kind: str
    question: str
    help: str
    optional: bool
    reaction: bool
    options: list[Thing]
    give: list[Thing]
    take: list[Thing]
    limits: dict[str, Any]
    facts: dict[str, Any]
    example: Any
    default: Any
    in_your_place: Any


class Waiting(Schema):
    seat: int
    due: datetime | None


class Outcome(Schema):
    winners: list[int]
    places: list[int]
    scores: list[int]
    reason: str


class Table(Schema):
    """A table as you may see it. `view` has a form of each edition; `board` is the board as text.

    `window` is the end of the reaction window in which others may answer a finished turn, or null.
    """

    id: int
    name: str
    ruleset: str
    edition: str
    status: str
    number: int
    seat: int | None
    chairs: list[Chair]
    waits: list[Waiting]
    window: datetime | None
    due: datetime | None
    can_undo: bool
    asked: list[Asked]
    view: dict[str, Any] | None
    board: str
    outcome: Outcome | None


class Told(Schema):
    """A move in words, as you may know it; `answer` is null for moves of others."""

    number: int
    seat: int | None
    decision: str
    by: str
    at: datetime
    told: list[str]
    answer: Any


class Line(Schema):
    name: str
    text: str
    at: datetime


class Answer(Schema):
    """Your answer to a question; `seen` is the `number` of the table that you read."""

    seen: Number
    decision: Word
    answer: StrictInt | Word | Annotated[list[Word | Annotated[list[Word], LONG]], LONG]


class Seen(Schema):
    seen: Number


class Words(Schema):
    text: Annotated[StrictStr, Field(max_length=4000)]


LIMITS = ("least", "most", "low", "high", "room", "even", "over")
"""The limits of an answer that a question may have."""


def listed_data(listed: OwnGame) -> dict[str, Any]:
    """Return a game of `queries.lists.my_games` as `Listed`."""
    game = listed.game
    return {
        "id": game.pk, "name": game.name, "ruleset": game.ruleset, "status": game.status, "number": game.number, "seat": listed.seat,
        "waits_for_you": listed.is_waiting, "due": listed.due,
    }  # fmt: skip


def table_data(seen: TableView) -> dict[str, Any]:
    """Return a table of `queries.table_view` as `Table`."""
    game, rules, view, names = seen.game, seen.rules, seen.view, seen.names
    return {
        "id": game.pk, "name": game.name, "ruleset": game.ruleset, "edition": rules.name, "status": game.status, "number": seen.number,
        "seat": seen.seat, "chairs": [{"seat": player.seat, "name": player.name, "bot": bool(player.bot)} for player in seen.players],
        "waits": [{"seat": wait.seat, "due": wait.due_at} for wait in seen.waits],
        "window": seen.window and seen.window.due_at, "due": seen.due, "can_undo": seen.can_undo,
        "asked": [decision_data(rules, decision, names) for decision in sorted(seen.decisions, key=lambda player: player.optional)],
        "view": view and view.to_json(), "board": board_pictures.text(rules, view, names) if view else "", "outcome": outcome_data(game),
    }  # fmt: skip


def decision_data(rules: Ruleset, decision: Decision, names: list[str]) -> dict[str, Any]:
    """Return a question with its words, as `Asked`."""
    asked, default = question(rules, decision, names), None if decision.optional else decision.default
    return {
        "decision": decision.name, "kind": decision.kind, "question": asked.text, "help": asked.help, "optional": decision.optional,
        "reaction": decision.reaction, "options": option_data(asked.items), "give": option_data(asked.give),
        "take": option_data(asked.take),
        "limits": {key: value for key in LIMITS if (value := getattr(decision, key, None)) is not None}, "facts": decision.facts,
        "example": next(iter(decision.answers()), None), "default": default, "in_your_place": default,
    }  # fmt: skip


def option_data(items: list[Item]) -> list[dict[str, Any]]:
    return [{"value": item.value, "label": item.label, "worth": item.worth} for item in items]


def outcome_data(game: Game) -> dict[str, Any] | None:
    """Return the outcome of a game by seat; None while it runs."""
    ended = game.outcome
    return None if ended is None else {"winners": ended.winners, "places": ended.places, "scores": ended.scores, "reason": ended.reason}


def move_data(move: SeenMove, sentences: list[str]) -> dict[str, Any]:
    return {
        "number": move.number, "seat": move.seat, "decision": move.decision, "by": move.by, "at": move.made_at, "told": sentences,
        "answer": move.answer,
    }  # fmt: skip


def chat_line_data(line: ChatLine | SeenLine) -> dict[str, Any]:
    return {"name": line.user.name if line.user else "", "text": line.text, "at": line.said_at}
