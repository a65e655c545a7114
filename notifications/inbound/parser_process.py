"""Parse letters in a separate program, which reads letters and writes JSON. It imports only the standard library and two files here.

Each letter is parsed in a short-lived fork with little CPU time and memory. A hostile letter may make the standard parser raise,
recurse or run for minutes (docs/incoming-mail.md), which ends only the fork. Attachments and letters within letters are never read.
"""

import json
import os
import re
import resource
import signal
import sys
import unicodedata
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING or __package__:
    from .from_line import address_of
    from .html_text import Unreadable, from_html
else:  # run as a program, in isolated mode: this folder comes last, so that no file here shadows the library
    sys.path.append(os.path.dirname(__file__))
    from from_line import address_of
    from html_text import Unreadable, from_html

SECONDS, MEMORY = 1, 256 * 1024 * 1024
FORK_TIMEOUT = 5  # in seconds, for a fork that waits instead of working
LENGTH_BYTES = 4
ALL, PLAIN = b"a", b"p"
"""Scopes of parsing a letter: everything, or no HTML."""
MAX_PARTS, MAX_DEPTH, MAX_TEXT, MAX_SUBJECT = 50, 10, 16 * 1024, 2_000
CHARSETS = re.compile(
    r"us-ascii|ascii|utf-?8|utf-?16(le|be)?|iso-8859-(1|2|3|4|5|7|9|13|14|15|16)|latin-?(1|9)|windows-125\d|cp125\d|koi8-(r|u)|iso-2022-jp|shift_jis|euc-jp|"
    r"gb2312|gbk|gb18030|big5|euc-kr|ks_c_5601-1987"
)
ENCRYPTED_TYPES = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
"""Content types of letters whose text is inside a container that the parser does not open."""
MIN_WRAPPED = 50
"""The minimum length in characters of a line that a mail program wrapped. A shorter line with a trailing blank was not wrapped."""
UNSEEN = "\u200b\u200e\u200f\u2060\u061c\ufeff"
"""Zero-width characters that programs and keyboards leave at the ends of lines, where the characters mean nothing."""
MACHINES = {"mailer-daemon", "postmaster", "no-reply", "noreply", "donotreply", "do-not-reply"}
PHRASES = """
out of office, out of the office, automatic reply, automatic response, automated reply, auto reply, autoreply, vacation reply,
automatische antwort, abwesenheit, nicht im büro, außer haus, automatisch antwoord, afwezigheid, niet op kantoor,
réponse automatique, absence du bureau, absent du bureau, message d'absence, risposta automatica, fuori ufficio,
respuesta automática, fuera de la oficina, resposta automática, resposta automàtica, fora do escritório, răspuns automat,
autosvar, automatiskt svar, automatisk svar, frånvaromeddelande, ikke på kontoret,
automaattinen vastaus, poissa toimistosta, poissaoloviesti, automaatvastus, automātiska atbilde, automatinis atsakymas,
automatyczna odpowiedź, odpowiedź automatyczna, autoodpowiedź, poza biurem, automatická odpověď, mimo kancelář,
automatická odpoveď, mimo kancelárie, automatikus válasz, házon kívül, automatski odgovor, izvan ureda, samodejni odgovor,
автоответ, автоматический ответ, вне офиса, автовідповідь, автоматична відповідь, поза офісом, автоматичен отговор, аутоматски одговор,
αυτόματη απάντηση, εκτός γραφείου, otomatik yanıt, otomatik cevap, ofis dışında,
תשובה אוטומטית, מענה אוטומטי, מחוץ למשרד, رد تلقائي, خارج المكتب, پاسخ خودکار,
自動応答, 自動返信, 不在通知, 不在のお知らせ, 自动回复, 自动答复, 自動回覆, 自動答覆, 자동 회신, 자동 응답, 부재중,
trả lời tự động, ตอบกลับอัตโนมัติ, balasan otomatis, di luar kantor
"""
ABSENT = [phrase.strip() for phrase in PHRASES.split(",")]
"""Subjects of out-of-office notes, in the words of mail programs and servers of many countries."""
FOR_OTHERS = "html"
"""A word in plain parts that only tell the reader to use an HTML mail program, while the HTML part has the content."""


def header(message: Message, name: str) -> str:
    """Return the value of the first header with the given name, decoded and on one line; "" if there is none."""
    value = next((value for key, value in message.raw_items() if key.lower() == name.lower()), "")
    raw = value.encode("ascii", "surrogateescape")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:  # then the bytes are in the charset of the text
        charsets = (part.get_content_charset() for part in message.walk())
        text = raw.decode(known(next(filter(None, charsets), "latin-1")), "replace")
    return " ".join(text.split())


