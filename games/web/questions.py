"""Turn a decision of the engine into what a template needs to ask it. Serves every kind of decision of every game."""

from dataclasses import dataclass, field
from typing import Any

from games.engine import Amount, Confirm, Deal, Decision, Pick, Ruleset
from games.queries.table_view import TableView

WORDS = "games/ask/words.html"
"""A text field, for kinds of question that only the edition can show, should that fail."""


@dataclass(slots=True)
class Item:
    """One thing to choose: the value sent, the label read, its worth, and the room it takes aboard."""

    value: str
    label: str
    worth: int | None = None
    cargo: int = 0


@dataclass(slots=True)
class Question:
    """One decision, ready to be asked. `templates` are tried in order: the edition's own look first."""

    decision: Decision
    text: str
    help: str
    templates: list[str]
    items: list[Item] = field(default_factory=list)
    give: list[Item] = field(default_factory=list)
    take: list[Item] = field(default_factory=list)
    markup: str = ""
    refused: str = ""
    """An answer in words that was refused; it stays in the field, with the reason beside it."""

    @property
    def name(self) -> str:
        return self.decision.name

    @property
    def is_small(self) -> bool:
        """Is it a single button? It belongs beside undo, always in reach."""
        return isinstance(self.decision, Confirm)

    @property
    def is_terse(self) -> bool:
        """Does the button say only "Yes", so that the question has to stand beside it?"""
        return self.is_small and len(self.items[0].label) <= 3

    @property
    def limits(self) -> str:
        """The limits of a pick or a deal, in one line."""
        if isinstance(self.decision, Deal):
            return deal_limits(self.decision, bool(self.help))
        return limits_of(self.decision)


def question(rules: Ruleset, decision: Decision, names: list[str]) -> Question:
    """Return `decision` with its words."""
    found = Question(
        decision,
        rules.ask(decision, names),
        rules.help(decision),
        [f"{rules.slug}/ask/{decision.name}.html", f"{rules.slug}/ask/{decision.kind}.html", f"games/ask/{decision.kind}.html", WORDS],
    )

    def items(options: Any) -> list[Item]:
        worth = getattr(decision, "worth", None) or {}
        cargo = getattr(decision, "cargo", ())
        return [Item(value, rules.label(decision, value, names), worth.get(value), cargo.count(value)) for value in options]

    if isinstance(decision, Deal):
        found.give, found.take = items(decision.give), items(decision.take)
    elif not isinstance(decision, Amount):
        found.items = items(getattr(decision, "options", ()))
    return found


def questions(table: TableView) -> list[Question]:
    """Return every question to this reader; those the game waits for come first."""
    asked = sorted(table.decisions, key=lambda decision: decision.optional)
    return [question(table.rules, decision, table.names) for decision in asked]


def limits_of(decision: Decision) -> str:
    """Return the limits of a pick or an amount; "" if there are none."""
    if isinstance(decision, Pick):
        return pick_limits(decision)
    if isinstance(decision, Amount):
        return f"From {decision.least} to {decision.most}." if decision.least < decision.most else ""
    return ""


def deal_limits(decision: Deal, is_explained: bool) -> str:
    """Return the limits of a deal, without its being even if a line of help explains that."""
    parts = [] if is_explained else ["Both sides must be worth the same." if decision.even else "Move what you like, either way."]
    if decision.room:
        parts.append(f"Room aboard for {decision.room} more, besides what you hand over.")
    elif decision.room == 0:
        parts.append("Your hold is full. Unload something first.")
    return " ".join(parts)


def pick_limits(decision: Pick) -> str:
    """Return how many may be chosen, and what they may be worth together."""
    parts = [f"Choose {decision.least}." if decision.least == decision.most else f"Choose {decision.least} to {decision.most}."]
    if decision.high is not None and decision.high == decision.low:
        parts.append(f"They must be worth {decision.high} together.")
    elif decision.high is not None:
        parts.append(f"Together worth at most {decision.high}.")
    if decision.low is not None and decision.low != decision.high:
        parts.append(f"Together worth at least {decision.low}.")
    if decision.room is not None:
        parts.append(f"Room aboard for {decision.room}.")
    return " ".join(parts)
