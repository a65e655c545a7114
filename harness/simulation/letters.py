"""Letters of the site as people see them, and people's replies as mail programs write them."""

import email.charset
import re
from collections.abc import Callable, Sequence
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import formatdate
from html import escape
from typing import Any, NamedTuple

from games.engine import Action, Amount, Choose, Deal, Decision, Place, Ruleset
from games.mail.grammar.reply_codes import letters

CODE = re.compile(r"^\[(\d+ [A-Z]{2})\]  (.+)$", re.MULTILINE)
GAME, THREAD = re.compile(r"/games/(\d+)/"), re.compile(r"<m\.g\.(\d+)\.")
LINK = re.compile(r"/letters/do/[^\s\"<>]+")
QUOTED = email.charset.Charset("utf-8")
QUOTED.body_encoding = email.charset.QP


class Letter(NamedTuple):
    """A letter of the site as its reader sees it; `game` is the game of its thread, or the first game that it links to."""

    to: str = ""
    kind: str = ""
    body: str = ""
    html: str = ""
    reply_to: str = ""
    answers: str = ""
    game: int | None = None
    sender: str = ""
    subject: str = ""
    message_id: str = ""

    @classmethod
    def of(cls, message: Any, to: str) -> "Letter":
        """Return a Django e-mail message as its reader sees it."""
        headers = message.extra_headers
        game = THREAD.search(headers.get("References", "")) or GAME.search(message.body)
        html = next((str(part.content) for part in getattr(message, "alternatives", ()) if "html" in part.mimetype), "")
        return cls(
            to, headers.get("Feedback-ID", "account").partition(":")[0], message.body, html, headers.get("Reply-To", ""),
            headers.get("In-Reply-To", ""), int(game[1]) if game else None, headers.get("From", message.from_email), message.subject,
            headers.get("Message-ID", ""),
        )  # fmt: skip


def plain(line: str, to: Letter) -> dict[str, str]:
    quoted = "\n".join(f"> {row}".rstrip() for row in to.body.splitlines())
    return {"plain": f"{line}\n\nOn 21 Nov 2026, at 12:15, Buccaneer <{to.sender}> wrote:\n\n{quoted}\n"}


def html(line: str, to: Letter) -> dict[str, str]:
    rows, quoted = (escape(text).replace("\n", "<br>\n") for text in (line, to.body))
    return {"html": f'<div dir="ltr">{rows}</div><br><div class="gmail_quote"><blockquote class="gmail_quote">{quoted}</blockquote></div>'}


def both(line: str, to: Letter) -> dict[str, str]:
    return plain(line, to) | html(line, to)


PROGRAMS: dict[str, Callable[[str, Letter], dict[str, str]]] = {program.__name__: program for program in (plain, html, both)}
"""Ways to write a reply, as MIME subtype -> body. tests/notifications/samples has replies of real mail programs."""


def answer(program: str, line: str, to: Letter, sender: str, reply_to: str, number: int) -> tuple[str, bytes]:
    """Return the Message-ID and the bytes of a reply as the given mail program writes it."""
    parts = [MIMEText(body, kind, QUOTED) for kind, body in PROGRAMS[program](line, to).items()]  # type: ignore[arg-type]
    letter: MIMEMultipart | MIMEText = MIMEMultipart("alternative", boundary=f"=_{number}_=", _subparts=parts) if parts[1:] else parts[0]
    message_id = f"<{number}.{sender}>"
    headers = {"From": sender, "To": reply_to, "Subject": f"Re: {to.subject}", "Date": formatdate(), "Message-ID": message_id}
    for name, value in (headers | {"In-Reply-To": to.message_id}).items():
        letter[name] = value
    return message_id, letter.as_bytes()


def bounce(of: str, to: str, status: str, number: int) -> bytes:
    """Return a mail server's report that a letter to the address `of` could not be delivered."""
    return (
        f"From: MAILER-DAEMON@example.org\nTo: {to}\nSubject: Undelivered Mail\nMessage-ID: <bounce.{number}@example.org>\n"
        'Auto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary="=_b"\n\n'
        "--=_b\nContent-Type: text/plain\n\nYour letter could not be delivered.\n\n--=_b\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; example.org\n\nFinal-Recipient: rfc822; {of}\nAction: failed\nStatus: {status}\n\n--=_b--\n"
    ).encode()


def reply(rules: Ruleset, letter: Letter, decision: Decision, action: Action, names: list[str]) -> str:
    """Return the reply line for an action: in words if possible, else with the letter's code. Raise LookupError if there is no code."""
    chosen = decision.check(action.answer)
    if isinstance(decision, Place):
        return f"{decision.name} {chosen}"
    if isinstance(decision, Choose):
        return rules.label(decision, chosen, names)
    question = rules.ask(decision, names)
    code = next((code for code, label in CODE.findall(letter.body) if question.startswith(label[:25])), None)
    if code is None:
        raise LookupError(f"the letter does not ask: {question}")
    if isinstance(decision, Amount):
        return f"{code}: {chosen}"
    if isinstance(decision, Deal):
        given, taken = chosen
        return f"{code}: {lettered(decision.give, given)} for {lettered(decision.take, taken, len(decision.give))}"
    return f"{code}: {lettered(getattr(decision, 'options'), chosen)}"  # noqa: B009 - not all decisions have them


def lettered(options: Sequence[Any], chosen: Sequence[Any], start: int = 0) -> str:
    """Return the letters of the alphabet that stand for the chosen items; `start`: the index of the first option's letter."""
    remaining, chosen_letters = list(enumerate(options, start)), []
    for item in chosen:
        index = next(index for index, option in remaining if option == item)
        remaining.remove((index, item))
        chosen_letters.append(letters(index))
    return " ".join(chosen_letters)


def in_rows(answer: Any) -> Any:
    """Return an answer in a comparable form: parts as text and sorted, because picked items have no order."""
    return sorted((in_rows(part) for part in answer), key=str) if isinstance(answer, list | tuple) else str(answer)