def plainly(words: str) -> str:
    """Return words in lower case without accents and hyphens, which programs and people may leave out."""
    parts = unicodedata.normalize("NFKD", words).casefold().translate(str.maketrans("-’ı", " 'i"))
    return "".join(char for char in parts if not unicodedata.combining(char))


def decoded(words: str) -> str:
    try:
        pieces = [part if isinstance(part, str) else part.decode(known(charset), "replace") for part, charset in decode_header(words)]
    except (ValueError, LookupError, MessageError, Unreadable):
        return words
    return " ".join(" ".join(pieces).replace("\0", " ").split())


def known(charset: str | None) -> str:
    """Return the charset for decoding; UTF-8 for an unknown charset. Raise Unreadable for UTF-7, which hides text."""
    name = (charset or "us-ascii").strip().strip("\"'").lower()
    if "utf-7" in name or "utf7" in name:
        raise Unreadable("charset")
    return name if CHARSETS.fullmatch(name) else "utf-8"


def sender(message: Message) -> str:
    """Return the single address in the single From line. Raise Unreadable if there is more than one or none."""
    lines = message.get_all("From") or []
    if len(lines) != 1:
        raise Unreadable("no-from" if not lines else "two-from")
    address = address_of(" ".join(str(lines[0]).split()))
    if not address:
        raise Unreadable("odd-from")
    return address


def automatic(message: Message, sent_by: str) -> str:
    """Return the sign that a machine wrote the message, or ""."""
    submitted = header(message, "Auto-Submitted").lower()
    if submitted and not submitted.startswith("no"):
        return "auto-submitted"
    if header(message, "Precedence").lower() in ("bulk", "junk", "list", "auto_reply"):
        return "precedence"
    for name in ("List-Id", "X-Autoreply", "X-Autorespond", "X-Loop", "X-Auto-Reply"):
        if name in message:
            return name.lower()
    if message.get_content_type() == "multipart/report":
        return "report"
    return "machine" if sent_by.partition("@")[0] in MACHINES else ""


# -- the text -------------------------------------------------------------------------------------
def text_parts(message: Message) -> list[Message]:
    """Return the letter's text parts, in order, without attachments. Raise Unreadable if the letter has too many parts."""
    parts: list[Message] = []
    seen, queue = 0, [(message, 0)]
    while queue:
        part, depth = queue.pop(0)
        seen += 1
        if seen > MAX_PARTS or depth > MAX_DEPTH:
            raise Unreadable("too-many-parts")
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            queue = [(inner, depth + 1) for inner in inner_parts(part)] + queue
        elif part.get_content_type() in ("text/plain", "text/html") and not attached(part, bool(parts)):
            parts.append(part)
    return parts


