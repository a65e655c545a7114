"""`make try-compose`: start compose.yaml as docs/deploying.md says, play a turn in it, and see a letter leave through its relay.

The image of the site is that of the last `make image`. As there may be no image registry, PostgreSQL and Redis are stand-ins of the
public images: buildah builds them from Debian's packages on the same base, as it does the relay. RELAYHOST names one more container,
which takes every letter and sends none. podman-compose starts it all on a bridge of its own; only the port of the web server is
published, on 127.0.0.1. In the end everything is removed but the images. It needs root, the packages of `make image`, netavark,
aardvark-dns, and podman-compose 1.3 or newer.
"""

import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import image
import servers
import try_wheel
from try_wheel import say

STAND_INS = {name: f"localhost/buccaneer-try-{name}" for name in ("postgres", "redis", "sink")}
PROJECT = "buccaneer-try"
CONFIG = """[containers]
cgroups = "disabled"
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "crun"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
"""
"""For podman on a machine without systemd and without access to cgroups."""
NEW_CGROUPS = "/sys/fs/cgroup/unified"
"""Where a machine mixes old and new cgroups, crun refuses the mixture; there podman sees only the old ones."""
SHOW_OLD = ["unshare", "--mount", "sh", "-c", f'umount {NEW_CGROUPS} && exec "$@"', "sh"]
STORAGE = '[storage]\ndriver = "overlay"\ngraphroot = "{}"\nrunroot = "{}"\n'
WITH_SINK = f"services: {{sink: {{image: {STAND_INS['sink']}}}}}\n"
SETTINGS = """SITE_URL=http://127.0.0.1:{port}
FROM_EMAIL=letters@pirates.example.org
SECRET_KEY={key}
DATABASE_URL=postgres://buccaneer:{password}@db:5432/buccaneer
REDIS_URL=redis://redis:6379/0
EMAIL_URL=smtp://relay:25
POSTGRES_PASSWORD={password}
MAIL_NAME=mail.pirates.example.org
RELAYHOST=[sink]:1025
WEB_PORT={port}
"""
SIGN_UP = "/account/signup/"
ANNE = {"email": "anne@example.org", "username": "Anne", "password1": "x16 to the Treasure Island", "time_zone": "UTC"}
until = partial(try_wheel.until, seconds=600)
"""All containers start at once, and may share two busy cores."""
HEALTHY = ("db", "redis", "web")
RUNNING = (*HEALTHY, "worker", "letters", "beat", "sweep", "relay", "sink")


