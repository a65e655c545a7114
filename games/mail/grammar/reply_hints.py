"""Instructions for answers of several parts: the number of things, their worth, and the letter of each."""

from typing import Any

from games.engine import Deal, Decision, Pick, Ruleset

GLUE, SHORT = "\u00a0", 40
"""No-break spaces keep a letter and the name of its thing on one line, up to this length."""


def of_pick(decision: Pick) -> str:
    """Return the instruction for a pick: the number of things, and the limits of their total."""
    least, most = decision.least, min(decision.most, len(decision.options))
    if least == most:
        count = f": exactly {least}"
    elif least:
        count = f": {least} to {most}"
    else:
        count = f": at most {most}" if most < len(decision.options) else ""
    nothing = ", or “nothing”" if decision.problem(()) is None else ""
    room = f", with room for {decision.room} more aboard" if decision.room is not None and decision.room < most else ""
    return f"the letters of what you choose{count}{worth(decision.low, decision.high) if decision.worth else ''}{room}{nothing}"


def worth(low: int | None, high: int | None) -> str:
    """Return the limits of the total worth in words."""
    if low is not None and high is not None:
        return f", worth {low} together" if low == high else f", worth {low} to {high} together"
    if high is not None:
        return f", worth {high} at most together"
    return "" if low is None else f", worth {low} at least together"


def of_deal(decision: Deal) -> str:
    """Return the instruction for a deal: the letters to write, and the limits. Omit a side without things."""
    value = ""
    if decision.even:
        value = "; you may give more than you take" if decision.may_overpay else "; both must be worth the same"
    takes_room = decision.room is not None and any(item in decision.cargo for item in decision.take)
    by_points = len(set(decision.cargo)) < len(decision.cargo)
    room = f"; there is room for {decision.room} {'points ' if by_points else ''}more aboard" if takes_room else ""
    sides = [f"of what you {verb}" for verb, things in (("give", decision.give), ("take", decision.take)) if things]
    return f"the letters {' and '.join(sides)}{value}{room}"


def lettered(rules: Ruleset, decision: Decision, options: Any, names: list[str]) -> tuple[str, ...]:
    """Return each thing with its letter, and with its worth if that matters and the name lacks it."""
    values = getattr(decision, "worth", None) if counts_worth(decision) else None
    things = []
    for index, option in enumerate(options):
        label = rules.label(decision, option, names)
        value = str(values[option]) if values and option in values else ""
        name = f"{letters(index)}) {label} ({value})" if value and value not in label.split() else f"{letters(index)}) {label}"
        things.append(name.replace(" ", GLUE) if len(name) <= SHORT else name)
    return tuple(things)


def counts_worth(decision: Decision) -> bool:
    """Return whether the worth of things matters for this question."""
    if isinstance(decision, Deal):
        return decision.even
    return isinstance(decision, Pick) and (decision.low is not None or decision.high is not None)


def letters(index: int) -> str:
    """Return the letters of an index: a, b, … z, aa, ab, …"""
    return (letters(index // 26 - 1) if index >= 26 else "") + chr(ord("a") + index % 26)
