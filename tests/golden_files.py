"""Files of golden words: sections under headings, as text.

    == games/test_a.py test_b[one · two]
    Words that both parameters found.
    == games/test_a.py test_c ≈ games/test_a.py test_b[one]
    -Words that only the named section has,
    =a line of both, to say where,
    +words that only this one has.

Of many lines that go, `-…` stands for those between the first and the last.
"""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

HEADING = re.compile(r"^== (.+)$", re.MULTILINE)
PARAMETERS = re.compile(r"^(.+?)\[(.*)\]((?: \([^()]*\))?)$")
"""Name of a test, its parameters, and which of its parts."""
WORTH_IT = 0.75
"""A difference has at most this share of the lines."""
MANY = "…"
"""Stands for lines between two others that go."""
Lines = tuple[str, ...]


# -- text -----------------------------------------------------------------------------------------
@lru_cache(maxsize=200)
def parsed(text: str) -> dict[str, str]:
    """Return the words of each section by its name."""
    _, *found = HEADING.split(text)
    sections: dict[str, str] = {}
    for heading, words in zip(found[::2], found[1::2], strict=True):
        names, _, base = heading.partition(" ≈ ")
        body = words.strip("\n")
        if base:
            body = "\n".join(applied(tuple(sections.get(base, "").split("\n")), body.split("\n") if body else []))
        sections |= dict.fromkeys(unfolded(names), body)
    return sections


def written(sections: dict[str, str]) -> str:
    """Return the text of a file with these sections, each as the difference from an earlier one if that is much shorter."""
    earlier: dict[str, Lines] = {}
    told: list[str] = []
    for names, words in folded(sections):
        lines = tuple(words.split("\n"))
        base, changes = shortest(earlier, lines)
        earlier[unfolded(names)[0]] = lines
        told += [f"== {names} ≈ {base}", *changes] if base else [f"== {names}", *lines]
    return "\n".join(told) + "\n"


# -- parameters -----------------------------------------------------------------------------------
def unfolded(heading: str) -> list[str]:
    """Return the names of the tests that a heading stands for."""
    if not (match := PARAMETERS.match(heading)):
        return [heading]
    test, parameters, part = match.groups()
    return [f"{test}[{parameter}]{part}" for parameter in parameters.split(" · ")]


def folded(sections: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Return headings and words in order, with one heading for the parameters of a test that have the same words."""
    together: dict[tuple[str, ...], list[str]] = {}
    for name in sorted(sections):
        match = PARAMETERS.match(name)
        test, parameter, part = match.groups() if match else (name, "", "")
        together.setdefault((test, part, sections[name]) if match else (name,), []).append(parameter)
    for (test, *others), parameters in together.items():
        heading = f"{test}[{' · '.join(parameters)}]{others[0]}" if others else test
        yield heading, sections[unfolded(heading)[0]]


# -- differences ----------------------------------------------------------------------------------
def shortest(earlier: dict[str, Lines], lines: Lines) -> tuple[str, list[str]]:
    """Return the name of the section that has most lines in common and the difference from it, or no name if that is not much shorter."""
    known = [name for name in earlier if MANY not in earlier[name]]
    if len(lines) < 3 or not known:
        return "", []
    base = max(known, key=lambda name: (in_common(earlier[name], lines), -len(earlier[name])))
    changes = difference(earlier[base], lines)
    return (base, changes) if len(changes) <= WORTH_IT * len(lines) else ("", [])


@lru_cache(maxsize=20_000)
def in_common(some: Lines, others: Lines) -> int:
    """Return how many lines stand in both."""
    return (Counter(some) & Counter(others)).total()


@lru_cache(maxsize=5_000)
def difference(before: Lines, after: Lines) -> list[str]:
    """Return the lines that go and come, and before them as many lines of both as are needed to find the place."""
    changes: list[str] = []
    read = 0
    for operation, begin, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if operation == "equal":
            continue
        if end > begin or begin > read:
            known = begin if end > begin else begin - 1
            while before.index(before[known], read) != known:
                known -= 1
            changes += [f"={line}" for line in before[known:begin]]
        changes += [f"-{line}" for line in gone(before[begin:end])] + [f"+{line}" for line in after[first:last]]
        read = end
    return changes


def gone(lines: Lines) -> Lines:
    """Return these lines, or of many the first and the last, if no other is like the last."""
    return (lines[0], MANY, lines[-1]) if len(lines) > 3 and lines[-1] not in lines[1:-1] else lines


def applied(before: Lines, changes: list[str]) -> list[str]:
    """Return the lines after these changes. A line that is looked for in vain is passed over: the test then fails with other words."""
    after: list[str] = []
    read = 0
    for previous, change in pairwise(["", *changes]):
        mark, line = change[:1], change[1:]
        if mark == "+":
            after.append(line)
        elif line in before[read:]:
            place = before.index(line, read)
            after += () if previous == f"-{MANY}" else before[read : place + (mark == "=")]
            read = place + 1
    return [*after, *before[read:]]
