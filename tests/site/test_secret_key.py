"""The secret key of one machine, with real processes that start at the same time."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STARTS = """
import secrets, sys
from pathlib import Path
from buccaneer_site.environment import kept_secret

make = secrets.token_urlsafe

def make_when_told(length):
    print("making", flush=True)
    sys.stdin.readline()
    return make(length)

secrets.token_urlsafe = make_when_told
print(kept_secret(Path(sys.argv[1])), flush=True)
"""


class Starting:
    """A process at its first start. It makes its key when it is told to, and says which one it reads."""

    def __init__(self, path: Path):
        command = [sys.executable, "-c", STARTS, str(path)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def says(self) -> str:
        return self.process.stdout.readline().strip()

    def goes_on(self) -> str:
        return self.process.communicate("\n")[0].strip()


@pytest.fixture
def start(tmp_path):
    """`start()`: one more process on the same machine."""
    started = []

    def one() -> Starting:
        started.append(Starting(tmp_path / "secret.key"))
        return started[-1]

    yield one
    for starting in started:
        starting.process.kill()
        starting.process.communicate()


def test_of_processes_that_all_make_a_key_at_once_each_reads_the_same(start, tmp_path):
    several = [start() for _ in range(4)]
    assert [starting.says() for starting in several] == ["making"] * 4
    keys = {starting.goes_on() for starting in several}
    assert keys == {(tmp_path / "secret.key").read_text()}
    assert len(keys.pop()) >= 50


def test_while_one_makes_the_key_there_is_no_half_of_it_for_another_to_read(start, tmp_path):
    slow = start()
    assert slow.says() == "making"
    assert not (tmp_path / "secret.key").exists()
    quick = start()
    assert quick.says() == "making"
    key = quick.goes_on()
    assert len(key) >= 50
    assert slow.goes_on() == key == (tmp_path / "secret.key").read_text()


def test_a_start_that_is_cut_short_leaves_no_empty_key_behind(start, tmp_path):
    cut_short = start()
    assert cut_short.says() == "making"
    cut_short.process.kill()
    cut_short.process.communicate()
    again = start()
    assert again.says() == "making"
    assert again.goes_on() == (tmp_path / "secret.key").read_text()


def test_only_its_owner_reads_the_key(start, tmp_path):
    start().goes_on()
    assert [(path.name, path.stat().st_mode & 0o777) for path in tmp_path.iterdir()] == [("secret.key", 0o600)]


def test_a_key_that_is_empty_is_never_used(start, tmp_path, golden):
    (tmp_path / "secret.key").write_text("\n")
    found, error = start().process.communicate()
    assert found == ""
    assert golden("programs/serve", error.replace(str(tmp_path), "‹folder›"))
