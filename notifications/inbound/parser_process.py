"""Parse letters in a separate program: letters in, JSON out, each with its length before it. Standard library only, with two files here.

Each letter is read in a short-lived fork with little time and memory: hostile letters make the standard
parser raise, recurse or run for minutes (docs/incoming-mail.md), and here that ends one fork and nothing else. Attachments and
letters within letters are never read.
"""

import json
import os
import re
import resource
import signal
import sys
import unicodedata
from contextlib import suppress
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
else:  # run as a program, in isolated mode: this folder comes last, so that no file here hides one of the library
    sys.path.append(os.path.dirname(__file__))
    from from_line import address_of
    from html_text import Unreadable, from_html

SECONDS, MEMORY = 1, 256 * 1024 * 1024
LONGEST = 5
"""Seconds by the clock, for a fork that waits instead of working."""
SIZE = 4
"""Bytes that hold the length of a letter or an answer."""
ALL, PLAIN = b"a", b"p"
"""What to read of a letter: all of it, or no HTML."""
MOST_PARTS, DEEPEST, MOST_TEXT, MOST_SUBJECT = 50, 10, 16 * 1024, 2_000
CHARSETS = re.compile(
    r"us-ascii|ascii|utf-?8|utf-?16(le|be)?|iso-8859-(1|2|3|4|5|7|9|13|14|15|16)|latin-?(1|9)|windows-125\d|cp125\d|koi8-(r|u)|iso-2022-jp|shift_jis|euc-jp|"
    r"gb2312|gbk|gb18030|big5|euc-kr|ks_c_5601-1987"
)
SEALED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
"""Letters whose text is inside something that we do not open."""
BROKEN = 50
"""A line that a program broke because it was long is at least so long; a shorter one with a blank at its end was written so."""
UNSEEN = "\u200b\u200e\u200f\u2060\u061c\ufeff"
"""Signs without width that programs and keyboards leave at the ends of a line, where they mean nothing."""
MACHINES = {"mailer-daemon", "postmaster", "no-reply", "noreply", "donotreply", "do-not-reply"}
ABSENT = (
    *(
        "out of office",
        "out of the office",
        "automatic reply",
        "automatic response",
        "automated reply",
        "auto reply",
        "autoreply",
        "vacation reply",
    ),
    *("automatische antwort", "abwesenheit", "nicht im büro", "außer haus", "réponse automatique", "absence du bureau", "absent du bureau"),
    *(
        "message d'absence",
        "respuesta automática",
        "fuera de la oficina",
        "resposta automática",
        "resposta automàtica",
        "fora do escritório",
    ),
    *("risposta automatica", "fuori ufficio", "automatisch antwoord", "afwezigheid", "niet op kantoor", "autosvar", "automatiskt svar"),
    *("automatisk svar", "frånvaromeddelande", "ikke på kontoret", "automaattinen vastaus", "poissa toimistosta", "poissaoloviesti"),
    *("automatyczna odpowiedź", "odpowiedź automatyczna", "autoodpowiedź", "poza biurem", "automatická odpověď", "mimo kancelář"),
    *(
        "automatická odpoveď",
        "mimo kancelárie",
        "automatikus válasz",
        "házon kívül",
        "răspuns automat",
        "automatski odgovor",
        "izvan ureda",
    ),
    *(
        "samodejni odgovor",
        "automaatvastus",
        "automātiska atbilde",
        "automatinis atsakymas",
        "автоответ",
        "автоматический ответ",
        "вне офиса",
    ),
    *("автовідповідь", "автоматична відповідь", "поза офісом", "автоматичен отговор", "аутоматски одговор", "αυτόματη απάντηση"),
    *("εκτός γραφείου", "otomatik yanıt", "otomatik cevap", "ofis dışında", "תשובה אוטומטית", "מענה אוטומטי", "מחוץ למשרד"),
    *(
        "رد تلقائي",
        "خارج المكتب",
        "پاسخ خودکار",
        "自動応答",
        "自動返信",
        "不在通知",
        "不在のお知らせ",
        "自动回复",
        "自动答复",
        "自動回覆",
        "自動答覆",
    ),
    *("자동 회신", "자동 응답", "부재중", "trả lời tự động", "ตอบกลับอัตโนมัติ", "balasan otomatis", "di luar kantor"),
)
"""What subjects of notes about absence say, in the words of mail programs and servers of many countries."""
FOR_OTHERS = "html"
"""What a plain part says that only asks for another program; the same letter in HTML does not say it."""


