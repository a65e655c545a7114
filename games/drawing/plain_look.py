"""The plain look: the table as lines of text, for editions without a text board. It puts the API's view into words."""

from collections.abc import Mapping, Sequence
from typing import Any


def lines(view: Any, names: Sequence[str], decision: object = None) -> str:
    """Return each entry of `view.to_json()` as a line ("Left: 9."). A dict by seat and `turn` have the players' names; "" if empty."""
    facts = {name: words(named(name, value, names), names) for name, value in view.to_json().items() if name != "seat"}
    return "\n".join(f"{name.replace('_', ' ').capitalize()}: {said}." for name, said in facts.items() if said)


def named(name: str, value: Any, names: Sequence[str]) -> Any:
    """Return the name of the seat whose turn it is, and any other value as it is."""
    return names[value] if name == "turn" and isinstance(value, int) and 0 <= value < len(names) else value


def words(value: Any, names: Sequence[str]) -> str:
    """Return a JSON value in words; "" for null."""
    if isinstance(value, Mapping):
        called = dict(enumerate(names)) if set(value) == set(range(len(names))) else {}
        return ", ".join(f"{called.get(key, key)} {words(one, ()) or 'none'}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(words(one, ()) for one in value)
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no", None: ""}[value]
    return str(value)
