"""Readers of what strangers send take time that grows with its length, not with its square (others: tests/games/test_growth.py)."""

import logging
from contextlib import suppress

import pytest
import yaml
from django.core.exceptions import ValidationError
from fido2.webauthn import AuthenticationResponse

from accounts import confusables, names, signs, trust
from accounts.passkeys import CredentialField
from buccaneer_site.logs import LineFormatter
from core import outward, plain_text
from notifications import addresses, bounces, unsubscribing
from notifications.inbound import auth_results, webhook
from notifications.inbound.prescan import problem_with
from tests.growth import grows_evenly, repeated
from tests.scenario_language.reading import Loader

PIECES = [
    "a",
    " ",
    "a ",
    "\t",
    "\n",
    "=",
    ";",
    "; ",
    "(",
    "(a)",
    '"',
    "\\",
    "@",
    ".",
    "a.",
    "-",
    "/",
    "/a",
    "<",
    "&",
    "d.0",
    "5.1",
    "é",
    "ﷺ",
    "{",
    "- ",
]
HEADER, LINE = 60_000, 20_000


def logged(text: str) -> str:
    return LineFormatter().format(logging.LogRecord("x", logging.WARNING, "x", 1, "%s", (text,), None))


READERS = {
    "a verdict on a letter": (
        HEADER,
        lambda text: auth_results.verdict(f"Authentication-Results: mx; {text}\nFrom: a@b.c\n\n".encode(), "mx"),
    ),
    "a sender": (HEADER, lambda text: auth_results.verdict(f"From: {text}\nAuthentication-Results: mx; dkim=pass\n\n".encode(), "mx")),
    "the form of a letter": (HEADER, lambda text: problem_with(f"Content-Type: {text}\n\n{text}".encode())),
    "a status of a bounce": (HEADER, bounces.STATUS.search),
    "our name in a report": (HEADER, webhook.OURS.search),
    "the name of a browser": (HEADER, signs.browser_name),
    "an inbox": (HEADER, trust.inbox),
    "one of our addresses": (HEADER, lambda text: (addresses.is_ours(text), addresses.is_ours(f"{text}@localhost"))),
    "a token to stop letters": (LINE, unsubscribing.read_token),
    "the address of a program": (LINE, lambda text: outward.refusal(f"https://{text}")),
    "a line of the log": (LINE, logged),
    "what a name looks like": (LINE // 4, confusables.skeleton),
    "a web address in a name": (LINE // 4, names.holds_web_address),
    "a letter of ours": (LINE, plain_text.wrapped),
    "a passkey": (LINE, lambda text: CredentialField(AuthenticationResponse).clean(text)),
    "a scenario": (LINE // 4, lambda text: yaml.load(text, Loader)),
}


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("what", READERS)
def test_four_times_as_long_is_not_read_for_sixteen_times_as_long(what):
    most, read = READERS[what]

    def reads(text):
        with suppress(ValidationError, yaml.YAMLError, RecursionError, ValueError):
            read(text)

    slow = [piece for piece in PIECES if not grows_evenly(reads, lambda size, piece=piece: repeated(piece, size), most)]
    assert slow == []
