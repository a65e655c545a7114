"""People of a drill: they play over HTTP and by letter, and write down each answer they got. Also the relay that keeps all letters."""

import http.client
import json
import random
import re
import smtplib
import threading
import time
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


class Letter(NamedTuple):
    at: float
    to: str
    message_id: str
    game: int
    answers: list[str]
    answers_to: str


@dataclass
class Relay:
    """Takes every letter of the site, and is never killed. `taken`: when each Message-ID came, and to whom."""

    taken: dict[str, list[tuple[float, str]]] = field(default_factory=dict)
    inboxes: dict[str, list[Letter]] = field(default_factory=dict)
    last: float = 0.0

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        said = message_from_bytes(envelope.original_content or b"", policy=policy.default)
        text = said.get_body(("plain",))
        words = text.get_content() if text else ""
        now, to, found = time.time(), envelope.rcpt_tos[0], GAME.search(str(said["References"]))
        message_id = str(said["Message-ID"]).strip()
        self.taken.setdefault(message_id, []).append((now, to))
        self.last = now
        answers = CODE.findall(words) + [" ".join("".join(answer).split()) for answer in EXAMPLE.findall(words)]
        if found and answers and said["Reply-To"]:
            letter = Letter(now, to, message_id, int(found[1]), answers, said["Reply-To"].addresses[0].addr_spec)
            self.inboxes.setdefault(to, []).append(letter)
        return "250 OK"

    def listen(self, port: int) -> Controller:
        """Start listening; the result has `stop`."""
        server = Controller(self, hostname="127.0.0.1", port=port)
        server.start()
        return server


@dataclass
class Notes:
    """What everyone together was told by the site. `accepted` and `tried`: (game, number, seat, decision); `letters`: those it took."""

    accepted: dict[tuple, float] = field(default_factory=dict)
    tried: set[tuple] = field(default_factory=set)
    letters: dict[str, float] = field(default_factory=dict)
    statuses: dict[int, int] = field(default_factory=dict)
    errors: list[float] = field(default_factory=list)
    """When each answer of 500 came."""
    odd: list[str] = field(default_factory=list)
    last: float = 0.0
    """When the newest move was begun that was accepted."""
    last_letter: float = 0.0
    """When the newest letter was begun that was taken."""
    lock: threading.Lock = field(default_factory=threading.Lock)


class Person(threading.Thread):
    """One person at one table, who plays over HTTP, or answers letters as long as some come."""

    def __init__(self, who: dict, webs: list[int], receiver: int, relay: Relay, notes: Notes, seed: str, stop: threading.Event):
        super().__init__(daemon=True)
        self.key, self.email, self.game = who["key"], who["email"], who["game"]
        self.webs, self.receiver, self.relay, self.notes, self.stop = webs, receiver, relay, notes, stop
        self.by_letter, self.came_at = who["by_letter"], time.time()
        self.chance, self.read, self.sent = random.Random(f"{seed} {self.email}"), 0, 0  # noqa: S311

    def run(self) -> None:
        while not self.stop.wait(self.chance.uniform(*PAUSE)):
            table = self.ask("GET", f"/api/games/{self.game}")
            if table is None or not table["asked"]:
                if table is not None and table["status"] != "running":
                    return
                continue
            letter = self.newest_letter() if self.by_letter else None
            if letter is not None:
                self.reply(letter)
            elif not self.by_letter or time.time() > self.came_at + NO_LETTER:
                self.move(table)
            else:
                continue
            self.came_at = time.time()

    def ask(self, method: str, path: str, said: Any = None) -> Any:
        """Return what the site answers with 200, else None; `status` is the code, 0 without an answer."""
        self.status, body = 0, None
        head = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        connection = http.client.HTTPConnection("127.0.0.1", self.chance.choice(self.webs), timeout=30)
        try:
            connection.request(method, path, None if said is None else json.dumps(said), head)
            answer = connection.getresponse()
            body = answer.read()
            self.status = answer.status
        except (OSError, http.client.HTTPException):
            self.status = 0
        finally:
            connection.close()
        with self.notes.lock:
            self.notes.statuses[self.status] = self.notes.statuses.get(self.status, 0) + 1
            if self.status == 500:
                self.notes.errors.append(time.time())
        return json.loads(body) if self.status == 200 and body else None

    def move(self, table: dict) -> None:
        """Post an answer to the first question, again and again until the site says what became of it."""
        asked, begun = table["asked"][0], time.time()
        answer = asked["example"]
        if asked["kind"] in ("choose", "place") and asked["options"]:
            answer = self.chance.choice(asked["options"])["value"]
        said = {"seen": table["number"], "decision": asked["decision"], "answer": answer}
        key = (self.game, table["number"] + 1, table["seat"], asked["decision"])
        with self.notes.lock:
            self.notes.tried.add(key)
        while True:
            begun = time.time()
            self.ask("POST", f"/api/games/{self.game}/moves", said)
            if self.status in DEFINITE:
                break
            time.sleep(0.3)  # also after the end: what became of it must be known
        with self.notes.lock:
            if self.status == 200:
                self.notes.accepted[key] = begun
                self.notes.last = max(self.notes.last, begun)
            elif self.status not in (409, 422):
                self.notes.odd.append(f"{self.status} for {said} of {self.email}")

    def newest_letter(self) -> Letter | None:
        """Return the newest letter that was not looked at yet."""
        mine = self.relay.inboxes.get(self.email, [])
        new, self.read = mine[self.read :], len(mine)
        return new[-1] if new else None

    def reply(self, letter: Letter) -> None:
        """Give one answer of the letter, until the site's receiver has taken it for good or refused it for good."""
        self.sent += 1
        answer = EmailMessage()
        answer["Authentication-Results"] = f"mx.port-royal.example; dmarc=pass header.from={self.email.partition('@')[2]}"
        answer["From"], answer["To"] = self.email, letter.answers_to
        answer["Message-ID"] = name = f"<{self.email}.{self.sent}>"
        answer.set_content(f"{self.chance.choice(letter.answers)}\n")
        while True:
            begun = time.time()
            try:
                with smtplib.LMTP("127.0.0.1", self.receiver, timeout=30) as way:
                    way.send_message(answer, self.email, [letter.answers_to])
                break
            except smtplib.SMTPResponseException as refusal:
                if refusal.smtp_code >= 500:
                    return self.complain(name, str(refusal.smtp_code))
            except smtplib.SMTPRecipientsRefused as refused:
                [(code, _)] = refused.recipients.values()
                if code >= 500:
                    return self.complain(name, str(code))
            except OSError:  # also what smtplib raises while nobody answers
                pass
            time.sleep(0.5)
        with self.notes.lock:
            self.notes.letters[name] = time.time()
            self.notes.last_letter = max(self.notes.last_letter, begun)
        return None

    def complain(self, name: str, code: str) -> None:
        with self.notes.lock:
            self.notes.odd.append(f"the letter {name} was refused: {code}")
