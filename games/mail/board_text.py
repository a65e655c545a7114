"""The board as text, cut into what is drawn with signs and what is said in words: on a narrow screen they want different letters."""

from dataclasses import dataclass, field

SIGN, IN_A_ROW = 3, 6
"""A line of at least so many words, none longer than that, is drawn."""
INSET = (" ", "\t")
ENDS = (".", "!", "?", ":")


@dataclass(frozen=True, slots=True)
class Block:
    """A part between empty lines: `grid` as it is drawn, or sentences, perhaps under a heading."""

    grid: str = ""
    head: str = ""
    lines: list[str] = field(default_factory=list)


def blocks(text: str) -> list[Block]:
    """The parts of a board's text, in their order; together they say all of it."""
    return [block_of(part.splitlines()) for part in text.strip("\n").split("\n\n") if part.strip()]


def block_of(lines: list[str]) -> Block:
    if any(is_drawn(line) for line in lines):
        return Block(grid="\n".join(lines))
    is_headed = len(lines) > 1 and lines[0].replace(" ", "").isalpha() and not lines[1].startswith(INSET)
    return Block(head=lines[0] if is_headed else "", lines=unwrapped(lines[1:] if is_headed else lines))


def is_drawn(line: str) -> bool:
    words = line.split()
    return len(words) >= IN_A_ROW and all(len(word) <= SIGN for word in words)


def unwrapped(lines: list[str]) -> list[str]:
    """Lines that were broken to be short are whole again."""
    whole: list[str] = []
    for line in lines:
        if whole and (line.startswith(INSET) or not whole[-1].endswith(ENDS)):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line.strip())
    return whole
