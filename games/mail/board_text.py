"""The text board, split into drawings and sentences: on a narrow screen they want different fonts."""

from dataclasses import dataclass, field

SIGN, IN_A_ROW = 3, 6
"""A line is a drawing if it has at least IN_A_ROW words, none longer than SIGN characters."""
INSET = (" ", "\t")
ENDS = (".", "!", "?", ":")


@dataclass(frozen=True, slots=True)
class Block:
    """A part between empty lines: a drawing in `grid`, or sentences in `lines`, perhaps under the heading `head`."""

    grid: str = ""
    head: str = ""
    lines: list[str] = field(default_factory=list)


def blocks(text: str) -> list[Block]:
    """Split a text board into its parts, in order and without loss."""
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
    """Join lines that were wrapped."""
    whole: list[str] = []
    for line in lines:
        if whole and (line.startswith(INSET) or not whole[-1].endswith(ENDS)):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line.strip())
    return whole
