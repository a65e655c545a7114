"""Read settings from environment variables, and report each problem in one clear line."""

import os
import re
import secrets
import sys
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NoReturn
from urllib.parse import urlsplit

import dj_database_url
import dj_email_url

LOCAL = re.compile(r"[a-z0-9][a-z0-9._+-]{0,30}")
"""Pattern of a local part, shorter than the local parts of sealed addresses (docs/incoming-mail.md), so that none can clash."""
HOST = re.compile(r"\*|\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\]", re.IGNORECASE)
"""Pattern of a host as Django compares hosts: without scheme and port."""
MAIL = re.compile(r"[^\s@<>,:;/\"()]+@[^\s@<>,:;/\"()]+")
SENDER = re.compile(rf"{MAIL.pattern}|[^<>@]*<{MAIL.pattern}>")
DOMAIN = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.IGNORECASE)


def stop(lines: list[str]) -> NoReturn:
    """End the program before it starts, and print the reasons."""
    sys.stderr.write("".join(f"buccaneer: {line}\n" for line in lines))
    raise SystemExit(2)


class Environment:
    """Reads environment variables and collects their errors."""

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self.variables = variables
        self.problems: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        return self.variables.get(name, "").strip() or default

    def words(self, name: str) -> list[str]:
        return [word.strip() for word in self.text(name).split(",") if word.strip()]

    def number(self, name: str, default: int, least: int, most: int) -> int:
        value = self.text(name, str(default))
        if value.isascii() and value.isdigit() and least <= int(value) <= most:
            return int(value)
        self.problems.append(f"{name} must be a whole number from {least} to {most}.")
        return default

    def one_of(self, name: str, values: tuple[str, ...]) -> str:
        value = self.text(name, values[0])
        if value in values:
            return value
        self.problems.append(f"{name} must be one of: {', '.join(values)}.")
        return values[0]

    def url(self, name: str, default: str, schemes: tuple[str, ...]) -> str:
        value = self.text(name, default)
        try:
            parts = urlsplit(value)
            good = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
        except ValueError:
            good = False
        if value and not good:
            self.problems.append(f"{name} must be an address that begins with {' or '.join(f'{s}://' for s in schemes)}.")
            return default
        return value

    def origin(self, name: str, default: str) -> str:
        """Return the scheme and host in a variable, with a port if it has one."""
        value = self.url(name, default, ("https", "http")).rstrip("/")
        parts = urlsplit(value)
        if any(parts[2:]) or "@" in parts.netloc or (parts.hostname and ":" not in parts.hostname and not DOMAIN.fullmatch(parts.hostname)):
            self.problems.append(f"{name} must be scheme and host alone, such as https://www.example.org.")
        return value

    def hosts(self, name: str) -> list[str]:
        return self.words_like(HOST, name, "hosts without scheme and port, such as www.example.org")

    def mail_addresses(self, name: str) -> list[str]:
        return self.words_like(MAIL, name, "mail addresses, such as anne@example.org")

    def words_like(self, pattern: re.Pattern[str], name: str, expected: str) -> list[str]:
        if not all(pattern.fullmatch(word) for word in self.words(name)):
            self.problems.append(f"{name} must name {expected}, with commas.")
        return self.words(name)

    def sender(self, name: str, default: str) -> str:
        """Return the sender in a variable: an address, or a name and an address in angle brackets."""
        value = self.text(name, default)
        if value.isprintable() and SENDER.fullmatch(value):
            return value
        self.problems.append(f"{name} must be one sender, such as Buccaneer <letters@example.org>.")
        return default

    def domain(self, name: str, default: str = "") -> str:
        value = self.text(name, default).lower()
        if value and not DOMAIN.fullmatch(value):
            self.problems.append(f"{name} must be a domain alone, such as in.example.org.")
        return value

    def networks(self, name: str) -> list[IPv4Network | IPv6Network]:
        try:
            return [ip_network(word) for word in self.words(name)]
        except ValueError as error:
            self.problems.append(f"{name} must name IP addresses or networks, such as 10.0.0.7 or 10.0.0.0/24, with commas: {error}.")
            return []

    def bucket(self, name: str) -> dict[str, str]:
        """Return the bucket and folder from a URL such as s3://bucket/folder, under the names of django-storages."""
        value = self.url(name, "", ("s3",))
        parts = urlsplit(value)
        return {"bucket_name": parts.netloc, "location": parts.path.strip("/")} if value else {}

    def address(self, name: str, domain: str, default: str) -> str:
        """Return an address in `domain` with the variable as its local part; "" if the variable is "off" or there is no domain."""
        local = self.text(name, default).lower()
        if not LOCAL.fullmatch(local):
            self.problems.append(f"{name} must be the part of an address before the @, such as play, or off.")
        return f"{local}@{domain}" if domain and local != "off" else ""

    def provider(self, name: str, secrets: dict[str, str]) -> tuple[str, dict[str, str]]:
        """Return the provider that posts to us (or "off"), and {Anymail's name: secret}, from a variable and its `_SECRET` variable."""
        provider = self.one_of(name, ("off", *secrets))
        if provider not in secrets:
            return provider, {}
        self.require((f"{name}_SECRET",), f"it is needed as {name} is set")
        secret = self.text(f"{name}_SECRET")
        if secret and secrets[provider] == "WEBHOOK_SECRET" and ":" not in secret:
            self.problems.append(f"{name}_SECRET must be a name and a password, as in name:password, for {provider}.")
        return provider, {secrets[provider]: secret}

    def require(self, names: tuple[str, ...], why: str) -> None:
        self.problems += [f"{name} is missing: {why}." for name in names if not self.text(name)]

    def database(self, name: str, options: dict[str, Any]) -> dict[str, Any]:
        """Return the PostgreSQL settings from a URL, with `options` unless the URL sets them (as in ?sslmode=require); {} without a URL."""
        value = self.url(name, "", ("postgres", "postgresql"))
        parts: dict[str, Any] = dict(dj_database_url.parse(value)) if value else {}
        if value and not parts["NAME"]:
            self.problems.append(f"{name} must name a database after the host, as in postgres://user:password@host:5432/name.")
        return parts | {"OPTIONS": options | parts.get("OPTIONS", {})} if parts else {}

    def email(self, name: str) -> dict[str, Any]:
        """Return Django's e-mail settings from a URL; {} without a URL."""
        value = self.url(name, "", ("smtp", "smtps", "submission", "smtp+tls", "smtp+ssl"))
        try:
            return dict(dj_email_url.parse(value)) if value else {}
        except ValueError:
            self.problems.append(f"{name} must have options after the ? that can be read.")
            return {}

    def check(self) -> None:
        if self.problems:
            stop(self.problems)


def writable_folder(path: Path) -> Path:
    """Return the folder, creating it if needed. End the program if the folder cannot be written."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / f".write-test-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        stop([f"cannot write to the data folder {path}: {error.strerror}. Set BUCCANEER_DATA to a folder of yours."])
    return path


def kept_secret(path: Path) -> str:
    """Return this machine's secret key, created at the first start and readable only by its owner.

    The file appears whole or not at all: if several processes start at once, one creates the key and all of them read it.
    """
    if not path.exists():
        with NamedTemporaryFile("w", dir=path.parent, prefix=f".{path.name}-") as draft:  # mode 0600 from the start
            draft.write(secrets.token_urlsafe(50))
            draft.flush()
            os.fsync(draft.fileno())
            with suppress(FileExistsError):  # another process was faster: its key counts
                os.link(draft.name, path)
    key = path.read_text().strip()
    if not key:
        stop([f"the secret key in {path} is empty. Restore the file from your backup, or delete it to get a new key."])
    return key
