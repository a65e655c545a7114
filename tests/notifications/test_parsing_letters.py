"""Letters made to hurt, and letters as people send them: parsed in a child, refused by name, never a hang."""

from base64 import b64encode
from email.message import EmailMessage

import pytest

from notifications.inbound import auth_results
from notifications.inbound.html_text import from_html
from notifications.inbound.parsing import parse

HEAD = b"From: Anne <anne@example.org>\nMessage-ID: <1@example.org>\nSubject: Re: hi\n"


def letter(body=b"1 KX\n", head=b"", first=HEAD):
    return first + head + b"\n" + body


def nested(depth):
    return b"".join(b"Content-Type: message/rfc822\n\n" for _ in range(depth))


def parts(count):
    inner = b"".join(b"--x\nContent-Type: text/plain\n\na\n" for _ in range(count))
    return letter(inner + b"--x--\n", b"Content-Type: multipart/mixed; boundary=x\n")


def multiparts(depth):
    head = b"".join(f'Content-Type: multipart/mixed; boundary="{n}"\n\n--{n}\n'.encode() for n in range(depth))
    return HEAD + head + b"Content-Type: text/plain\n\n1 KX\n"


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (letter(b"a" * 300_000), "too-big"),
        (letter(b"1 KX\0"), "nul"),
        (letter(head=b"X: y\n" * 250), "too-many-headers"),
        (letter(head=b"X: " + b"y" * 9000 + b"\n"), "header-too-long"),
        (letter(head=b"X: y\n" + b" z\n" * 5000), "header-too-long"),
        (parts(1000), "too-many-parts"),
        (parts(100), "too-many-parts"),
        (multiparts(60), "too-many-parts"),
        (multiparts(30), "too-many-parts"),
        (HEAD + b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\n" * 40_000, "too-many-parts"),
        (letter(head=b"To: " + b"a@example.org, " * 12_000 + b"\n"), "header-too-long"),
        (letter(head=b"Content-Type: text/plain" + b"; a=b" * 20_000 + b"\n"), "header-too-long"),
        (letter(head=b"Content-Type: text/plain" + b"; a=b" * 1500 + b"\n"), "too-many-parameters"),
        (letter(first=b"From: =?utf-8?q?Anne=0A=0DBcc:_x?=\n"), "odd-from"),
        (letter(head=b"From: Mary <mary@example.org>\n"), "two-from"),
        (letter(first=b"Subject: x\n"), "no-from"),
        (letter(first=b"From: a@example.org, b@example.org\n"), "odd-from"),
        (letter(first=b"From: friends: a@example.org, b@example.org;\n"), "odd-from"),
        (letter(first=b"From: nobody\n"), "odd-from"),
        (letter(first=b"From: " + b"(" * 1000 + b"a@example.org\n"), "odd-from"),
        (letter(head=b"Content-Type: text/plain; charset=utf-7\n"), "charset"),
    ],
)
def test_what_is_built_to_hurt_is_refused_by_name(raw, problem):
    assert parse(raw).problem == problem


@pytest.mark.parametrize(
    "raw",
    [
        letter(head=b"Message-ID: <[abc]@x>\n"),
        letter(head=b"To: " + b"(" * 1000 + b"\n"),
        letter(head=b"Content-Type: text/plain; charset=martian\n"),
        letter(head=b"Content-Type: text/plain; charset=\"=?utf-8?q?utf-8?=\"\n"),
        letter(head=b"Content-Transfer-Encoding: base64x\n"),
        letter(head=b"Date: Thu, 1 Jan 1970 00:00:00 +0000\n"),
        letter(head=b"Date: soon\n"),
        letter(head="X-Ship: Möwe\n".encode()),
        letter(head=b"Subject: =?utf-8?q?=0A=0DBcc:_x?=\n"),
        letter(first=HEAD.replace(b"Re: hi", b"=?utf-8?b?W1BvcnQ=gUm9?= =?utf-8?b?X?= =?nonsense?b?AA?=")),
    ],
)  # fmt: skip
def test_odd_letters_are_read_all_the_same(raw):
    parsed = parse(raw)
    assert (parsed.problem, parsed.sender, parsed.text.strip()) == ("", "anne@example.org", "1 KX")


