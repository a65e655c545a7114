"""What reads a letter may die of it in any way: nothing is left behind, and the next letter is read."""

import os
import signal
from pathlib import Path

import pytest

from notifications.inbound import parsing
from notifications.inbound.parsing import PROGRAM, Reader, ReaderGone, parse

FINE = b"From: anne@example.org\nMessage-ID: <1@example.org>\n\n1 KX\n"

OBEDIENT = f"""
import importlib.util, os, signal, sys
spec = importlib.util.spec_from_file_location("child", {str(PROGRAM)!r})
child = importlib.util.module_from_spec(spec)
spec.loader.exec_module(child)
child.SECONDS, child.LONGEST = 1, {{longest}}
def work(for_ever=True):
    while for_ever:
        pass
DEEDS = {{
    b"fine": lambda: {{"text": "1 KX"}},
    b"hang": signal.pause,
    b"work": work,
    b"crash": os.abort,
    b"raise": lambda: 1 / 0,
    b"grow": lambda: {{"text": "x" * (child.MEMORY * 2)}},
    b"leave": lambda: os._exit(0),
    b"look": lambda: {{"text": " ".join(sorted(os.environ))}},
    b"files": lambda: {{"text": str(len(os.listdir("/proc/self/fd")))}},
}}
child.read_message = lambda raw, what: DEEDS[raw]()
child.serve(sys.stdin.buffer, sys.stdout.buffer)
"""


@pytest.fixture
def obeys(tmp_path):
    """`obeys(longest)`: a reader whose forks do what the letter says, and may take so many seconds by the clock."""
    readers = []

    def obeys(longest=60):
        program = tmp_path / "obedient.py"
        program.write_text(OBEDIENT.replace("{longest}", str(longest)))
        readers.append(Reader(program))
        return readers[-1]

    yield obeys
    for reader in readers:
        reader.end()


@pytest.fixture
def _own_readers(monkeypatch):
    """Readers that no other test has used."""
    readers = type(parsing.idle)()
    monkeypatch.setattr(parsing, "idle", readers)
    yield
    for reader in readers:
        reader.end()


def forks(reader) -> str:
    """The processes that it has, dead ones too."""
    pid = reader.process.pid
    return Path(f"/proc/{pid}/task/{pid}/children").read_text()


def ends_its_own_fork(reader, deed, problem):
    """Whether this deed has this end, leaves nothing behind, and the next letter is read by the same reader."""
    assert reader.read(deed) == {"problem": problem}
    assert forks(reader) == ""
    assert reader.read(b"fine") == {"text": "1 KX"}
    assert forks(reader) == ""


@pytest.mark.parametrize("deed", [b"crash", b"raise", b"grow", b"leave"])
def test_a_letter_that_crashes_or_eats_all_memory_ends_its_own_fork(obeys, deed):
    ends_its_own_fork(obeys(), deed, "unreadable")


def test_a_letter_that_works_for_ever_ends_when_its_time_of_the_processor_is_used_up(obeys):
    ends_its_own_fork(obeys(), b"work", "too-slow")


def test_a_letter_that_waits_for_ever_ends_by_the_clock(obeys):
    reader = obeys(1)
    assert reader.read(b"hang") == {"problem": "too-slow"}
    assert forks(reader) == ""


def test_a_fork_knows_nothing_of_our_surroundings_and_holds_no_way_to_its_parent(obeys):
    reader = obeys()
    assert "DJANGO_SETTINGS_MODULE" in os.environ
    assert set(reader.read(b"look")["text"].split()) <= {"LC_CTYPE", *parsing.PASSED_ENVIRONMENT}
    assert reader.read(b"files") == {"text": "2"}


@pytest.mark.usefixtures("_own_readers")
def test_letters_share_a_reader_and_it_ends_when_nobody_writes_to_it_any_more():
    assert [parse(FINE).text.strip() for _ in range(3)] == ["1 KX"] * 3
    [reader] = parsing.idle
    reader.process.stdin.close()
    assert reader.process.wait(30) == 0


@pytest.mark.usefixtures("_own_readers")
def test_a_reader_that_was_killed_between_two_letters_is_replaced():
    parse(FINE)
    [reader] = parsing.idle
    os.kill(reader.process.pid, signal.SIGKILL)
    reader.process.wait()
    assert parse(FINE).text.strip() == "1 KX"
    assert list(parsing.idle) != [reader]


@pytest.mark.usefixtures("_own_readers")
def test_a_reader_that_dies_over_a_letter_costs_that_letter_only(monkeypatch):
    parse(FINE)
    [reader] = parsing.idle
    monkeypatch.setattr(Reader, "is_alive", lambda self: True)
    reader.process.kill()
    reader.process.wait()
    assert parse(FINE).problem == "unreadable"
    assert parse(FINE).text.strip() == "1 KX"


def test_a_reader_that_says_nothing_is_given_up(tmp_path, monkeypatch):
    mute = tmp_path / "mute.py"
    mute.write_text("import sys; sys.stdin.buffer.read()")
    monkeypatch.setattr(parsing, "READER_TIMEOUT", 0)
    reader = Reader(mute)
    with pytest.raises(ReaderGone):
        reader.read(FINE)
    reader.end()
    assert not reader.is_alive()
