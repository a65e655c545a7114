"""The address that everybody knows, written to by several at once, or twice by one. Real threads on a real database."""

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game
from games.play import acting
from notifications import addresses
from notifications.inbound import processing, reply_addresses
from notifications.inbound.store import store
from notifications.models import LetterIn, Notice
from tests.games.conftest import At, two_people
from tests.games.test_at_once import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)
BESS = "bess@elsewhere.example"


@pytest.fixture(autouse=True)
def nothing_is_read_by_itself(monkeypatch, settings):
    """No tasks after commits: each test reads what it wants."""
    settings.REPLY_DOMAIN, settings.DESK = "localhost", "play@localhost"
    for task in ("games.tasks.play_bots.delay", "notifications.tasks.read_letter.delay", "notifications.tasks.deliver.delay"):
        monkeypatch.setattr(task, lambda *_: None)


def came(sender: str, text: str, number: int, to: str = "play@localhost") -> int:
    """A letter that lies there, proved."""
    raw = f"From: {sender}\nTo: {to}\nMessage-ID: <{number}@example.org>\nSubject: x\n\n{text}\n".encode()
    return store(raw, to, sender, timezone.now(), "pass").pk


def read_at_once(*letters: int) -> list[str]:
    """Why each of them ended as it did. One that did not get its lock in time is read again, as the sweep would."""
    all_at_once(*[lambda pk=pk: processing.process_letter(pk) for pk in letters])
    while processing.letters_to_read(proved=True):
        processing.process_letter(processing.letters_to_read(proved=True)[0])
    return sorted(LetterIn.objects.values_list("reason", flat=True))


def test_the_same_letter_in_two_forms_at_once_makes_one_table(anne):
    letters = [came(anne.email, text, 1) for text in ("new bounty", "new bounty\n\nAnne")]
    assert read_at_once(*letters) == ["new", "twice"]
    assert Game.objects.count() == 1


def test_two_people_who_take_the_last_chair_at_once_are_one_captain_and_one_who_is_told(anne, mary, jack):
    pk = came(jack.email, "new buccaneer-family for 2 open", 1)
    processing.process_letter(pk)
    game = Game.objects.get()
    letters = [came(person.email, f"join {game.pk}", number) for number, person in enumerate((anne, mary), 2)]
    assert read_at_once(*letters) == ["join", "new", "started"]
    assert game.players.count() == 2


def test_two_first_letters_of_a_stranger_at_once_are_answered_once():
    assert read_at_once(came(BESS, "Ahoy", 1), came(BESS, "Ahoy!", 2)) == ["told-already", "welcomed"]
    assert Notice.objects.filter(kind="stranger").count() == 1


def test_two_yes_at_once_open_one_account():
    row = reply_addresses.new_row(None, "stranger", {"email": BESS})
    to = f"{addresses.mint('r', row.ident)}@localhost"
    assert read_at_once(came(BESS, "yes", 1, to), came(BESS, "yes, call me Bess", 2, to)) == ["opened", "unread"]
    assert User.objects.count() == 1


def test_again_of_both_captains_at_once_is_one_table_with_both(anne, mary):
    at = At(two_people(anne, mary))
    acting.end_as_it_stands(at.pk, "agreed")
    letters = []
    for number, person in enumerate((anne, mary)):
        row = reply_addresses.new_row(person, "over", {"game": at.pk, "asked": "over"})
        letters.append(came(person.email, "again", number, f"{addresses.mint('r', row.ident)}@localhost"))
    assert read_at_once(*letters) == ["counted", "counted"]
    assert [game.players.count() for game in Game.objects.filter(rematch_of=at.pk)] == [2]
