"""Parse the bytes of a letter in separate processes, which a hostile letter may kill."""

import json
import os
import subprocess
import sys
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from typing import IO, Any

from .parser_process import ALL, FORK_TIMEOUT, LENGTH_BYTES, PLAIN
from .prescan import problem_with, unix_lines

PROGRAM = Path(__file__).with_name("parser_process.py")
READER_TIMEOUT = FORK_TIMEOUT + 5
PASSED_ENVIRONMENT = ("LD_LIBRARY_PATH",)
"""The only environment variables that a reader gets, because other variables may hold secrets."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """The content of a parsed letter. `problem` names the reason if the letter could not be parsed."""

    sender: str = ""
    subject: str = ""
    message_id: str = ""
    automatic: str = ""
    absent: bool = False
    text: str = ""
    reports: list[dict[str, Any]] = field(default_factory=list)
    problem: str = ""


class ReaderGone(Exception):
    """Raised if the process that parses letters has died or does not answer."""


class Reader:
    """A process that parses one letter after another, each in a fork. The process ends with its parent."""

    def __init__(self, program: Path = PROGRAM):
        env = {name: os.environ[name] for name in PASSED_ENVIRONMENT if name in os.environ}
        self.process = subprocess.Popen(  # noqa: S603 - our own program; letters go to its standard input
            [sys.executable, "-I", "-S", str(program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
        )
        self.letters, self.answers = self.pipe(self.process.stdin), self.pipe(self.process.stdout)

    @staticmethod
    def pipe(end: IO[bytes] | None) -> IO[bytes]:
        """Return our end of a pipe to the process. Raise ReaderGone if there is no pipe."""
        if end is None:
            raise ReaderGone
        return end

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def read(self, raw: bytes, scope: bytes = ALL) -> dict[str, Any]:
        """Return the content of a letter, without HTML if `scope` is PLAIN. Raise ReaderGone if the process has died."""
        try:
            self.letters.write(len(raw).to_bytes(LENGTH_BYTES, "big") + raw + scope)
            self.letters.flush()
            if not select([self.answers.fileno()], [], [], READER_TIMEOUT)[0]:
                raise ReaderGone
            size = int.from_bytes(self.answers.read(LENGTH_BYTES), "big")
            letter: dict[str, Any] = json.loads(self.answers.read(size))
            return letter
        except (OSError, ValueError) as error:
            raise ReaderGone from error

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.answers.close()
        with suppress(OSError):  # unwritten data may be lost
            self.letters.close()


idle: deque[Reader] = deque()
"""Idle readers: never more than the number of threads that parsed letters at the same time."""
os.register_at_fork(after_in_child=idle.clear)


def parse(raw: bytes, html: bool = True) -> Parsed:
    """Parse a letter, optionally without its HTML. Return within seconds, whatever the letter contains."""
    lines = unix_lines(raw)
    if problem := problem_with(lines):
        return Parsed(problem=problem)
    reader = free_reader()
    try:
        parsed = Parsed(**reader.read(lines, ALL if html else PLAIN))
    except ReaderGone:
        reader.end()
        return Parsed(problem="unreadable")
    idle.append(reader)
    return parsed


def free_reader() -> Reader:
    while idle:
        try:
            reader = idle.pop()
        except IndexError:  # another thread was quicker
            break
        if reader.is_alive():
            return reader
        reader.end()
    return Reader()
