"""What a letter looks like on the wire: good manners in its header, pictures inside, and no way in for mischief."""

import pytest

from core.plain_text import isolated
from notifications import Letter, notify, unsubscribing
from notifications.models import Delivery, Notice
from notifications.tasks import sweep

pytestmark = pytest.mark.django_db
DOT = bytes.fromhex("89504e470d0a1a0a") + b"a picture"


@pytest.fixture
def send(relay, hail, anne):
    """Sends this letter to Anne and gives back what the relay received."""

    def send(letter, **told):
        hail.letter = letter
        notify("hail", None if told else anne, f"hail:{len(relay.letters)}", {}, **told)
        sweep()
        return relay.letters[-1]

    return send


def test_letters_of_one_game_are_one_thread_with_one_subject(send):
    first, second = (send(Letter("[Port Royal] Buccaneer: your turns", "x", thread="g.7.1")) for _ in range(2))
    assert first["References"] == second["References"] == "<m.g.7.1@mail.port-royal.example>"
    assert first["Subject"] == second["Subject"]
    assert first["Message-ID"] != second["Message-ID"]


def test_the_message_id_is_the_one_we_keep(send):
    letter = send(Letter("s", "t"))
    assert letter["Message-ID"] == f"<{Delivery.objects.get().message_id}@mail.port-royal.example>"


def test_machines_are_told_not_to_answer(send):
    letter = send(Letter("s", "t"))
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["X-Auto-Response-Suppress"] == "All"
    assert letter["Precedence"] == "bulk"
    assert letter["List-Id"] == "<turns.mail.port-royal.example>"


def test_the_way_to_stop_stands_on_one_line(relay, send, settings):
    settings.SITE_URL = "https://a-rather-long-name-of-a-harbour.port-royal.example"
    letter = send(Letter("s", "t"))
    link = unsubscribing.unsubscribe_link(Notice.objects.get())
    assert f"List-Unsubscribe: <{link}>\r\n".encode() in letter.as_bytes(policy=letter.policy.clone(linesep="\r\n", max_line_length=500))
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize(
    "name",
    [
        "Gold\r\nBcc: jack@example.org",
        "Gold\nX-Evil: 1",
        "Gold\u2028Bcc: x",
        "Gold\x00\x0b",
        "\u202eGold\u202c",
        "G" * 5000,
    ],
)
def test_a_name_cannot_add_a_header_or_turn_the_writing_about(send, name):
    letter = send(Letter(f"[{name}] Buccaneer: your turns", "t", thread="g.7.1"))
    assert letter["Bcc"] is letter["X-Evil"] is None
    assert letter["To"] == "anne@example.org"
    assert len(letter.get_all("Subject")) == 1
    assert letter["Subject"].isprintable()
    assert len(letter["Subject"]) <= 150


@pytest.mark.parametrize("name", ["Žižka’s Schatzinsel", "海賊の島", "Остров сокровищ", "🏴‍☠️ 7", "دزدان\u200cدریایی", "ñ" * 100])
def test_names_in_any_writing_arrive_as_they_are(send, name):
    letter = send(Letter(f"[{name}] Buccaneer", f"Ahoy {name}\n", f"<p>Ahoy {name}</p>"))
    assert letter["Subject"] == isolated(f"[{name}] Buccaneer")
    assert name in letter.get_body(("plain",)).get_content()
    assert name in letter.get_body(("html",)).get_content()


def test_pictures_lie_in_the_letter_beside_the_html(send):
    letter = send(Letter("s", "t", '<img src="cid:board" alt="The board">', {"board": DOT}))
    picture = next(part for part in letter.walk() if part.get_content_type() == "image/png")
    assert letter.get_content_type() == "multipart/related"
    assert picture["Content-ID"] == "<board>"
    assert picture.get_content_disposition() == "inline"
    assert picture.get_content() == DOT


def test_a_letter_goes_to_one_person(send):
    letter = send(Letter("s", "t"), address="newcomer@example.net")
    assert letter["To"] == "newcomer@example.net"
    assert letter["Cc"] is letter["Bcc"] is None


def test_an_address_that_would_add_a_header_is_never_used(relay, hail):
    notify("hail", None, "hail:1", {}, address="x@example.org\nBcc: jack@example.org")
    sweep()
    assert relay.letters == []
