"""Read the words of scenario files: names of things, with a clear error for unknown words."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

NOTHING = ("nothing", "none", "empty", "")
ARTICLES = ("a", "an", "the")
LONGEST_COUNT = 4
"""The number of words in the longest name of a thing."""


class WordError(ValueError):
    """A word has no meaning here. `path` lists the keys that lead to it, outermost first."""

    def __init__(self, text: str, *path: str):
        super().__init__(text)
        self.text, self.path = text, path


@contextmanager
def under(key: Any) -> Iterator[None]:
    """Add `key` to the path of every WordError in this block."""
    try:
        yield
    except WordError as error:
        error.path = (str(key), *error.path)
        raise


def unknown(label: str, word: Any, known: Iterable[Any]) -> WordError:
    """Return the error that `word` is not a `label`. It lists the known words, a similar one first."""
    names = [str(name) for name in known]
    near = get_close_matches(str(word), names, 1)
    hint = f" Did you mean {near[0]}?" if near else f" Known: {', '.join(names)}."
    return WordError(f"“{word}” is not a known {label}.{hint}")


def mapping(value: Any, label: str) -> Mapping[str, Any]:
    """Return `value` as keys and values. An empty one may be left out."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise WordError(f"{label} is written as keys and values, not as {value!r}.")
    return value


def whole(value: Any, least: int = 0) -> int:
    """Return a whole number."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise WordError(f"A whole number from {least} up belongs here, not {value!r}.")
    return value


def yes_or_no(value: Any) -> bool:
    """Return true or false; accept yes and no, too."""
    choice = {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value
    if not isinstance(choice, bool):
        raise WordError(f"true or false belongs here, not {value!r}.")
    return choice


def one_of(value: Any, label: str, choices: Mapping[str, Any]) -> Any:
    """Return the meaning of one word among `choices`."""
    word = " ".join(str(value).strip().lower().replace("-", " ").split())
    for name, meaning in choices.items():
        if name.lower().replace("-", " ") == word:
            return meaning
    raise unknown(label, value, choices)


def read_keys(given: Mapping[str, Any], readers: Mapping[str, Callable[[Any], None]], label: str) -> None:
    """Pass every value to the reader of its key, in the order of the readers."""
    for key in given:
        if key not in readers:
            with under(key):
                raise unknown(label, key, readers)
    for key, read in readers.items():
        if key in given:
            with under(key):
                read(given[key])


def items(value: Any, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return a pile of things as codes, in the written order: "gold, 2 rum and black 3", "G M M B3", or a list of these."""
    if value is None:
        return ()
    if isinstance(value, list | tuple):
        return tuple(code for part in value for code in items(part, names))
    if not isinstance(value, str):
        raise WordError(f"Things are written by their names, like gold or B3, not as {value!r}.")
    text = value.lower().replace(",", " ").replace("+", " ").replace(" and ", " ")
    if text.strip() in NOTHING:
        return ()
    return tuple(_codes([word for word in text.split() if word not in ARTICLES], names))


def _codes(words: list[str], names: Mapping[str, str]) -> Iterator[str]:
    """Yield the codes of several words; a number before a name repeats it."""
    times, index = 1, 0
    while index < len(words):
        for length in range(LONGEST_COUNT, 0, -1):
            code = names.get(" ".join(words[index : index + length]))
            if code is not None and index + length <= len(words):
                yield from [code] * times
                times, index = 1, index + length
                break
        else:
            if not words[index].isdecimal():
                raise unknown("thing", words[index], names)
            times, index = int(words[index]), index + 1
            if index == len(words) or times > 99:
                raise WordError(f"The number {times} has to stand before the name of a thing.")
