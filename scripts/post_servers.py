"""Real mail servers for a test run: one for the site, and one where people have mailboxes. Their files are removed afterwards.

The site's Postfix is set up as docs/post.md says: it signs outgoing letters, checks incoming letters, and hands answers to the receiver.
The people's Postfix accepts letters from signed-in senders, signs them, and delivers letters into Dovecot, which people read over IMAP.
Both look up keys on a local DNS server. Postfix is started by root and drops privileges; nothing else runs as root. The settings are the
files in `post/`. The data of caniemail.com says which HTML mail programs support.
"""

import base64
import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from string import Template
from typing import Any

import servers
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from dnslib.server import DNSLogger, DNSServer
from dnslib.zoneresolver import ZoneResolver

SETTINGS = Path(__file__).with_name("post")
PACKAGES = {
    "postfix": "postfix",
    "dovecot": "dovecot-imapd",
    "opendkim": "opendkim",
    "spamassassin": "spamassassin",
    "npm": "npm (with Node 20)",
}
CHECKER = "caniemail@2.0.2"
SITE, PEOPLE = "port-royal.example", "tortuga.example"
NAMES = {"site": SITE, "people": PEOPLE, "edge": f"mx.{SITE}", "selector": "s1", "password": "letters-of-marque"}
NAMES |= {"answers": f"in.{SITE}", "fetched": f"box.{SITE}"}
"""Letters to the domain `answers` go to the receiver; letters to the domain `fetched` go into a mailbox of the site."""
PORTS = ("dns", "relay", "receiver", "submission", "imap", "deliver", "login", "site_signer", "people_signer")
FOUND_IN = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/lib/dovecot"


def program(name: str) -> str:
    """Return the path of a program, or "" if it is not installed. Debian installs servers in folders that are not on every user's PATH."""
    return shutil.which(name, path=FOUND_IN) or ""


def lacking() -> str:
    """Return why the mail servers cannot run on this machine, or ""."""
    missing = [package for name, package in (PACKAGES | {"lmtp": "dovecot-lmtpd"}).items() if not program(name)]
    if missing:
        return f"there is no {', '.join(missing)}"
    version = subprocess.run([program("dovecot"), "--version"], capture_output=True, text=True).stdout
    if not version.startswith("2.3."):
        return f"their settings are for Dovecot 2.3, and this is {version.split()[0]}"
    return "" if os.getuid() == 0 else "Postfix has to be started by root"


@contextmanager
def post(folder: Path) -> Iterator[dict[str, str]]:
    """Run all servers; yield the settings of a site that uses the servers and, for tests, all names and ports."""
    folder.chmod(0o755)
    ports = dict(zip(PORTS, servers.free_ports(len(PORTS)), strict=True))
    words = NAMES | {name: str(port) for name, port in ports.items()}
    with ExitStack() as running:
        start = running.enter_context
        start(dns(ports["dns"], {domain: new_key(folder / domain) for domain in (SITE, PEOPLE)}))
        start(dovecot(folder / "mailboxes", words, ports["imap"]))
        for side, domain, server, port in (("site", SITE, NAMES["edge"], "relay"), ("people", PEOPLE, f"mail.{PEOPLE}", "submission")):
            signer = ports[f"{side}_signer"]
            mine = words | {"domain": domain, "server": server, "signer": str(signer), "port": str(ports[port])}
            start(opendkim(folder / domain, mine, signer))
            start(postfix(folder / f"postfix-{side}", f"{side}.cf", mine))
        words["checker"] = str(checker(folder / "checker"))
        queues = ":".join(str(folder / f"postfix-{side}" / "queue") for side in ("people", "site"))
        yield site_settings(ports) | {f"POST_{name.upper()}": word for name, word in (words | {"queues": queues}).items()}


def site_settings(ports: dict[str, int]) -> dict[str, str]:
    """Return the environment of a site, with the settings that a host would choose."""
    return {
        "SECRET_KEY": servers.KEY,
        "EMAIL_URL": f"smtp://127.0.0.1:{ports['relay']}",
        "FROM_EMAIL": f"Buccaneer <turns@{SITE}>",
        "SITE_URL": f"https://{SITE}",
        "REPLY_DOMAIN": NAMES["answers"],
        "LETTERS_IN": f"lmtp://127.0.0.1:{ports['receiver']}",
        "AUTHSERV_ID": NAMES["edge"],
    }


