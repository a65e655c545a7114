"""Letters of the site as people have them, what they write in reply, and how mail programs write it, in several languages."""

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
QUOTED, BASE64 = email.charset.Charset("utf-8"), email.charset.Charset("utf-8")
QUOTED.body_encoding = email.charset.QP
IN_BASE64 = ("gmail", "outlook", "outlook_html")
"""Programs that write so where a text is not ASCII; its lines end with CRLF then, as MIME asks for."""
WORDS = {
    "en": ("From", "Sent", "Subject", "On 21 Nov 2026, at 12:15, {} wrote:", "Sent from my iPhone"),
    "de": ("Von", "Gesendet", "Betreff", "Am 21.11.2026 um 12:15 schrieb {}:", "Von meinem iPhone gesendet"),
    "fr": ("De", "Envoyé", "Objet", "Le 21 nov. 2026 à 12:15, {} a écrit :", "Envoyé de mon iPhone"),
    "es": ("De", "Enviado", "Asunto", "El 21 nov 2026, a las 12:15, {} escribió:", "Enviado desde mi iPhone"),
    "ru": ("От", "Отправлено", "Тема", "21 нояб. 2026 г., в 12:15, {} написал:", "Отправлено с iPhone"),
}
"""By language. No program of ours reads the moment, so it is always the same."""


class Letter(NamedTuple):
    """A letter of the site as its reader has it; `game` is the one of its thread, or the first that it links to."""

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
        """Return what a reader sees of a message."""
        headers = message.extra_headers
        game = THREAD.search(headers.get("References", "")) or GAME.search(message.body)
        html = next((str(part.content) for part in getattr(message, "alternatives", ()) if "html" in part.mimetype), "")
        return cls(
            to, headers.get("Feedback-ID", "account").partition(":")[0], message.body, html, headers.get("Reply-To", ""),
            headers.get("In-Reply-To", ""), int(game[1]) if game else None, headers.get("From", message.from_email), message.subject,
            headers.get("Message-ID", ""),
        )  # fmt: skip


Bodies = tuple[str, str]
"""Plain text and HTML; "" for what a program does not write."""


