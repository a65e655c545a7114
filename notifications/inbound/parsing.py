"""From bytes to what a letter says, through a child process that may die."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from .prescan import problem_with, unix_lines

CHILD = Path(__file__).with_name("child.py")
LONGEST = 10
"""Seconds of waiting; the child's own limit of CPU time ends it earlier."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """One letter, as far as it could be read. `problem` is the name of why not."""

    sender: str = ""
    subject: str = ""
    message_id: str = ""
    automatic: str = ""
    absent: bool = False
    text: str = ""
    reports: list[dict] = field(default_factory=list)
    problem: str = ""


def parse(raw: bytes) -> Parsed:
    """Read a letter; whatever it is made of, this comes back within seconds."""
    lines = unix_lines(raw)
    if problem := problem_with(lines):
        return Parsed(problem=problem)
    try:
        done = subprocess.run(  # noqa: S603 - our own program, the letter goes to its standard input
            [sys.executable, "-I", "-S", str(CHILD)], input=lines, capture_output=True, timeout=LONGEST, check=True
        )
        return Parsed(**json.loads(done.stdout))
    except subprocess.TimeoutExpired:
        return Parsed(problem="too-slow")
    except (subprocess.CalledProcessError, ValueError):
        return Parsed(problem="unreadable")
