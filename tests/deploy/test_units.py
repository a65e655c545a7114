"""The units for systemd: their commands exist, they are hardened, and systemd finds no fault with them."""

import configparser
import re
import shutil
import subprocess

import pytest
from django.conf import settings
from django.core.management import get_commands

from buccaneer_site import cli

pytestmark = pytest.mark.one_database
UNITS = settings.BASE_DIR / "deploy" / "systemd"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
EXPOSED = 3.0
"""The score of `systemd-analyze security` that each service must stay below: 10 is bare, 0 is shut in."""


def command_of(name):
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(UNITS / name)
    return parser["Service"]["ExecStart"].split()


@pytest.fixture
def machine(tmp_path):
    """A root folder into which docs/deploying.md was followed, as far as systemd looks at it."""
    shutil.copytree(UNITS, tmp_path / "etc" / "systemd" / "system")
    program = tmp_path / "opt" / "buccaneer" / "venv" / "bin" / "buccaneer"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_starts_a_command_that_there_is(name):
    program, command, *_ = command_of(name)
    assert program == "/opt/buccaneer/venv/bin/buccaneer"
    assert command in cli.PROCESSES or cli.OTHER_NAMES.get(command, command) in get_commands()


def test_every_queue_has_a_service():
    told = {name: queue for name in SERVICES for queue in re.findall(r"-Q (\S+)", " ".join(command_of(name)))}
    assert told == {"buccaneer-worker.service": "celery", "buccaneer-letters.service": "letters-in", "buccaneer-worker@.service": "%i"}
    with_the_main_one = {settings.SWEEPS_QUEUE, *settings.WORK_QUEUES}  # `take_the_rest_too`
    assert with_the_main_one | {"celery", "letters-in"} == {queue.name for queue in settings.CELERY_TASK_QUEUES}


@pytest.mark.systemd
@pytest.mark.parametrize("name", SERVICES)
def test_each_service_is_hardened(machine, name):
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--root={machine}", name]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert float(re.search(r"exposure level for \S+: ([\d.]+)", said)[1]) < EXPOSED


@pytest.mark.systemd
def test_a_service_that_loses_the_common_settings_is_noticed(machine):
    (machine / "etc" / "systemd" / "system" / "buccaneer-.service.d" / "common.conf").unlink()
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--root={machine}", SERVICES[0]]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert float(re.search(r"exposure level for \S+: ([\d.]+)", said)[1]) > EXPOSED


@pytest.mark.systemd
def test_systemd_finds_no_fault(machine):
    system = next(path for path in ("/usr/lib/systemd/system", "/lib/systemd/system") if shutil.os.path.isdir(path))
    shutil.copytree(system, machine / "usr" / "lib" / "systemd" / "system", symlinks=True)
    names = sorted(path.name for path in UNITS.iterdir() if path.is_file())
    done = subprocess.run(["systemd-analyze", "verify", f"--root={machine}", *names], capture_output=True, text=True)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "buccaneer" in line]) == (0, [])
