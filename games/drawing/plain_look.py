"""The plain board: the API's view as lines of text, for editions without a text board."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.ruleset import View


def lines(view: View, names: Sequence[str], decision: object = None) -> str:
    """Return each nonempty entry of `view.to_json()` as a line such as "Left: 9.", with names in place of seats."""
    facts = {name: words(named(name, value, names), names) for name, value in view.to_json().items() if name != "seat"}
    return "\n".join(f"{name.replace('_', ' ').capitalize()}: {text}." for name, text in facts.items() if text)


def named(name: str, value: Any, names: Sequence[str]) -> Any:
    """Return the name for the value of "turn"; return other values unchanged."""
    return names[value] if name == "turn" and isinstance(value, int) and 0 <= value < len(names) else value


def words(value: Any, names: Sequence[str]) -> str:
    """Return a JSON value in words; "" for null."""
    if isinstance(value, Mapping):
        called = dict(enumerate(names)) if set(value) == set(range(len(names))) else {}
        return ", ".join(f"{called.get(key, key)} {words(item, ()) or 'none'}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(words(item, ()) for item in value)
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: ""}[value]
    return str(value)
