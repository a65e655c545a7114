"""The people of a drill, who play over HTTP and by letter and note each answer, and the relay that keeps all letters."""

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
"""The game in whose thread a letter stands."""
CODE = re.compile(r"^\[(\d+ [A-Z]{2})\]  [^\n]*\n(?!  - )", re.MULTILINE)
"""A code that is an answer by itself: no line below it says what to write behind it."""
EXAMPLE = re.compile(r"“(\d+ [A-Z]{2}:\s[^”]+)”|with\s+a\s+square,\s+such\s+as\s+(\w+),")
"""An answer that a letter gives as an example: a code and what is written behind it, or a square alone."""
DEFINITE = (200, 400, 401, 403, 404, 409, 422)
"""Answers that say what became of a move. After any other it is sent again until there is one."""
PAUSE = (0.7, 1.7)
"""Seconds that people think: a key may ask 120 times a minute."""
NO_LETTER = 40.0
"""Seconds after which people who play by letter look at the table after all."""


def ask(port: int, path: str, method: str = "GET", body: str | None = None, head: dict[str, str] | None = None) -> tuple[int, bytes]:
    """Return the status and the body that a web process of this machine answers; (0, b"") without an answer."""
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
    """Takes every letter of the site, and is never killed. `taken`: when each Message-ID came, and to whom."""

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
        """Start listening; the result has `stop`."""
        server = Controller(self, hostname="127.0.0.1", port=port)
        server.start()
        return server


@dataclass
class Notes:
    """What everyone together was told by the site. `accepted` and `tried`: (game, number, seat, decision); `letters`: those it took.

    `errors`: when each answer of 500 came; `last` and `last_letter`: when the newest accepted move, and letter, was begun.
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
    """One person at one table, who plays over HTTP, or answers letters as long as some come."""

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
        """Return the status and what the site answers with 200, else None."""
        head = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        status, answer = ask(self.chance.choice(self.webs), path, method, None if body is None else json.dumps(body), head)
        with self.notes.lock:
            self.notes.statuses[status] += 1
            self.notes.errors += [time.time()] if status == 500 else []
        return status, json.loads(answer) if status == 200 and answer else None

    def move(self, table: dict[str, Any]) -> None:
        """Post an answer to the first question, again and again until the site says what became of it."""
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
            time.sleep(0.3)  # also after the end: what became of it must be known
        if status == 200:
            with self.notes.lock:
                self.notes.accepted.add(key)
                self.notes.last = max(self.notes.last, begun)
        elif status not in (409, 422):
            self.notes.odd.append(f"{status} for {body} of {self.email}")

    def newest_letter(self) -> Letter | None:
        """Return the newest letter that was not looked at yet."""
        mine = self.relay.inboxes.get(self.email, [])
        new, self.letters_read = mine[self.letters_read :], len(mine)
        return new[-1] if new else None

    def reply(self, letter: Letter) -> None:
        """Give one answer of the letter, until the site's receiver has taken it for good or refused it for good."""
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
        """Return what the receiver says to a letter, 0 if nobody answers. One that is taken is noted."""
        begun = time.time()
        try:
            with smtplib.LMTP("127.0.0.1", self.receiver, timeout=30) as way:
                way.send_message(answer, self.email, [to])
        except smtplib.SMTPRecipientsRefused as refused:
            return next(code for code, _ in refused.recipients.values())
        except smtplib.SMTPResponseException as refusal:
            return refusal.smtp_code
        except OSError:  # also what smtplib raises while nobody answers
            return 0
        with self.notes.lock:
            self.notes.letters.append(str(answer["Message-ID"]))
            self.notes.last_letter = max(self.notes.last_letter, begun)
        return 250
