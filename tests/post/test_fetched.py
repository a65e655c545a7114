"""A site whose answers go to a mailbox at somebody else's server: fetched from there over IMAP."""

import pytest
from django.db import OperationalError

from notifications.inbound import fetching
from notifications.models import LetterIn
from notifications.tasks import fetch_letters

from .conftest import MailProgram, everything_has_come, tidy, world
from .reader import choices

pytestmark = pytest.mark.post


@pytest.fixture(autouse=True)
def box(settings, names, site):
    """The site's mailbox, empty; answers go into it, and nobody else looks at them on their way."""
    settings.REPLY_DOMAIN, settings.LETTERS_IN, settings.AUTHSERV_ID = world("FETCHED"), "", ""
    settings.LETTERS_IMAP = f"imap://the-site%40{world('PEOPLE')}:{world('PASSWORD')}@127.0.0.1:{world('IMAP')}/INBOX"
    with fetching.mailbox() as box:
        for folder in ("INBOX", fetching.TAKEN, fetching.NOT_TAKEN):
            if box.folder.exists(folder):
                box.folder.set(folder)
                box.delete(box.uids())


def lying() -> dict[str, int]:
    """How many letters are in which folder."""
    everything_has_come()
    with fetching.mailbox() as box:
        return {folder.name: box.folder.status(folder.name)["MESSAGES"] for folder in box.folder.list()}


def test_an_answer_that_lies_in_the_mailbox_is_fetched_proved_by_its_signature_and_played(anne, table, letter):
    answer = anne.reply(letter, next(choices(letter)[0].lines(0)))
    assert (lying()["INBOX"], LetterIn.objects.count()) == (1, 0)
    fetch_letters()
    assert "- You " in tidy(anne.take(lambda found: found["In-Reply-To"] == answer["Message-ID"]))
    assert table.moves.filter(by="mail").count() == 1
    kept = LetterIn.objects.get()
    assert (kept.auth, kept.envelope_from, kept.envelope_to) == ("pass", anne.address, letter["Reply-To"])
    assert lying() == {"INBOX": 0, fetching.TAKEN: 1, fetching.NOT_TAKEN: 0}


def test_a_letter_stays_where_it_is_until_it_is_stored(anne, letter, monkeypatch):
    def down(*_):
        raise OperationalError("gone")

    anne.reply(letter, next(choices(letter)[0].lines(0)))
    everything_has_come()
    with monkeypatch.context() as patched:
        patched.setattr(fetching, "store", down)
        with pytest.raises(OperationalError):
            fetch_letters()
    assert lying()["INBOX"] == 1
    fetch_letters()
    assert (lying()["INBOX"], LetterIn.objects.get().state) == (0, "applied")


def test_a_letter_that_was_stored_but_not_yet_moved_is_the_same_row_the_next_time(anne, table, letter, monkeypatch):
    def cut_off(*_):
        raise ConnectionResetError

    anne.reply(letter, next(choices(letter)[0].lines(0)))
    everything_has_come()
    with monkeypatch.context() as patched:
        patched.setattr(fetching.BaseMailBox, "move", cut_off)
        fetch_letters()
    assert lying()["INBOX"] == 1
    fetch_letters()
    assert (LetterIn.objects.count(), table.moves.filter(by="mail").count(), lying()["INBOX"]) == (1, 1, 0)


def test_somebody_elses_letter_and_one_that_is_too_big_are_put_aside_unread(anne, letter):
    stranger = MailProgram("Jack", "jack")
    for to, text in ((f"hello@{world('FETCHED')}", "Ahoy"), (letter["Reply-To"], "Ahoy " * 80_000)):
        letter.replace_header("Reply-To", to)
        stranger.reply(letter, text)
    everything_has_come()
    fetch_letters()
    assert (lying(), LetterIn.objects.count()) == ({"INBOX": 0, fetching.TAKEN: 0, fetching.NOT_TAKEN: 2}, 0)


def test_a_mailbox_that_cannot_be_opened_is_tried_again_later(settings, caplog):
    settings.LETTERS_IMAP = settings.LETTERS_IMAP.replace(world("PASSWORD"), "wrong")
    fetch_letters()
    assert "letters could not be fetched: MailboxLoginError" in caplog.text
    assert world("PEOPLE") not in caplog.text
