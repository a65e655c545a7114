"""Letters built to keep us busy: whatever they are made of, twice the letter is twice the work, and there is an end to it."""

import dkim
import pytest

from notifications import dns_lookup
from notifications.inbound import auth_results, envelope, html_text, parser_process, signature, store, webhook
from notifications.inbound.html_text import from_html
from notifications.inbound.parsing import parse
from notifications.inbound.prescan import problem_with, unix_lines
from tests.growth import cost, grows_evenly, repeated

MOST = 240_000
HEAD = b"From: Anne <anne@example.org>\nMessage-ID: <1@example.org>\nSubject: Re: hi\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n--x\n"
REPORT = HEAD + b"Content-Type: multipart/report; boundary=x\n\n--x\n"
MARKUP = [
    *("<a ", "<!--", "<", "<!", "<?", "</", "<a href='", '<a b="', "<a b=", "<script>", "<style>", "<title>", "<textarea>", "<![CDATA["),
    *("&", "&#", "&#9", "&#x", "&a", "&ampamp", "<a>", "</a>", "<p>x", "<br/>", "<p hidden>", "<div style='display :", "<p a=b c=d e=f>"),
    *(
        "<p style=display:none>",
        "<div class=gmail_quote>x</div>",
        "<script></style>",
        "<script></script ",
        "<!-->",
        "--",
        "<a / ",
        "<p style='font-size:",
        "<p style='/*",
        "<td>",
        "<a =",
        " ",
    ),
]
BODIES = {
    "quoted-printable": lambda n: HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n" + repeated(b"= \t=3D=\n", n),
    "base64": lambda n: HEAD + b"Content-Transfer-Encoding: base64\n\n" + repeated(b"QUFB=A\n", n),
    "uuencode": lambda n: HEAD + b"Content-Transfer-Encoding: x-uuencode\n\n" + repeated(b"begin 666 a\n#0V%T\n", n),
    "empty lines": lambda n: HEAD + b"\n" + repeated(b"\n", n),
    "a charset": lambda n: HEAD + b"Content-Type: text/plain; charset=iso-2022-jp\n\n" + repeated(b"\x1b$B\xff\x81", n),
    "parameters": lambda n: MIXED + b"Content-Type: text/plain" + repeated(b"; a=b", n) + b"\n\nhi\n--x--\n",
    "open quotes": lambda n: MIXED + b'Content-Type: text/plain; a="' + repeated(b";", n) + b"\n\nhi\n--x--\n",
    "folded quotes": lambda n: MIXED + b'content-disposition: inline; a="' + repeated(b"\n ;", n) + b"\n\nhi\n--x--\n",
    "many open quotes": lambda n: MIXED + repeated(b'Content-Type: text/plain; a="' + b";" * 49 + b"\n\nhi\n--x\n", n),
    "headings of a part": lambda n: MIXED + repeated(b"A: b\n c\n", n),
    "parts in parts": lambda n: HEAD + b"".join(NESTED % (i, i) for i in range(19)) + b"\n" + repeated(b"a\n", n),
    "parts by other names": lambda n: HEAD + b"".join(CONTINUED % (i, i) for i in range(190)) + b"\n" + repeated(b"a\n", n),
    "letters in letters": lambda n: REPORT + b"Content-Type: message/rfc822\n\n" * 300 + repeated(b"a\n", n),
    "a report": lambda n: REPORT + b"Content-Type: message/delivery-status\n\n" + repeated(b"Action: failed\n\n", n),
}
NESTED = b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n'
CONTINUED = b'Content-Type: multipart/mixed; boundary*0="%d"\n\n--%d\n'
PIECES = [
    b"a",
    b"a@",
    b"@",
    b"(",
    b" (",
    b"<",
    b">",
    b'"',
    b"\\",
    b";",
    b",",
    b":",
    b"a:b,",
    b"=?",
    b"=?utf-8?q?",
    b"=?a?b?A",
    b"r-",
    b"header.d=",
]


@pytest.mark.parametrize("piece", MARKUP)
def test_html_four_times_as_long_is_not_read_sixteen_times_as_long(piece, monkeypatch):
    monkeypatch.setattr(html_text, "MAX_MARKUP", MOST)
    assert grows_evenly(from_html, lambda size: repeated(piece, size), 60_000)


@pytest.mark.parametrize("piece", MARKUP)
def test_no_letter_of_html_takes_a_second(piece):
    raw = HEAD + b"Content-Type: text/html\n\n" + repeated(piece.encode(), MOST)
    assert cost(parser_process.read_message, raw) < parser_process.SECONDS