@pytest.mark.parametrize(("how", "body"), [("quoted-printable", b"1 =00KX\n"), ("base64", b"MSAAS1g=\n")])
def test_a_null_that_came_in_disguise_is_none_when_the_letter_is_kept(how, body):
    head = f"Subject: =?utf-8?q?hi=00there?=\nContent-Transfer-Encoding: {how}\n".encode()
    parsed = parse(letter(body, head, first=b"From: anne@example.org\n"))
    assert (parsed.subject, parsed.text.strip()) == ("hi there", "1 \ufffdKX")


@pytest.mark.parametrize("kind", ["plain", "html"])
def test_a_mark_of_the_encoding_before_the_text_hides_no_order(kind):
    assert parse(letter("\ufeff1 KX\n".encode(), f"Content-Type: text/{kind}; charset=utf-8\n".encode())).text.strip() == "1 KX"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_base64_may_hold_any_line_ends(end):
    body = b64encode(end.join(("1 KX", "2 QF", "", "> Ahoy,")).encode())
    parsed = parse(letter(body, b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n"))
    assert parsed.text == "1 KX\n2 QF\n\n> Ahoy,"


@pytest.mark.parametrize(("name", "how"), [("utf-16", "utf-16"), ("UTF-16LE", "utf-16-le"), ("utf-16be", "utf-16-be")])
def test_text_in_units_of_two_bytes_is_read(name, how):
    head = f"Content-Type: text/plain; charset={name}\nContent-Transfer-Encoding: base64\n".encode()
    assert parse(letter(b64encode("1 KX\r\n\r\nПривет".encode(how)), head)).text == "1 KX\n\nПривет"


FLOWED = b"Content-Type: text/plain; charset=utf-8; format=flowed"
QUOTED = "> a long line of ours, which was broken and which is quoted \n> here\n"
LONG_ORDER = "BB G4; A6 A5 A4 A3 A2 A1 B1 C1; FIRE BLUE TAKE 1 PUSH N N N; END"


@pytest.mark.parametrize(("more", "broken"), [(b"\n", "{} \n{}"), (b"; delsp=yes\n", "{}  \n{}")])
def test_a_line_that_a_mail_program_broke_is_one_line(more, broken):
    at = LONG_ORDER.index(" N N; ")
    body = f"{broken.format(LONG_ORDER[:at], LONG_ORDER[at + 1 :])}\n 2 QF\n\n{QUOTED}"
    assert parse(letter(body.encode(), FLOWED + more)).text == (f"{LONG_ORDER}\n2 QF\n\n{QUOTED}")


def test_a_short_line_with_a_blank_at_its_end_was_broken_by_its_writer():
    assert parse(letter(b"1 KX \n2 QF \n-- \nAnne\n", FLOWED + b"\n")).text == "1 KX \n2 QF \n-- \nAnne\n"


def test_a_letter_that_pgp_signed_in_place_says_what_was_signed():
    around = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{}\n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n"
    assert parse(letter(around.format("1 KX\n\n- -- \nAnne").encode())).text == "1 KX\n\n-- \nAnne"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ('multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x', b"--x\n\nVersion: 1\n--x--\n"),
        ("application/pkcs7-mime; smime-type=enveloped-data", b"MIIB"),
        ("application/x-pkcs7-mime; smime-type=signed-data", b"MIIB"),
        ("text/plain", b"-----BEGIN PGP MESSAGE-----\n\nhQ\n-----END PGP MESSAGE-----\n"),
    ],
)
def test_a_letter_that_is_encrypted_is_called_so(kind, body):
    assert parse(letter(body, f"Content-Type: {kind}\n".encode())).problem == "encrypted"


def test_signs_that_nobody_sees_at_the_ends_of_a_line_hide_no_order():
    assert parse(letter("\u200b\n\u200f1 KX\u200b\n1\u200b KX\n".encode(), FLOWED + b"\n")).text == "\n1 KX\n1\u200b KX\n"


def test_a_letter_within_a_thousand_letters_is_not_read():
    assert parse(HEAD + nested(1000) + b"1 KX\n").text == ""


def test_the_address_of_a_sender_counts_and_not_the_name_beside_it():
    assert parse(letter(first=b'From: "anne@example.org" <Jack@Example.NET>\n')).sender == "jack@example.net"


def test_line_ends_of_every_kind_never_make_two_letters_of_one():
    raw = letter(b"1 KX\r.\rFrom: other@example.org\r\n.\r\nMAIL FROM:<x@y>\n.\n")
    assert parse(raw).text.split("\n")[:2] == ["1 KX", "."]


