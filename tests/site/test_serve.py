"""`make run` is `manage.py serve`: the whole site as one process, started and stopped for real."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]


def start(data: Path, port: int) -> subprocess.Popen:
    plain = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    env = plain | {"BUCCANEER_DATA": str(data), "PORT": str(port)}
    command = [sys.executable, "manage.py", "serve"]
    return subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def first_answer(port: int, seconds: float = 180) -> int:
    limit = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
                return answer.status
        except OSError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.1)


@pytest.fixture
def port():
    with socket.socket() as probe:
        for number in range(21050, 21099):
            if probe.connect_ex(("127.0.0.1", number)):
                return number
    raise RuntimeError("no free port")


def test_it_starts_answers_and_stops_cleanly_twice_over_one_folder(tmp_path, port):
    for _ in range(2):
        site = start(tmp_path, port)
        try:
            assert first_answer(port) == 200
            site.send_signal(signal.SIGINT)
            out, err = site.communicate(timeout=30)
        finally:
            site.kill()
        assert site.returncode == 0, err
        assert f"http://127.0.0.1:{port}/" in out
        assert err == ""
    assert (tmp_path / "buccaneer.sqlite3").exists()
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


def test_a_taken_port_gets_one_clear_line(tmp_path, port, golden):
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        site = start(tmp_path, port)
        out, err = site.communicate(timeout=30)
    assert site.returncode != 0
    assert err.count("\n") == 1
    assert golden("programs/serve", re.sub(r"\b\d{5}\b", "‹port›", err))
    assert "Traceback" not in out + err


def test_a_folder_that_cannot_be_written_gets_one_clear_line(tmp_path, port, golden):
    (tmp_path / "a-file").write_text("")
    site = start(tmp_path / "a-file" / "data", port)
    _out, err = site.communicate(timeout=30)
    assert site.returncode != 0
    assert err.count("\n") == 1
    assert golden("programs/serve", err.replace(str(tmp_path), "‹folder›"))


@pytest.mark.parametrize("wrong", ["http", "0", "70000", "-1", "٣"])
def test_a_port_that_is_none_gets_one_clear_line(tmp_path, wrong, golden):
    site = start(tmp_path, wrong)
    _out, err = site.communicate(timeout=30)
    assert site.returncode == 2
    assert golden("programs/serve", err)