def bars(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def lines(text: str) -> str:
    return escape(text).replace("\n", "<br>\n")


def wrote(to: Letter, tongue: str) -> str:
    return WORDS[tongue][3].format(f"Buccaneer <{to.sender}>")


def gmail(said: str, to: Letter, tongue: str) -> Bodies:
    head = wrote(to, tongue)
    html = (
        f'<div dir="ltr">{lines(said)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">{escape(head)}<br></div>'
        f'<blockquote class="gmail_quote">{lines(to.body)}</blockquote></div>'
    )
    return f"{said}\n\n{head}\n\n{bars(to.body)}\n", html


def outlook(said: str, to: Letter, tongue: str) -> Bodies:
    who, when, about, *_ = WORDS[tongue]
    head = f"{who}: Buccaneer <{to.sender}>\n{when}: 21.11.2026 12:15\n{about}: {to.subject}"
    html = (
        f'<html><body><div class="elementToProof">{lines(said)}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">'
        f"{lines(head)}</div><div>{lines(to.body)}</div></body></html>"
    )
    return f"{said}\n\n________________________________\n{head}\n\n{to.body}\n", html


def outlook_html(said: str, to: Letter, tongue: str) -> Bodies:
    return "", outlook(said, to, tongue)[1]


def apple_mail(said: str, to: Letter, tongue: str) -> Bodies:
    head = wrote(to, tongue)
    quoted = f'<blockquote type="cite"><div>{escape(head)}</div>{lines(to.body)}</blockquote>'
    html = f"<html><body>{lines(said)}<br><div>{quoted}</div></body></html>"
    return f"{said}\n\n> {head}\n> \n{bars(to.body)}\n", html


def iphone(said: str, to: Letter, tongue: str) -> Bodies:
    return apple_mail(f"{said.lower()}\n\n{WORDS[tongue][4]}", to, tongue)


def thunderbird(said: str, to: Letter, tongue: str) -> Bodies:
    return f"{said}\n\n{wrote(to, tongue)}\n{bars(to.body)}\n", ""


PROGRAMS: dict[str, Callable[[str, Letter, str], Bodies]] = {
    program.__name__: program for program in (gmail, outlook, outlook_html, apple_mail, iphone, thunderbird)
}
TONGUES = tuple(WORDS)


def answer(program: str, tongue: str, said: str, to: Letter, sender: str, reply_to: str, number: int) -> tuple[str, bytes]:
    """Return (Message-ID, bytes) of an answer, as this program writes it in this language."""
    parts = [part(program, kind, body) for kind, body in zip(("plain", "html"), PROGRAMS[program](said, to, tongue), strict=True) if body]
    letter: MIMEMultipart | MIMEText = MIMEMultipart("alternative", boundary=f"=_{number}_=", _subparts=parts) if parts[1:] else parts[0]
    message_id = f"<{number}.{sender}>"
    for name, value in {
        "From": sender, "To": reply_to, "Subject": f"Re: {to.subject}", "Date": formatdate(), "Message-ID": message_id,
        "In-Reply-To": to.message_id,
    }.items():  # fmt: skip
        letter[name] = value
    return message_id, letter.as_bytes()


def part(program: str, kind: str, body: str) -> MIMEText:
    """Return one part of a letter, encoded as this program does it."""
    if program in IN_BASE64 and not body.isascii():
        return MIMEText(body.replace("\n", "\r\n"), kind, BASE64)  # type: ignore[arg-type]
    return MIMEText(body, kind, QUOTED)  # type: ignore[arg-type]


def bounce(of: str, to: str, status: str, number: int) -> bytes:
    """Return the report of a mail server that it could not deliver a letter to `of`."""
    return (
        f"From: MAILER-DAEMON@example.org\nTo: {to}\nSubject: Undelivered Mail\nMessage-ID: <bounce.{number}@example.org>\n"
        'Auto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary="=_b"\n\n'
        "--=_b\nContent-Type: text/plain\n\nYour letter could not be delivered.\n\n--=_b\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; example.org\n\nFinal-Recipient: rfc822; {of}\nAction: failed\nStatus: {status}\n\n--=_b--\n"
    ).encode()


def reply(rules: Ruleset, letter: Letter, decision: Decision, action: Action, names: list[str]) -> str:
    """Return the line of a reply for this answer: in words if possible, else with the code and the letters of the options.

    Raises LookupError if the letter does not offer it.
    """
    said = decision.check(action.answer)
    if isinstance(decision, Place):
        return f"{decision.name} {said}"
    if isinstance(decision, Choose):
        return rules.label(decision, said, names)
    question = rules.ask(decision, names)
    code = next((code for code, label in CODE.findall(letter.body) if question.startswith(label[:25])), None)
    if code is None:
        raise LookupError(f"the letter does not ask: {question}")
    if isinstance(decision, Amount):
        return f"{code}: {said}"
    if isinstance(decision, Deal):
        given, taken = said
        return f"{code}: {lettered(decision.give, given)} for {lettered(decision.take, taken, len(decision.give))}"
    return f"{code}: {lettered(getattr(decision, 'options'), said)}"  # noqa: B009 - not all decisions have them


def lettered(options: Sequence[Any], chosen: Sequence[Any], start: int = 0) -> str:
    """Return the letters of some items among those of a question."""
    left, found = list(enumerate(options, start)), []
    for item in chosen:
        index = next(index for index, option in left if option == item)
        left.remove((index, item))
        found.append(letters(index))
    return " ".join(found)


def in_rows(said: Any) -> Any:
    """Return an answer as rows have it, in an order of its own: what is picked has none."""
    return sorted((in_rows(part) for part in said), key=str) if isinstance(said, list | tuple) else str(said)