def test_base64_that_is_broken_is_read_as_far_as_it_goes():
    assert parse(letter(b"MSBLWA==!!!\n", b"Content-Transfer-Encoding: base64\n")).problem == ""


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>1 KX</p><blockquote>[2 QF] Pass</blockquote>", "1 KX"),
        ('<div>1 KX</div><div class="gmail_quote"><p>2 QF</p></div>', "1 KX"),
        ('<div>1 KX</div><div id="divRplyFwdMsg">From: us</div><div>2 QF</div>', "1 KX"),
        ('<p style="display:none">2 QF</p><p>1 KX</p>', "1 KX"),
        ('<p style="font-size: 0px">2 QF</p><p>1 KX</p>', "1 KX"),
        ("<p hidden>2 QF</p><p>1 KX</p>", "1 KX"),
        ("<style>p { 2 QF }</style><title>2 QF</title><p>1&nbsp;KX</p>", "1 KX"),
        ("1 KX<br>North<script>2 QF</script>", "1 KX\nNorth"),
        ("<div><div><div>1 KX", "1 KX"),
        ("</p></p>1 KX", "1 KX"),
        ("<pre>1 KX\n2  QF</pre>3\nRZ", "1 KX\n2 QF\n3 RZ"),
        ("<div style='white-space: pre-wrap'><b>1 KX\n2</b> QF</div>", "1 KX\n2 QF"),
        ("<pre>\n1 KX<blockquote>2\nQF</blockquote></pre>", "1 KX"),
        ("<center>1 KX</center><dl><dt>2 QF<dd>3 RZ</dl>", "1 KX\n2 QF\n3 RZ"),
        ("1 KX<blockquote>[2 QF] Pass</blockquote>Thanks", "1 KX\nThanks"),
        ("<table><tr><td></td><td>1 KX</td><td>Thanks</td></tr></table>Anne", "1 KX | Thanks\nAnne"),
        ("<table><tr><td></td><td>1 KX</td><td></td><td>&nbsp;</td></tr></table>Anne", "1 KX\nAnne"),
        ("<table><tr><th>1 KX<tr><th>Thanks</table>", "1 KX\nThanks"),
        ("<h5>1 KX</h5>Thanks<form>Anne</form>", "1 KX\nThanks\nAnne"),
        ("<s>2 QF</s><del>3 RZ</del><strike>4 TF</strike><p>1 KX", "1 KX"),
        ("<span style='text-decoration:underline line-through'>2 QF</span><u>1 KX</u>", "1 KX"),
    ],
)
def test_html_is_read_without_what_is_quoted_or_hidden(html, text):
    parsed = parse(letter(html.encode(), b"Content-Type: text/html; charset=utf-8\n"))
    assert "\n".join(line for line in parsed.text.split("\n") if line.strip()) == text


ZEROS = ("0", "0px", "0.0em", ".0%", "00pt", "-0", "0e3px", " 0 ", "0 !important", "/* small */0")
SMALL = ("0.9em", ".8rem", "00.5px", "10px", "9pt", "0.01", "100%", "calc(0px + 1em)", "0 0", "x0", "")


@pytest.mark.parametrize(("values", "text"), [(ZEROS, ""), (SMALL, "1 KX")])
@pytest.mark.parametrize("name", ["font-size", "opacity", "max-height", "FONT-SIZE"])
def test_only_a_size_of_nothing_hides_what_is_written(name, values, text):
    read = {value: from_html(f'<p style="color:red; {name}:{value}">1 KX</p>').strip() for value in values}
    assert read == dict.fromkeys(values, text)


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("font: 0/0 a", ""),
        ("font: italic 0px serif", ""),
        ("font: 0.9em/1.5 serif", "1 KX"),
        ("height: 0; overflow: hidden", ""),
        ("height: 0", "1 KX"),
        ("font-size: 0; font-size: 12px", "1 KX"),
        ("font-size: 0 !important; font-size: 12px", ""),
        ("display:none", ""),
        ("display: none ! important", ""),
        ("display: inline; visibility: visible", "1 KX"),
        ("visibility:collapse", ""),
        ("mso-hide:all", ""),
        ("mso-fareast-font-size: 0; line-height: 0; margin: 0; x-max-height: 0", "1 KX"),
        ("background: url(display:none)", "1 KX"),
        ("/* font-size: 0 */ color: red", "1 KX"),
        ("color: red /* font-size: 0", "1 KX"),
    ],
)
def test_what_is_hidden_is_told_by_whole_declarations(style, text):
    assert from_html(f'<p style="{style}">1 KX</p>').strip() == text


