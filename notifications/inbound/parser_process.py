"""Parse letters in a separate program: letters in, JSON out, each with its length before it. Standard library only.

Each letter is read in a short-lived fork with little time and memory: hostile letters make the standard
parser raise, recurse or run for minutes (docs/post.md), and here that ends one fork and nothing else. Attachments and
letters within letters are never read.
"""

import json
import os
import re
import resource
import signal
import sys
from collections import Counter
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses
from html import unescape
from selectors import EVENT_READ, DefaultSelector
from time import monotonic
from typing import Any, BinaryIO

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
ADDRESS = re.compile(r"[^\s@<>(),;:\"\\\[\]]{1,64}@[^\s@<>(),;:\"\\\[\]]{1,253}")
MACHINES = {"mailer-daemon", "postmaster", "no-reply", "noreply", "donotreply", "do-not-reply"}
ABSENT = (
    *("out of office", "automatic reply", "auto reply", "autoreply", "automatische antwort", "abwesenheit"),
    *("réponse automatique", "absence du bureau", "respuesta automática", "fuera de la oficina"),
    *("risposta automatica", "automatisch antwoord", "автоответ"),
)


class Unreadable(Exception):
    """The letter cannot be read; the text names the reason."""


def limit() -> None:
    """Limit the time and memory of this process."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def header(message: Message, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())


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
    try:
        found = getaddresses([" ".join(str(lines[0]).split())])
    except RecursionError:  # older Pythons follow brackets however deep they are nested, newer ones find no address
        found = []
    if len(found) != 1 or not ADDRESS.fullmatch(found[0][1]):
        raise Unreadable("odd-from")
    return found[0][1].lower()


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
        elif part.get_content_type() in ("text/plain", "text/html") and not attached(part):
            found.append(part)
    return found


def inner_parts(part: Message) -> list[Message]:
    """Return the parts of a multipart; nothing for any other part."""
    payload = part.get_payload()
    return [inner for inner in payload if isinstance(inner, Message)] if isinstance(payload, list) else []


def attached(part: Message) -> bool:
    return header(part, "Content-Disposition").lower().startswith("attachment") or part.get_filename() is not None


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
    for part in parts:
        if part.get_content_type() == "text/plain":
            text = out_of_armour(unflowed(part, content(part)))
            if any(char.isalnum() for char in text):
                return text
    if what == PLAIN:
        return ""
    return next((from_html(content(part)) for part in parts if part.get_content_type() == "text/html"), "")


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


BLOCKS = {"p", "div", "br", "li", "tr", "ul", "ol", "table", "h1", "h2", "h3", "h4", "pre", "hr", "section", "article",
          "dl", "dt", "dd", "center", "address", "header", "footer", "main", "aside", "details", "summary", "figure"}  # fmt: skip
VOID = {"br", "hr", "img", "input", "meta", "link", "wbr", "col", "area", "base", "embed", "source", "track", "param"}
UNSEEN_TAGS = {"script", "style", "head", "title", "template", "noscript", "object", "blockquote"}
QUOTES = ("gmail_quote", "gmail_attr", "moz-cite-prefix", "yahoo_quoted", "divrplyfwdmsg", "appendonsend", "protonmail_quote")
AS_WRITTEN = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)")
HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d])|max-height\s*:\s*0")


WORDS_ONLY = frozenset(("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes"))
"""Elements in which only their own end tag is markup."""
THEIR_END = re.compile(rf"</({'|'.join(sorted(WORDS_ONLY))})(?=[\s/>])", re.IGNORECASE)
TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)")
ATTRIBUTE = re.compile(r"[\s/]*+([^\s/>][^\s/>=]*+)(?:\s*+=\s*+(\"[^\"]*+\"?|'[^']*+'?|[^\s>]*+))?")
TAG_ENDS, COMMENT_ENDS = re.compile(r"[\s/]*+>"), re.compile("--!?>")
MOST_MARKUP = 20_000
"""The most "<" in an HTML part. Mail programs write a few thousand at most."""


def from_html(html: str) -> str:
    """Return HTML as lines of text, without what is quoted or hidden. Raises Unreadable.

    The time is linear in the length: whatever is opened and never closed ends the letter.
    """
    if html.count("<") > MOST_MARKUP:
        raise Unreadable("too-much-html")
    text, at = Text(), 0
    while (start := html.find("<", at)) >= 0:
        text.data(html[at:start])
        at = past_tag(html, tag, text) if (tag := TAG.match(html, start)) else past_sign(html, start, text)
    text.data(html[at:])
    return "".join(text.words)


def past_sign(html: str, start: int, text: "Text") -> int:
    """Return the position after a comment, a declaration, or a "<" that is no markup."""
    if html.startswith("<!--", start):
        end = COMMENT_ENDS.search(html, start + 2)
        return end.end() if end else len(html)
    if html[start + 1 : start + 2] in ("!", "?", "/"):
        return html.find(">", start) + 1 or len(html)
    text.data("<")
    return start + 1


def past_tag(html: str, tag: re.Match[str], text: "Text") -> int:
    """Return the position after a tag."""
    given: dict[str, str] = {}
    at, (closes, name) = tag.end(), tag.groups()
    while attribute := ATTRIBUTE.match(html, at):
        given.setdefault(attribute[1].lower(), unescape((attribute[2] or "").strip("\"'")).lower())
        at = attribute.end()
    if not (end := TAG_ENDS.match(html, at)):
        return len(html)  # the letter breaks off inside this tag
    (text.end if closes else text.begin)(name.lower(), given)
    return end.end() if closes else past_words_only(html, end.end(), name.lower())


def past_words_only(html: str, at: int, name: str) -> int:
    """Return where this element ends, if nothing within it is markup."""
    if name not in WORDS_ONLY:
        return at
    return next((end.start() for end in THEIR_END.finditer(html, at) if end[1].lower() == name), len(html))


class Text:
    """Collects the text of HTML, tag by tag."""

    def __init__(self) -> None:
        self.open: list[tuple[str, bool, bool]] = []
        self.named: Counter[str] = Counter()
        self.words: list[str] = []
        self.unseen, self.as_written, self.cut = 0, 0, False

    def begin(self, tag: str, given: dict[str, str]) -> None:
        marks = given.get("class", "") + " " + given.get("id", "")
        if "divrplyfwdmsg" in marks or "appendonsend" in marks:
            self.cut = True  # Outlook puts quoted text after this mark, not within it
        if tag in BLOCKS:
            self.say("\n")
        if tag in VOID:
            return
        hides = (
            tag in UNSEEN_TAGS or "hidden" in given or bool(HIDDEN.search(given.get("style", ""))) or any(mark in marks for mark in QUOTES)
        )
        as_written = tag == "pre" or bool(AS_WRITTEN.search(given.get("style", "")))
        self.open.append((tag, hides, as_written))
        self.named[tag] += 1
        self.unseen += hides
        self.as_written += as_written

    def end(self, tag: str, given: dict[str, str]) -> None:
        while self.named[tag]:
            other, hides, as_written = self.open.pop()
            self.named[other] -= 1
            self.unseen -= hides
            self.as_written -= as_written
            if other == tag:
                break
        if tag in BLOCKS:
            self.say("\n")

    def data(self, data: str) -> None:
        if data:
            lines = unescape(data).split("\n") if self.as_written else [unescape(data)]
            self.say("\n".join(" ".join(f"-{line}-".split())[1:-1] for line in lines))

    def say(self, words: str) -> None:
        if not self.unseen and not self.cut:
            self.words.append(words)


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
        found["absent"] = any(phrase in subject.lower() for phrase in ABSENT)
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
