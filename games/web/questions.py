"""Turn the engine's decisions into questions for templates, for all kinds of decision of all games."""

from dataclasses import dataclass, field
from typing import Any

from games.engine import Amount, Confirm, Deal, Decision, Pick, Ruleset
from games.queries.table_view import TableView

WORDS = "games/ask/words.html"
"""The template of a text field, for kinds of decision that only an edition's template can show otherwise."""


@dataclass(slots=True)
class Item:
    """An option: the value to send, its label, its worth, and the room that it takes aboard."""

    value: str
    label: str
    worth: int | None = None
    cargo: int = 0


@dataclass(slots=True)
class Question:
    """A decision in words. The first existing template of `templates` is used; the edition's own come first."""

    decision: Decision
    text: str
    help: str
    templates: list[str]
    items: list[Item] = field(default_factory=list)
    give: list[Item] = field(default_factory=list)
    take: list[Item] = field(default_factory=list)
    markup: str = ""
    refused: str = ""
    """A refused answer in words, which the page shows in the field again, beside the reason."""

    @property
    def name(self) -> str:
        return self.decision.name

    @property
    def is_small(self) -> bool:
        """Return whether the question is a single button, which the page shows beside undo."""
        return isinstance(self.decision, Confirm)

    @property
    def is_terse(self) -> bool:
        """Return whether the button says only "Yes", so that the page must show the question beside it."""
        return self.is_small and len(self.items[0].label) <= 3

    @property
    def limits(self) -> str:
        """Return the limits of a pick, a deal or an amount on one line, or "" if there are none."""
        decision = self.decision
        if isinstance(decision, Deal):
            return deal_limits(decision, bool(self.help))
        if isinstance(decision, Pick):
            return pick_limits(decision)
        if isinstance(decision, Amount) and decision.least < decision.most:
            return f"From {decision.least} to {decision.most}."
        return ""


def question(rules: Ruleset, decision: Decision, names: list[str]) -> Question:
    asked = Question(
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
        asked.give, asked.take = items(decision.give), items(decision.take)
    elif not isinstance(decision, Amount):
        asked.items = items(getattr(decision, "options", ()))
    return asked


def questions(table: TableView) -> list[Question]:
    asked = sorted(table.decisions, key=lambda decision: decision.optional)
    return [question(table.rules, decision, table.names) for decision in asked]


def deal_limits(decision: Deal, is_explained: bool) -> str:
    """Return the limits of a deal in words. Omit whether the deal must be even if the help explains that."""
    parts = [] if is_explained else ["Both sides must be worth the same." if decision.even else "Move what you like, either way."]
    if decision.room:
        parts.append(f"Room aboard for {decision.room} more, besides what you hand over.")
    elif decision.room == 0:
        parts.append("Your hold is full. Unload something first.")
    return " ".join(parts)


def pick_limits(decision: Pick) -> str:
    """Return the limits of the number and the total worth of the chosen items."""
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
