"""Split the text board into drawings and sentences, which need different fonts on a narrow screen."""

from dataclasses import dataclass, field

SYMBOL_LENGTH, MIN_SYMBOLS = 3, 6
"""A line is part of a drawing if it has at least MIN_SYMBOLS words, none longer than SYMBOL_LENGTH characters."""
INSET = (" ", "\t")
ENDS = (".", "!", "?", ":")


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the board between empty lines: either a drawing in `grid`, or sentences in `lines` with an optional heading in `head`."""

    grid: str = ""
    head: str = ""
    lines: list[str] = field(default_factory=list)


def blocks(text: str) -> list[Block]:
    return [block_of(part.splitlines()) for part in text.strip("\n").split("\n\n") if part.strip()]


def block_of(lines: list[str]) -> Block:
    if any(is_drawn(line) for line in lines):
        return Block(grid="\n".join(lines))
    is_headed = len(lines) > 1 and lines[0].replace(" ", "").isalpha() and not lines[1].startswith(INSET)
    return Block(head=lines[0] if is_headed else "", lines=unwrapped(lines[1:] if is_headed else lines))


def is_drawn(line: str) -> bool:
    words = line.split()
    return len(words) >= MIN_SYMBOLS and all(len(word) <= SYMBOL_LENGTH for word in words)


def unwrapped(lines: list[str]) -> list[str]:
    whole: list[str] = []
    for line in lines:
        if whole and (line.startswith(INSET) or not whole[-1].endswith(ENDS)):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line.strip())
    return whole
