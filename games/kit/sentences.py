"""Parts of sentences for all games: numbers, lists and names in words."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def counted(count: int, thing: str) -> str:
    """Return a count in words: "one square", "nine squares"."""
    return f"{number(count)} {thing}{'' if count == 1 else 's'}"


def squares(count: int) -> str:
    return counted(count, "square")


def joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def piled(codes: Sequence[str], several: Callable[[str, int], str]) -> str:
    """Return a pile in words, such as "gold, two rum and black 3"; `several(code, count)` returns the words for one kind."""
    parts = [several(code, count) for code, count in Counter(codes).items()]
    return joined(parts) if parts else "nothing"


def counted_off(codes: Iterable[str], called: Mapping[str, str]) -> str:
    """Return a pile as a list with counts: "2 × gold, black 3"; "" if the pile is empty."""
    return ", ".join(f"{count} × {called[code]}" if count > 1 else called[code] for code, count in Counter(codes).items())


def tell_choice(sentences: Mapping[Any, str], name: str, answer: Any, choice: str, described: Mapping[str, str]) -> str:
    """Return the sentence about an answer to the question `name`, or "" if there is none.

    The sentence may contain the answer as `{option}`, in words as `{choice}`, or in words without a capital as `{things}`. The sentence
    for the ship's own square is stored under the answer "here".
    """
    option = "here" if answer == described.get("here") else str(answer)
    sentence = sentences.get((name, option)) or sentences.get(name, "")
    return sentence.format_map({"option": option, "choice": choice, "things": choice[:1].lower() + choice[1:], **described})


AGREES = {"is": "are", "was": "were", "has": "have"}


class Named(str):
    """A player as one reader sees them: "you", or a name. A format after the colon makes the sentence agree:

    "{other}, who {other:was} sailing past", "{who} checked {other:whose} move". Any other format raises KeyError.
    """

    is_you: bool

    def __new__(cls, text: str, is_you: bool = False) -> "Named":
        word = super().__new__(cls, text)
        word.is_you = is_you
        return word

    def __format__(self, form: str) -> str:
        if not form:
            return str(self)
        if form == "whose":
            return f"{self[0]}our" if self.is_you else f"{self}'s"
        return AGREES[form] if self.is_you else {verb: verb for verb in AGREES}[form]


def capital(text: str) -> str:
    """Return the text with a capital first letter and the rest unchanged; a Named stays a Named."""
    large = text[:1].upper() + text[1:]
    return Named(large, text.is_you) if isinstance(text, Named) else large


def person(who: int | None, names: Sequence[str], seat: int | None, first: bool = False) -> Named:
    """Return the name of the captain at a seat, "you" if the reader has that seat, or "nobody"."""
    if who is None:
        return Named("Nobody" if first else "nobody")
    if who == seat:
        return Named("You" if first else "you", is_you=True)
    return Named(names[who])