@pytest.mark.parametrize(
    "plain",
    [
        "This message is in HTML format. Please use a program that can show it.",
        "Your e-mail program does not support HTML messages.",
        "Diese Nachricht ist im HTML-Format.",
        "Для просмотра этого письма нужна поддержка HTML",
    ],
)
def test_a_plain_part_that_only_asks_for_a_program_with_html_is_not_what_was_written(plain):
    message = EmailMessage()
    message["From"] = "anne@example.org"
    message.set_content(f"{plain}\n")
    message.add_alternative("<p>1 KX</p><blockquote>Ahoy</blockquote>", subtype="html")
    assert parse(message.as_bytes()).text.strip() == "1 KX"
    assert parse(message.as_bytes(), html=False).text.strip() == plain
    message = EmailMessage()
    message["From"] = "anne@example.org"
    message.set_content("1 KX\nI like HTML.\n")
    message.add_alternative("<p>2 QF</p><p>I like HTML.</p>", subtype="html")
    assert parse(message.as_bytes()).text.split("\n")[0] == "1 KX"


def test_html_is_read_when_the_plain_part_is_empty():
    message = EmailMessage()
    message["From"] = "anne@example.org"
    message.set_content("\n \n")
    message.add_alternative("<p>1 KX</p>", subtype="html")
    assert parse(message.as_bytes()).text.strip() == "1 KX"


def test_the_plain_part_is_preferred():
    message = EmailMessage()
    message["From"] = "anne@example.org"
    message.set_content("1 KX\n")
    message.add_alternative("<p>2 QF</p>", subtype="html")
    assert parse(message.as_bytes()).text.strip() == "1 KX"


def test_what_is_attached_is_never_read():
    message = EmailMessage()
    message["From"] = "anne@example.org"
    message.set_content("see the file")
    message.add_attachment("1 KX\n", filename="orders.txt")
    message.add_attachment(b"PK" * 1000, maintype="application", subtype="zip", filename="bomb.zip")
    inner = EmailMessage()
    inner["From"] = "mary@example.org"
    inner.set_content("2 QF")
    message.add_attachment(inner)
    assert parse(message.as_bytes()).text.strip() == "see the file"


@pytest.mark.parametrize("how", ["attachment", "inline"])
@pytest.mark.parametrize("kind", ["plain", "html"])
def test_a_letter_that_is_only_an_attachment_says_nothing(how, kind):
    message = EmailMessage()
    message["From"] = "anne@example.org"
    message.set_content("\n")
    message.add_attachment("1 KX\n", subtype=kind, disposition=how, filename="orders.txt")
    assert parse(message.as_bytes()).text.strip() == ""


def test_a_text_that_a_program_gave_a_name_is_read():
    named = b"Content-Type: text/plain; charset=utf-8; name=text.txt\n"
    assert parse(letter(head=named)).text.strip() == "1 KX"
    mixed = b"Content-Type: multipart/mixed; boundary=x\n"
    first, second = named + b"\n1 KX\n", b"Content-Type: text/html\n\n<p>2 QF</p>\n"
    assert parse(letter(b"--x\n" + first + b"--x\n" + second + b"--x--\n", mixed)).text.strip() == "1 KX"
    assert parse(letter(b"--x\n" + second + b"--x\n" + first + b"--x--\n", mixed)).text.strip() == "2 QF"


def test_html_that_is_nested_without_end_is_refused_by_name():
    parsed = parse(letter(b"<div><p>" * 15_000 + b"1 KX" + b"<!" * 30_000, b"Content-Type: text/html\n"))
    assert parsed.problem == "too-much-html"


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252", "koi8-r", "gb18030", "iso-2022-jp", "big5", "euc-kr"])
def test_the_charsets_of_the_world_are_read(charset):
    raw = letter("1 KX\n".encode(charset), f"Content-Type: text/plain; charset={charset}\n".encode())
    assert parse(raw).text.strip() == "1 KX"


