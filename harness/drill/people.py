"""The people of a drill, who play over HTTP and by letter and note each response, and the relay that receives all letters."""

import http.client
import json
import random
import re
import smtplib
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

GAME = re.compile(r"<m\.g\.(\d+)\.")
"""The game number in a letter's References header."""
CODE = re.compile(r"^\[(\d+ [A-Z]{2})\]  [^\n]*\n(?!  - )", re.MULTILINE)
"""A code that is a complete answer: no line below it says what to write after the code."""
EXAMPLE = re.compile(r"“(\d+ [A-Z]{2}:\s[^”]+)”|with\s+a\s+square,\s+such\s+as\s+(\w+),")
"""An example answer in a letter: a code with the text after it, or a square alone."""
DEFINITE = (200, 400, 401, 403, 404, 409, 422)
"""Status codes that say whether a move was accepted. After any other status, the move is sent again."""
PAUSE = (0.7, 1.7)
"""The shortest and longest pause between requests, in seconds: an API key may send 120 requests a minute."""
NO_LETTER = 40.0
"""Seconds without a letter after which people who play by letter move over HTTP instead."""


def ask(port: int, path: str, method: str = "GET", body: str | None = None, head: dict[str, str] | None = None) -> tuple[int, bytes]:
    """Send a request to a web process on this machine; return the status and body, or (0, b"") if there is no response."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body, head or {})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        return 0, b""
    finally:
        connection.close()


class Letter(NamedTuple):
    answers: list[str]
    answers_to: str


@dataclass
class Relay:
    """A relay that accepts every letter of the site and is never killed. `taken`: Message-ID -> (Unix time, address) of each arrival."""

    taken: dict[str, list[tuple[float, str]]] = field(default_factory=dict)
    inboxes: dict[str, list[Letter]] = field(default_factory=dict)
    last: float = 0.0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        message, to = message_from_bytes(envelope.original_content or b"", policy=policy.default), envelope.rcpt_tos[0]
        text = message.get_body(("plain",))
        words = text.get_content() if text else ""
        self.last = time.time()
        self.taken.setdefault(str(message["Message-ID"]).strip(), []).append((self.last, to))
        answers = CODE.findall(words) + [" ".join("".join(answer).split()) for answer in EXAMPLE.findall(words)]
        if GAME.search(str(message["References"])) and answers and message["Reply-To"]:
            self.inboxes.setdefault(to, []).append(Letter(answers, message["Reply-To"].addresses[0].addr_spec))
        return "250 OK"

    def listen(self, port: int) -> Controller:
        """Start listening on this port; return a controller, which has a `stop` method."""
        server = Controller(self, hostname="127.0.0.1", port=port)
        server.start()
        return server


@dataclass
class Notes:
    """The site's responses to all people. `accepted`, `tried`: moves as (game, number, seat, decision); `letters`: accepted Message-IDs.

    `errors`: the time of each response with status 500; `last`, `last_letter`: when the newest accepted move and letter were first sent.
    """

    accepted: set[tuple[int, int, int, str]] = field(default_factory=set)
    tried: set[tuple[int, int, int, str]] = field(default_factory=set)
    letters: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[float] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    last: float = 0.0
    last_letter: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Person(threading.Thread):
    """A person at one table, who plays over HTTP, or answers letters for as long as letters arrive."""

    def __init__(self, who: dict[str, Any], webs: list[int], receiver: int, relay: Relay, notes: Notes, seed: str, stop: threading.Event):
        super().__init__(daemon=True)
        self.key, self.email, self.game = who["key"], who["email"], who["game"]
        self.webs, self.receiver, self.relay, self.notes, self.stop = webs, receiver, relay, notes, stop
        self.by_letter, self.played_at = who["by_letter"], time.time()
        self.chance, self.letters_read, self.sent = random.Random(f"{seed} {self.email}"), 0, 0  # noqa: S311

    def run(self) -> None:
        while not self.stop.wait(self.chance.uniform(*PAUSE)):
            status, table = self.ask(f"/api/games/{self.game}")
            if status == 200 and not table["asked"] and table["status"] != "running":
                return
            if status != 200 or not table["asked"]:
                continue
            letter = self.newest_letter() if self.by_letter else None
            if letter is not None:
                self.reply(letter)
            elif not self.by_letter or time.time() > self.played_at + NO_LETTER:
                self.move(table)
            else:
                continue
            self.played_at = time.time()

    def ask(self, path: str, method: str = "GET", body: Any = None) -> tuple[int, Any]:
        """Send a request with the API key; return the status, and the JSON body if the status is 200, else None."""
        head = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        status, answer = ask(self.chance.choice(self.webs), path, method, None if body is None else json.dumps(body), head)
        with self.notes.lock:
            self.notes.statuses[status] += 1
            self.notes.errors += [time.time()] if status == 500 else []
        return status, json.loads(answer) if status == 200 and answer else None

    def move(self, table: dict[str, Any]) -> None:
        """Post an answer to the first question, and repeat the request until its status is in DEFINITE."""
        asked = table["asked"][0]
        answer = asked["example"]
        if asked["kind"] in ("choose", "place") and asked["options"]:
            answer = self.chance.choice(asked["options"])["value"]
        body = {"seen": table["number"], "decision": asked["decision"], "answer": answer}
        key = (self.game, table["number"] + 1, table["seat"], asked["decision"])
        with self.notes.lock:
            self.notes.tried.add(key)
        while True:
            begun = time.time()
            status, _ = self.ask(f"/api/games/{self.game}/moves", "POST", body)
            if status in DEFINITE:
                break
            time.sleep(0.3)  # repeats even after `stop`: the notes must say whether the move was accepted
        if status == 200:
            with self.notes.lock:
                self.notes.accepted.add(key)
                self.notes.last = max(self.notes.last, begun)
        elif status not in (409, 422):
            self.notes.odd.append(f"{status} for {body} of {self.email}")

    def newest_letter(self) -> Letter | None:
        """Return the newest unread letter, and mark all letters as read."""
        mine = self.relay.inboxes.get(self.email, [])
        new, self.letters_read = mine[self.letters_read :], len(mine)
        return new[-1] if new else None

    def reply(self, letter: Letter) -> None:
        """Reply with an answer that the letter offers, and repeat until the site's receiver accepts the reply or refuses it permanently."""
        self.sent += 1
        answer = EmailMessage()
        answer["Authentication-Results"] = f"mx.port-royal.example; dmarc=pass header.from={self.email.partition('@')[2]}"
        answer["From"], answer["To"] = self.email, letter.answers_to
        answer["Message-ID"] = name = f"<{self.email}.{self.sent}>"
        answer.set_content(f"{self.chance.choice(letter.answers)}\n")
        while (code := self.hand_in(answer, letter.answers_to)) < 500:
            if code == 250:
                return
            time.sleep(0.5)
        self.notes.odd.append(f"the letter {name} was refused: {code}")

    def hand_in(self, answer: EmailMessage, to: str) -> int:
        """Hand a letter to the receiver, and note it if it is accepted; return the response code, 0 if there is no response."""
        begun = time.time()
        try:
            with smtplib.LMTP("127.0.0.1", self.receiver, timeout=30) as way:
                way.send_message(answer, self.email, [to])
        except smtplib.SMTPRecipientsRefused as refused:
            return next(code for code, _ in refused.recipients.values())
        except smtplib.SMTPResponseException as refusal:
            return refusal.smtp_code
        except OSError:  # includes smtplib's errors while nobody answers
            return 0
        with self.notes.lock:
            self.notes.letters.append(str(answer["Message-ID"]))
            self.notes.last_letter = max(self.notes.last_letter, begun)
        return 250