def limit() -> None:
    """Limit the time and memory of this process."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def header(message: Message, name: str) -> str:
    """Return the first header of this name on one line, also one that was sent without any encoding; "" if there is none."""
    value = next((value for given, value in message.raw_items() if given.lower() == name.lower()), "")
    return " ".join(without_encoding(message, value).split())


def without_encoding(message: Message, value: str) -> str:
    """Return the raw value of a header. Bytes beyond ASCII are in UTF-8, or else in the charset of the text."""
    raw = value.encode("ascii", "surrogateescape")
    with suppress(UnicodeDecodeError):
        return raw.decode("utf-8")
    texts = (part.get_content_charset() for part in message.walk())
    return raw.decode(known(next(filter(None, texts), "latin-1")), "replace")


def plainly(words: str) -> str:
    """Return words without accents, capitals and hyphens, which programs and people leave out."""
    parts = unicodedata.normalize("NFKD", words).casefold().translate(str.maketrans("-’ı", " 'i"))
    return "".join(char for char in parts if not unicodedata.combining(char))


def decoded(words: str) -> str:
    """Return a header with its encoded words decoded, as far as possible."""
    try:
        pieces = [part if isinstance(part, str) else part.decode(known(charset), "replace") for part, charset in decode_header(words)]
    except (ValueError, LookupError, MessageError, Unreadable):
        return words
    return " ".join(" ".join(pieces).replace("\0", " ").split())


def known(charset: str | None) -> str:
    """Return a charset we read; UTF-7 hides things and is refused, any other counts as UTF-8."""
    name = (charset or "us-ascii").strip().strip("\"'").lower()
    if "utf-7" in name or "utf7" in name:
        raise Unreadable("charset")
    return name if CHARSETS.fullmatch(name) else "utf-8"


def sender(message: Message) -> str:
    """Return the one address in the one From."""
    lines = message.get_all("From") or []
    if len(lines) != 1:
        raise Unreadable("no-from" if not lines else "two-from")
    address = address_of(" ".join(str(lines[0]).split()))
    if not address:
        raise Unreadable("odd-from")
    return address


def automatic(message: Message, sent_by: str) -> str:
    """Return why a machine wrote this, or ""."""
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
    """Return the text parts of the letter itself, in order."""
    found: list[Message] = []
    seen, queue = 0, [(message, 0)]
    while queue:
        part, depth = queue.pop(0)
        seen += 1
        if seen > MOST_PARTS or depth > DEEPEST:
            raise Unreadable("too-many-parts")
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            queue = [(inner, depth + 1) for inner in inner_parts(part)] + queue
        elif part.get_content_type() in ("text/plain", "text/html") and not attached(part, bool(found)):
            found.append(part)
    return found


def inner_parts(part: Message) -> list[Message]:
    """Return the parts of a multipart; nothing for any other part."""
    payload = part.get_payload()
    return [inner for inner in payload if isinstance(inner, Message)] if isinstance(payload, list) else []


def attached(part: Message, follows_text: bool) -> bool:
    """Return whether a part is a file beside the text. Some programs name their text, too: it comes first, and nothing calls it a file."""
    disposition = header(part, "Content-Disposition").lower()
    return disposition.startswith("attachment") or (part.get_filename() is not None and (follows_text or bool(disposition)))


def content(part: Message) -> str:
    payload = part.get_payload(decode=True)
    raw = payload if isinstance(payload, bytes) else b""
    text = raw.decode(known(part.get_content_charset()), "replace").removeprefix("\ufeff")  # which says how it is encoded
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # base64 brings its own line ends
    return text.replace("\0", "\ufffd")  # text columns take no null


def text_of(message: Message, what: bytes) -> str:
    """Return what the person wrote: the plain part if it has any letters, else the HTML as text, where HTML is read. Raises Unreadable."""
    if message.get_content_type() in SEALED:
        raise Unreadable("encrypted")
    parts = text_parts(message)
    texts = (out_of_armour(unflowed(part, content(part))) for part in parts if part.get_content_type() == "text/plain")
    plain = next((text for text in texts if any(char.isalnum() for char in text)), "")
    if what == PLAIN or (plain and FOR_OTHERS not in plain.lower()):
        return plain
    html = next((from_html(content(part)) for part in parts if part.get_content_type() == "text/html"), "")
    return plain if plain and (FOR_OTHERS in html.lower() or not html.strip()) else html


def unflowed(part: Message, text: str) -> str:
    """Return a text whose program broke long lines (format=flowed, RFC 3676) with those lines whole again, unless they are quoted."""
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    words, goes_on, drops_blank = [], False, str(part.get_param("delsp", "")).lower() == "yes"
    for line in text.split("\n"):
        line = line.removeprefix(" ")
        words += [] if goes_on and not line.startswith(">") else ["\n"]
        goes_on = line.endswith(" ") and len(line) >= BROKEN and not line.startswith(">")
        words.append(line[:-1] if goes_on and drops_blank else line)
    return "".join(words[1:])


def out_of_armour(text: str) -> str:
    """Return a text that PGP signed in place without what PGP put around it. Raises Unreadable for one that it encrypted."""
    head, _, rest = text.lstrip().partition("\n")
    if head.rstrip() == "-----BEGIN PGP MESSAGE-----":
        raise Unreadable("encrypted")
    if head.rstrip() != "-----BEGIN PGP SIGNED MESSAGE-----":
        return text
    signed = rest.partition("\n\n")[2].partition("\n-----BEGIN PGP SIGNATURE-----")[0]
    return "\n".join(line.removeprefix("- ") for line in signed.split("\n"))


# -- bounces --------------------------------------------------------------------------------------
def reports(message: Message) -> list[dict]:
    """Return what a delivery report says of each address: action and status; for a complaint, the feedback type."""
    found = []
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status" and (inside := inner_parts(part)):
            blocks = [{"action": header(block, "Action").lower()[:20], "status": header(block, "Status")[:20]} for block in inside]
            found += [block for block in blocks if block["action"]]
        elif part.get_content_type() == "message/feedback-report":
            found.append({"action": "complaint", "status": ""})
        if len(found) >= 10:
            break
    return found


def read_message(raw: bytes, what: bytes = ALL) -> dict:
    """Return everything the site wants to know of a letter."""
    message = message_from_bytes(raw)
    subject = decoded(header(message, "Subject")[:MOST_SUBJECT])[:200]
    found: dict[str, Any] = {"message_id": header(message, "Message-ID")[:250], "subject": subject, "reports": [],
             "sender": "", "automatic": "", "absent": False, "text": "", "problem": ""}  # fmt: skip
    if message.get_content_type() == "multipart/report":
        found["reports"] = reports(message)
    try:
        found["sender"] = sender(message)
        found["automatic"] = automatic(message, found["sender"])
        found["absent"] = any(plainly(phrase) in plainly(subject) for phrase in ABSENT)
        found["text"] = "\n".join(line.strip(UNSEEN) for line in text_of(message, what).split("\n"))[:MOST_TEXT]
    except Unreadable as reason:
        found["problem"] = str(reason)
    return found


# -- one process per letter -----------------------------------------------------------------------
def serve(letters: BinaryIO, answers: BinaryIO) -> None:
    """Answer until no more letters come."""
    while head := letters.read(SIZE):
        answer = read_in_fork(letters.read(int.from_bytes(head, "big")), letters.read(1))
        answers.write(len(answer).to_bytes(SIZE, "big") + answer)
        answers.flush()


def read_in_fork(raw: bytes, what: bytes) -> bytes:
    """Parse a letter in a fork; return JSON, or only the name of the problem if the fork dies."""
    ours, its = os.pipe()
    pid = os.fork()
    if pid == 0:
        run_fork(raw, what, its)
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


def run_fork(raw: bytes, what: bytes, its: int) -> None:
    """Run in the fork, which ends here. It holds nothing of its parent's but the pipe."""
    code = 1
    try:
        os.closerange(0, its)
        limit()
        answer = memoryview(json.dumps(read_message(raw, what)).encode())
        while answer:
            answer = answer[os.write(its, answer) :]
        code = 0
    finally:
        os._exit(code)


def all_of(pipe: int) -> tuple[bytes, bool]:
    """Return what comes through the pipe until it is closed, and whether it was closed in time."""
    parts: list[bytes] = []
    end = monotonic() + LONGEST
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