@pytest.mark.parametrize("name", BODIES)
def test_no_letter_of_any_form_takes_a_second(name):
    def read(raw):
        return problem_with(raw) or parser_process.read_message(raw)

    assert cost(read, BODIES[name](MOST)) < parser_process.SECONDS
    assert grows_evenly(read, BODIES[name], MOST // 4)


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("name", [b"From", b"Subject", b"To", b"Authentication-Results: mx; dkim=pass", b"Content-Type: text/plain"])
def test_no_heading_takes_a_second(piece, name):
    def looked_at(raw):
        (
            auth_results.verdict(raw, "mx"),
            envelope.recipient(raw),
            envelope.sender(raw),
            envelope.names_command_address(raw),
            store.fingerprint(raw),
        )
        return problem_with(unix_lines(raw)) or parser_process.read_message(raw)

    def made(size):
        line = name + (b" " if b":" in name else b": ") + repeated(piece, size)
        return line + b"\n" + (b"" if name == b"From" else HEAD) + b"\nhi\n"

    assert cost(looked_at, made(8_000)) < parser_process.SECONDS
    assert grows_evenly(looked_at, made, 60_000)


@pytest.mark.parametrize("body", [b" " * MOST, b"\t" * MOST, (b" " * 399 + b"a") * (MOST // 400), b"\r\n" * (MOST // 2)])
def test_a_signature_under_a_letter_of_blanks_is_looked_at_in_no_time(body, monkeypatch):
    monkeypatch.setattr(dns_lookup, "texts", lambda name: [KEY])
    fields = b"v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=s; h=from:subject; bh=AAAA; b=AAAA"
    raw = b"DKIM-Signature: " + fields + b"\r\n" + HEAD.replace(b"\n", b"\r\n") + b"\r\n" + body
    assert cost(signature.verdict, raw) < parser_process.SECONDS
    assert signature.verdict(raw) == "fail"


KEY = (
    "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC7VJTUt9Us8cKjMzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZH"
    "tCSuYEvuNMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s+CLOyS56YyCFGeJZqgtzJ6GR3eqoYSW9b9UMvkBpZODSctWSNGj3P7jRFDO5VoTwCQAWbFnOjDfH5Ul"
)


@pytest.mark.parametrize("name", BODIES)
def test_a_letter_that_is_posted_keeps_the_pages_waiting_for_no_second(name):
    def posted(raw):
        try:
            webhook.looked_at(raw.decode("latin-1"))
        except ValueError:
            return  # refused by name

    assert cost(posted, BODIES[name](MOST)) < parser_process.SECONDS


def test_a_letter_that_is_not_proved_is_read_in_plain_text_alone():
    raw = HEAD + b"Content-Type: text/html\n\n<p>1 KX</p>"
    assert parse(raw).text.strip() == "1 KX"
    assert parse(raw, html=False).text == ""
    assert parse(HEAD + b"\n1 KX\n", html=False).text.strip() == "1 KX"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a < b &amp; c<3", "a < b & c<3"),
        ("1<!-- 2 -->3<!-->4<!--->5<!-- > --!>6", "13456"),
        ("<!DOCTYPE html><?xml a?><![if !mso]>1</ a>2", "12"),
        ("<p title='a>b' class=x>1</p\n>2", "1 2"),
        ("<p title=\"style='display:none'\">1", "1"),
        ("<p style=color:red style='display:none'>1", "1"),
        ("<SCRIPT>2 < 3 <p> </scripty> </ScRiPt >1", "1"),
        ("<title>2<p></title><style></script>2</style>1", "1"),
        ("<div hidden><p>2</div>1", "1"),
        ("<div hidden><br>2</br></div>1", "1"),
        ("1<a href='", "1"),
        ("1<a", "1"),
        ("1<", "1<"),
        ("1<!-- 2", "1"),
        ("1<script>2", "1"),
        ("<p a=>1<p/>2", "1 2"),
    ],
)
def test_markup_is_told_from_text_as_browsers_do(html, text):
    assert from_html(html).split() == text.split()


def test_the_library_that_checks_signatures_would_take_minutes():
    """Why blanks are counted first: when this fails, the library has mended it, and the count can go."""
    blanks = dkim.canonicalization.Relaxed.canonicalize_body
    assert not grows_evenly(blanks, lambda size: b" " * size, 24_000)