def inner_parts(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [inner for inner in payload if isinstance(inner, Message)] if isinstance(payload, list) else []


def attached(part: Message, follows_text: bool) -> bool:
    """Return whether a part is an attachment. A part with a file name may also be the letter's text."""
    disposition = header(part, "Content-Disposition").lower()
    return disposition.startswith("attachment") or (part.get_filename() is not None and (follows_text or bool(disposition)))


def content(part: Message) -> str:
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    text = raw.decode(known(part.get_content_charset()), "replace").removeprefix("\ufeff")  # the byte order mark
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # base64 contains its own line ends
    return text.replace("\0", "\ufffd")  # text columns accept no null


def text_of(message: Message, scope: bytes) -> str:
    """Return the letter's text: the plain part if that has words, else the HTML part if `scope` includes HTML. Raise Unreadable."""
    if message.get_content_type() in ENCRYPTED_TYPES:
        raise Unreadable("encrypted")
    parts = text_parts(message)
    texts = (out_of_armour(unflowed(part, content(part))) for part in parts if part.get_content_type() == "text/plain")
    plain = next((text for text in texts if any(char.isalnum() for char in text)), "")
    if scope == PLAIN or (plain and FOR_OTHERS not in plain.lower()):
        return plain
    html = next((from_html(content(part)) for part in parts if part.get_content_type() == "text/html"), "")
    return plain if plain and (FOR_OTHERS in html.lower() or not html.strip()) else html


def unflowed(part: Message, text: str) -> str:
    """Return a text with wrapped lines rejoined (format=flowed, RFC 3676), except quoted lines."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    words, goes_on, drops_blank = [], False, str(part.get_param("delsp", "")).lower() == "yes"
    for line in text.split("\n"):
        line = line.removeprefix(" ")
        words += [] if goes_on and not line.startswith(">") else ["\n"]
        goes_on = line.endswith(" ") and len(line) >= MIN_WRAPPED and not line.startswith(">")
        words.append(line[:-1] if goes_on and drops_blank else line)
    return "".join(words[1:])


def out_of_armour(text: str) -> str:
    """Strip the PGP markers from a clear-signed text. Raise Unreadable if the text is encrypted."""
    head, _, rest = text.lstrip().partition("\n")
    if head.rstrip() == "-----BEGIN PGP MESSAGE-----":
        raise Unreadable("encrypted")
    if head.rstrip() != "-----BEGIN PGP SIGNED MESSAGE-----":
        return text
    signed = rest.partition("\n\n")[2].partition("\n-----BEGIN PGP SIGNATURE-----")[0]
    return "\n".join(line.removeprefix("- ") for line in signed.split("\n"))


# -- bounces --------------------------------------------------------------------------------------
def reports(message: Message) -> list[dict[str, Any]]:
    """Return the action and status of each address in a delivery report; for a feedback report, the action "complaint"."""
    address_blocks = []
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status" and (inside := inner_parts(part)):
            blocks = [{"action": header(block, "Action").lower()[:20], "status": header(block, "Status")[:20]} for block in inside]
            address_blocks += [block for block in blocks if block["action"]]
        elif part.get_content_type() == "message/feedback-report":
            address_blocks.append({"action": "complaint", "status": ""})
        if len(address_blocks) >= 10:
            break
    return address_blocks


def read_message(raw: bytes, scope: bytes = ALL) -> dict[str, Any]:
    message = message_from_bytes(raw)
    subject = decoded(header(message, "Subject")[:MAX_SUBJECT])[:200]
    content: dict[str, Any] = {"message_id": header(message, "Message-ID")[:250], "subject": subject, "reports": [],
             "sender": "", "automatic": "", "absent": False, "text": "", "problem": ""}  # fmt: skip
    if message.get_content_type() == "multipart/report":
        content["reports"] = reports(message)
    try:
        content["sender"] = sender(message)
        content["automatic"] = automatic(message, content["sender"])
        content["absent"] = any(plainly(phrase) in plainly(subject) for phrase in ABSENT)
        content["text"] = "\n".join(line.strip(UNSEEN) for line in text_of(message, scope).split("\n"))[:MAX_TEXT]
    except Unreadable as reason:
        content["problem"] = str(reason)
    return content


# -- one process per letter -----------------------------------------------------------------------
def serve(letters: BinaryIO, answers: BinaryIO) -> None:
    while head := letters.read(LENGTH_BYTES):
        answer = read_in_fork(letters.read(int.from_bytes(head, "big")), letters.read(1))
        answers.write(len(answer).to_bytes(LENGTH_BYTES, "big") + answer)
        answers.flush()


def read_in_fork(raw: bytes, scope: bytes) -> bytes:
    """Parse a letter in a fork; return JSON with the content, or with the problem if the fork dies."""
    ours, its = os.pipe()
    pid = os.fork()
    if pid == 0:
        run_fork(raw, scope, its)
    os.close(its)
    try:
        answer, in_time = all_of(ours)
    finally:
        os.close(ours)
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    if answer and os.waitstatus_to_exitcode(status) == 0:
        return answer
    ran_out = not in_time or os.waitstatus_to_exitcode(status) == -signal.SIGXCPU
    return json.dumps({"problem": "too-slow" if ran_out else "unreadable"}).encode()


def run_fork(raw: bytes, scope: bytes, its: int) -> None:
    """Parse the letter inside the fork, write the result to the pipe `its`, and end the process. Close all other inherited files."""
    code = 1
    try:
        os.closerange(0, its)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        answer = memoryview(json.dumps(read_message(raw, scope)).encode())
        while answer:
            answer = answer[os.write(its, answer) :]
        code = 0
    finally:
        os._exit(code)


def all_of(pipe: int) -> tuple[bytes, bool]:
    """Return all bytes from a pipe, and whether the pipe was closed within FORK_TIMEOUT seconds."""
    parts: list[bytes] = []
    end = monotonic() + FORK_TIMEOUT
    with DefaultSelector() as selector:
        selector.register(pipe, EVENT_READ)
        while selector.select(max(0, end - monotonic())):
            part = os.read(pipe, 65536)
            if not part:
                return b"".join(parts), True
            parts.append(part)
    return b"", False


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