class Town:
    """The containers of compose.yaml, in a separate folder with settings as .env.example asks for."""

    def __init__(self, folder: Path) -> None:
        self.folder, port = folder, servers.free_port()
        self.address = f"http://127.0.0.1:{port}/"
        shutil.copy(image.ROOT / "compose.yaml", folder)
        shutil.copytree(image.ROOT / "deploy", folder / "deploy")
        storage = STORAGE.format(image.WORK / "store", image.WORK / "run")
        settings = SETTINGS.format(key=secrets.token_urlsafe(60), password=secrets.token_hex(12), port=port)
        for name, text in {"containers.conf": CONFIG, "storage.conf": storage, "sink.yaml": WITH_SINK, ".env": settings}.items():
            (folder / name).write_text(text)
        self.env = os.environ | {
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
            "DISABLE_HC_SYSTEMD": "true",
            "POSTGRES_IMAGE": STAND_INS["postgres"],
            "REDIS_IMAGE": STAND_INS["redis"],
            "BASE": image.BASE,
            "BUCCANEER_IMAGE": image.IMAGE,
        }

    def run(self, *command: str | Path, may_fail: bool = False) -> str:
        """Run a program for this town; return its output. Raise Wrong with that if it fails and may not."""
        done = subprocess.run(command, cwd=self.folder, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode and not may_fail:
            raise try_wheel.Wrong(f"{' '.join(map(str, command))[:200]}\n{done.stdout[-3000:]}")
        return done.stdout

    def compose(self, *words: str, may_fail: bool = False) -> str:
        files = ["-f", str(self.folder / "compose.yaml"), "-f", str(self.folder / "sink.yaml")]
        build = "--podman-build-args=--layers --isolation chroot --format docker"
        return self.run("podman-compose", "-p", PROJECT, build, *files, *words, may_fail=may_fail)

    def logs(self, service: str) -> str:
        return self.run("podman", "logs", f"{PROJECT}_{service}_1")

    def inspect(self, service: str, field: str) -> str:
        return self.run("podman", "inspect", "--format", field, f"{PROJECT}_{service}_1").strip()

    def is_healthy(self, service: str) -> bool:
        """Return whether a container is healthy. The check runs now, as podman's own timer needs systemd, which may be missing."""
        command = ["podman", "healthcheck", "run", f"{PROJECT}_{service}_1"]
        return subprocess.run(command, cwd=self.folder, env=self.env, capture_output=True).returncode == 0


def build(place: Town) -> None:
    """Build the stand-ins, and the relay as compose.yaml says."""
    for kind, name in STAND_INS.items():
        place.run("buildah", *image.BUILD, "--layers", "-q", "-t", name, image.ROOT / "scripts" / "stand_ins" / kind)
    place.compose("build", "relay")
    say("images", "the site, the relay, and stand-ins for PostgreSQL and Redis from Debian's packages")


def start(place: Town) -> None:
    """Start everything, and wait until it is healthy."""
    place.compose("up", "-d")
    ended = ("exited 0", "stopped 0")
    until(lambda: place.inspect("setup", "{{.State.Status}} {{.State.ExitCode}}") in ended, "setup has not ended well")
    for service in HEALTHY:
        until(partial(place.is_healthy, service), f"{service} is not healthy")
    states = {service: place.inspect(service, "{{.State.Status}}") for service in RUNNING}
    if set(states.values()) != {"running"}:
        raise try_wheel.Wrong(f"Not all containers run: {states}")
    say("podman-compose up", f"{', '.join(states)} run; setup ended with 0; {', '.join(HEALTHY)} are healthy")


def look_inside(place: Town) -> None:
    """Check that containers run without root, and can write only to the data."""
    user = place.compose("exec", "-T", "web", "id", "-u").split()[-1]
    tried = place.compose("exec", "-T", "web", "sh", "-c", "touch /opt/x 2>&1; touch /var/lib/buccaneer/x && echo stored")
    if user != "990" or "Read-only file system" not in tried or "stored" not in tried:
        raise try_wheel.Wrong(f"web runs as {user}: {tried}")
    say("the container of the site", "user 990, read-only but for its data")


def see_a_letter(place: Town) -> None:
    """Sign up on the page; check that the letter with the link reaches RELAYHOST through the relay."""
    browser = try_wheel.Browser(place.address)
    form = next(form for form in try_wheel.forms_of(browser.get(SIGN_UP)) if form.action in ("", SIGN_UP))
    browser.get(SIGN_UP, fields={**form.hidden, **ANNE})
    until(lambda: "status=sent" in place.logs("relay"), "the relay has sent no letter")
    letters = place.compose("exec", "-T", "sink", "sh", "-c", "cat /letters/*")
    by_relay = re.search(r"^Received: .*?by mail\.pirates\.example\.org \(Postfix\)", letters, re.S | re.M)
    subject, link = re.search(r"^Subject: (.*)$", letters, re.M), f"{place.address}account/confirm-email/" in letters.replace("=\n", "")
    if not (by_relay and subject and link and f"To: {ANNE['email']}" in letters):
        raise try_wheel.Wrong(f"The letter is not as it should be: {letters[:2000]}")
    say("a letter", f"“{subject[1]}” to {ANNE['email']} left through the relay, with its link")


def look_at_it(place: Town) -> None:
    """Run the doctor: it finds a worker for each queue, the sweep, the database and Redis; it may miss only mail and https."""
    report = place.compose("exec", "-T", "web", "buccaneer", "doctor", may_fail=True)
    print("    " + "\n    ".join(report.strip().splitlines()))


def strike(place: Town) -> None:
    """Kill web server and Redis; check that both come back, and the game goes on."""
    for service in ("web", "redis"):
        place.compose("restart", service)
    until(lambda: place.is_healthy("web") and place.is_healthy("redis"), "web or redis is not healthy again")
    until(lambda: try_wheel.answers(place.address, "readyz"), "the site is not ready again")
    verified = place.compose("exec", "-T", "web", "buccaneer", "verify")
    if not re.search(r"^ok  1 games with [1-9]\d* moves", verified, re.M):
        raise try_wheel.Wrong(f"The game is not as it was: {verified}")
    say("web and redis restarted", "healthy again; " + verified.strip().splitlines()[-1])


def main() -> int:
    tools = (*image.TOOLS, "podman-compose")
    if missing := [tool for tool in tools if not shutil.which(tool)]:
        sys.exit(f"make try-compose needs {', '.join(missing)}; docs/deploying.md says from where.")
    if os.getuid() != 0:
        sys.exit("make try-compose makes images and containers, which needs root here.")
    if Path(NEW_CGROUPS).is_mount():
        return subprocess.run([*SHOW_OLD, sys.executable, *sys.argv]).returncode
    if not (image.WORK / "store").exists():
        sys.exit("make try-compose needs the image of the site: make image.")
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        place = Town(Path(folder))
        stack.callback(place.compose, "down", "--volumes")
        try:
            build(place)
            start(place)
            look_inside(place)
            say("a guest", try_wheel.play_a_turn(place.address))
            see_a_letter(place)
            strike(place)
            look_at_it(place)
        except try_wheel.Wrong as fault:
            print(f"NO  {fault}\n{place.compose('ps', '-a', may_fail=True)}\n{place.logs('setup')[-3000:]}")
            return 1
    say("podman-compose down", "containers, network and volumes are gone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