def checker(folder: Path) -> Path:
    """Install an npm package that knows which HTML mail programs support, with a script that uses it; return the script's path."""
    folder.mkdir()
    quietly = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--fetch-retries=5"]
    done = subprocess.run([program("npm"), "install", "--prefix", folder, *quietly, CHECKER], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"npm could not install {CHECKER}: {done.stderr}")
    return Path(shutil.copy(SETTINGS / "lost_in.mjs", folder))


def fill_in(name: str, target: Path, words: dict[str, str]) -> None:
    """Write the settings file `target` from the template `name` in `post/`."""
    target.write_text(Template((SETTINGS / name).read_text()).substitute(words | {"folder": str(target.parent)}))


def make(folder: Path, owner: str) -> Path:
    """Create a folder that belongs to the user `owner`; return its path."""
    folder.mkdir()
    shutil.chown(folder, owner)
    return folder


def new_key(folder: Path) -> str:
    """Create a key for opendkim in a new folder; return the DNS record with the public key."""
    make(folder, "opendkim")
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    encoding, form = serialization.Encoding, serialization.PrivateFormat.TraditionalOpenSSL
    (folder / "key.pem").write_bytes(key.private_bytes(encoding.PEM, form, serialization.NoEncryption()))
    (folder / "key.pem").chmod(0o600)
    shutil.chown(folder / "key.pem", "opendkim")
    public = key.public_key().public_bytes(encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"


@contextmanager
def dns(port: int, keys: dict[str, str]) -> Iterator[None]:
    """Serve the DNS records that the owners of both domains should publish."""
    zone = [f"{NAMES['selector']}._domainkey.{domain}. TXT {in_pieces(key)}" for domain, key in keys.items()]
    for domain in (*keys, NAMES["answers"]):
        zone += [f'{domain}. TXT "v=spf1 ip4:127.0.0.1 -all"', f"{domain}. MX 10 {NAMES['edge']}."]
        zone += [f'_dmarc.{domain}. TXT "v=DMARC1; p=quarantine"']
    zone += [f"{NAMES['edge']}. A 127.0.0.1", f"1.0.0.127.in-addr.arpa. PTR {NAMES['edge']}."]
    server = DNSServer(ZoneResolver("\n".join(zone)), address="127.0.0.1", port=port, logger=DNSLogger("error"))
    server.start_thread()
    try:
        yield
    finally:
        server.stop()


def in_pieces(text: str) -> str:
    """Return a long text as the quoted short strings of one DNS record."""
    return " ".join(f'"{text[start : start + 200]}"' for start in range(0, len(text), 200))


@contextmanager
def opendkim(folder: Path, words: dict[str, str], port: int) -> Iterator[None]:
    for name in ("opendkim.conf", "resolver.conf"):
        fill_in(name, folder / name, words)
    with servers.running([program("opendkim"), "-x", folder / "opendkim.conf"], port, cwd=folder):
        yield


@contextmanager
def dovecot(folder: Path, words: dict[str, str], port: int) -> Iterator[None]:
    """Run the IMAP mailboxes and the SMTP login as the user `dovecot`, who owns nothing else."""
    owner = pwd.getpwnam("dovecot")
    make(folder, owner.pw_name)
    fill_in("dovecot.conf", folder / "dovecot.conf", words | {"user": owner.pw_name, "group": owner.pw_name})
    who: dict[str, Any] = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": [], "cwd": folder}
    with servers.running([program("dovecot"), "-F", "-c", folder / "dovecot.conf"], port, **who):
        yield


@contextmanager
def postfix(folder: Path, settings: str, words: dict[str, str]) -> Iterator[None]:
    """Run one Postfix in a new folder, with its log in the file `log` there."""
    folder.mkdir()
    make(folder / "data", "postfix")
    (folder / "queue").mkdir()
    fill_in("main.cf", folder / "main.cf", words)
    fill_in(settings, folder / "own.cf", words)
    with (folder / "main.cf").open("a") as together:
        together.write((folder / "own.cf").read_text())
    fill_in("master.cf", folder / "master.cf", words)
    command: list[str | Path] = [program("postfix"), "-c", folder]
    subprocess.run([*command, "start"], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run([*command, "abort"], check=True, capture_output=True)