@pytest.mark.parametrize(
    "subject",
    [
        "Réponse automatique : Re: [Tortuga]",
        "Reponse automatique",
        "Out-of-office: Re: [Tortuga]",
        "I am out of the office",
        "Automatische Antwort: [Tortuga]",
        "Autosvar: Re: [Tortuga]",
        "Automatyczna odpowiedź: [Tortuga]",
        "Resposta automática: [Tortuga]",
        "Αυτόματη απάντηση: [Tortuga]",
        "Автоматический ответ: [Tortuga]",
        "OTOMATİK YANIT: [Tortuga]",
        "自动回复: [Tortuga]",
        "自動応答: [Tortuga]",
        "자동 회신: [Tortuga]",
        "תשובה אוטומטית: [Tortuga]",
    ],
)
@pytest.mark.parametrize("how", ["encoded", "raw"])
def test_a_note_of_absence_is_known_by_its_subject(subject, how):
    message = EmailMessage()
    message["From"], message["Subject"] = "anne@example.org", subject
    message.set_content("north")
    raw = message.as_bytes() if how == "encoded" else letter(b"north\n", first=f"From: anne@example.org\nSubject: {subject}\n".encode())
    parsed = parse(raw)
    assert (parsed.subject, parsed.absent) == (subject, True)


@pytest.mark.parametrize(
    ("charset", "subject"), [("koi8-r", "Автоответ: Остров"), ("iso-8859-1", "Réponse automatique"), ("", "Abwesenheit")]
)
def test_a_subject_in_bytes_of_another_charset_is_read(charset, subject):
    head = f"From: anne@example.org\nSubject: {subject}\n".encode(charset or "utf-8")
    parsed = parse(letter(first=head, head=f"Content-Type: text/plain; charset={charset or 'utf-8'}\n".encode()))
    assert (parsed.subject, parsed.absent, parsed.problem) == (subject, True, "")


@pytest.mark.parametrize("subject", ["Re: [Out at Sea] Buccaneer", "Re: [Autobahn] your office", "AW: [Hausboot] Antwort", ""])
def test_an_ordinary_subject_is_no_note_of_absence(subject):
    assert parse(letter(first=f"From: anne@example.org\nSubject: {subject}\n".encode())).absent is False


# -- From -----------------------------------------------------------------------------------------
ANNE = "<anne@example.org>"
ONE_ADDRESS = [
    f"Bonny, Anne {ANNE}", f"anne@example.org {ANNE}", f"'anne@example.org' {ANNE}", f"Anne [Home] {ANNE}", f"Anne (Home) {ANNE}",
    f'"Bonny, Anne" {ANNE}', f'"anne@example.org" {ANNE}', f'"<mary@example.org>" {ANNE}', f'"a \\" b" {ANNE}', f'Anne "the Shark {ANNE}',
    f"Bonny; Anne {ANNE}", f"Anne: home {ANNE}", f"Dr. A. Bonny {ANNE}", f"Anne @ Sea {ANNE}", f"anne@example.org, Anne {ANNE}",
    f"mary@example.net {ANNE}", f"Anne <3 {ANNE}", f"=?utf-8?q?Bonny=2C_Anne?= {ANNE}", f"Bönny, Anne {ANNE}", f"Anne {ANNE} (at sea)",
    ANNE, "anne@example.org", "anne@example.org (Anne Bonny)", "Anne < Anne@Example.ORG >", f"Bonny,\n Anne {ANNE}", f", {ANNE}",
]  # fmt: skip
NOT_ONE = [
    f"mary@example.net, Anne {ANNE}", f"Mary <mary@example.net>, Anne {ANNE}", f"<mary@example.net> {ANNE}",
    f"Anne {ANNE}, mary@example.net",
    f"friends: mary@example.net, Anne {ANNE};", f"mary@example.net; {ANNE}", f"(<mary@example.net>) {ANNE}", "Anne", "", "<>", "Anne <>",
    "Anne <anne>", "Anne anne@example.org", "Anne <anne@example.org", "anne@example.org>", "Anne <anne@example.org> Bonny",
    "<anne@example.org@example.net>", "<an ne@example.org>", f'"mary@example.net", Anne {ANNE[:-1]}',
]  # fmt: skip


@pytest.mark.parametrize("line", ONE_ADDRESS)
def test_one_address_at_the_end_of_from_is_enough(line):
    raw = letter(first=f"From: {line}\n".encode())
    assert (parse(raw).sender, parse(raw).problem) == ("anne@example.org", "")
    assert auth_results.writer(auth_results.header_lines(raw)) == "anne@example.org"


@pytest.mark.parametrize("line", NOT_ONE)
def test_a_from_without_one_address_is_of_nobody(line):
    raw = letter(first=f"From: {line}\n".encode())
    assert parse(raw).problem == "odd-from"
    assert auth_results.writer(auth_results.header_lines(raw)) == ""
