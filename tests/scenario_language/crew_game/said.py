"""Read answers from scenario files, and write them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.engine import Choose, Deal, Decision
from tests.scenario_language.words import WordError

Goods = Callable[[Any], tuple[str, ...]]


def split_first_word(text: str, also: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    """Return (decision, the rest). The first word is the decision, or one of the other beginnings in `also`."""
    first, _, rest = text.strip().partition(" ")
    name, before = also.get(first.lower(), (first.lower(), ""))
    return name, (before + rest.strip()).strip()


def parse_one(text: str, goods: Goods) -> str:
    """Return exactly one thing."""
    codes = goods(text)
    if len(codes) != 1:
        raise WordError(f"One thing is named here, not {text}.")
    return codes[0]


def parse_deal(text: str, goods: Goods) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return "G for B3 B1" as (given, taken)."""
    given, _, taken = f" {text} ".partition(" for ")
    return goods(given.strip()), goods(taken.strip())


def write_answer(decision: Decision, answer: Any, ships: Collection[str], captain: Callable[[int], str]) -> str:
    """Return an answer or one option in the words of scenario files; the answers of decisions in `ships` are captains."""
    if isinstance(answer, tuple):
        if isinstance(decision, Deal) and len(answer) == 2 and isinstance(answer[0], tuple):
            return f"{' '.join(answer[0])} for {' '.join(answer[1])}".strip()
        return " ".join(map(str, answer)) or "nothing"
    if isinstance(decision, Choose) and decision.name in ships and str(answer).isdecimal():
        return captain(int(answer))
    return str(answer)
