"""Pages, letters and receipts are made from rows of one moment, no matter who plays while they are read."""

import pytest
from django.core import mail
from django.utils import timezone

from games.models import Game, Hand, Wait
from games.play import acting
from games.queries import table_view
from games.storage import prepared
from games.storage.snapshots import present
from games.tables import housekeeping
from notifications.models import ReplyAddress
from tests.letters import codes, receipt

pytestmark = pytest.mark.django_db


@pytest.fixture
def meanwhile(monkeypatch):
    """`meanwhile("decks", do)`: somebody is so quick as to `do` this just before that read is made, the first few times."""

    at_it: list[bool] = []

    def hook(name: str, do, times: int = 1):
        read, todo = getattr(prepared, name), [do] * times

        def hooked(*values):
            if todo and not at_it:
                at_it.append(True)
                todo.pop()()
                at_it.clear()
            return read(*values)

        monkeypatch.setattr(prepared, name, hooked)

    return hook


def is_of_one_moment(found: dict) -> bool:
    """Is what is asked what is waited for, in the position of this number?"""
    asked = {decision.seat for decision in found.decisions}
    mine = {wait.seat for wait in found.waits} & {found.seat}
    return asked == mine and found.number == found.game.number == Game.objects.get(pk=found.game.pk).number


@pytest.mark.parametrize("read", ["seated", "decks", "open_waits"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_table_is_read_as_it_was_at_one_moment_though_others_play_meanwhile(at, anne, mary, meanwhile, read, times):
    game, seats = at.game, iter([0, 1] * 9)
    meanwhile(read, lambda: at.turn(next(seats)), times)
    for user in (anne, mary):
        assert is_of_one_moment(table_view.table(game, user))


def test_the_present_position_is_read_as_it_was_at_one_moment(at, meanwhile):
    game = at.game
    meanwhile("decks", lambda: at.turn(0, dig="yes"))
    found = present(game)
    assert found.public == at.game.public
    assert found.seats == list(Hand.objects.filter(player__game=at.pk).order_by("player__seat").values_list("secrets", flat=True))


def test_who_is_asked_while_their_receipt_is_written_is_asked_in_it_or_by_a_letter_of_its_own(post, at, anne, meanwhile):
    [letter] = post.letters()
    at.act(0, "steer", "stay")
    post.answer(letter, "help")
    asked_in = receipt()
    meanwhile("open_waits", lambda: at.turn(1))
    post.answer(asked_in, codes(asked_in)["no"])
    said, later = receipt(), post.letters()
    assert Wait.objects.get(closed_at=None, game=at.pk).seat == 0
    assert codes(said) or [sent for sent in later if codes(sent)]


def test_a_turn_that_nothing_was_asked_about_in_the_receipt_has_its_letter(post, at, anne, meanwhile, monkeypatch):
    """Even where what is asked cannot be found out, the address in the receipt stands for nothing that it did not ask."""
    [letter] = post.letters()
    at.turn(0)
    at.turn(1)
    with monkeypatch.context() as patch:
        table = table_view.table
        patch.setattr(table_view, "table", lambda *given: table(*given) | {"decisions": []})
        post.answer(letter, "help")
        assert codes(receipt()) == {}
    wait = Wait.objects.get(closed_at=None, game=at.pk)
    assert not ReplyAddress.objects.filter(facts__wait=wait.pk).exclude(facts__codes={})
    assert [sent for sent in post.letters() if codes(sent)]


def test_a_letter_about_a_question_that_was_answered_while_it_was_written_is_not_sent(post, at, mary, meanwhile):
    meanwhile("seated", lambda: (at.turn(0), at.turn(1)))
    assert [sent.to for sent in post.letters()] == []
    [letter] = post.letters(1) or post.letters()
    assert codes(letter)
    assert len(mail.outbox) == 1


@pytest.fixture
def ends(at, monkeypatch):
    """`ends(2)`: the game ends just before it is locked for the second time."""

    def hook(time: int):
        locked, left = prepared.locked, [time]

        class Locked:
            def get(self, pk):
                left[0] -= 1
                if not left[0]:
                    acting.end_as_it_stands(pk, "agreed")
                return locked.get(pk)

        monkeypatch.setattr(prepared, "locked", Locked())

    return hook


def test_a_letter_says_so_if_the_game_ends_while_it_is_read(post, at, ends):
    [letter] = post.letters()
    ends(1)
    kept = post.answer(letter, codes(letter)["stay"])
    assert (kept.state, kept.reason) == ("refused", "not-running")
    assert "not running any more" in receipt().body


def test_a_receipt_is_written_as_ever_if_the_game_ends_after_something_was_tried(post, at, ends, caplog):
    [letter] = post.letters()
    ends(2)
    assert post.answer(letter, f"try {codes(letter)['stay']}").state == "applied"
    assert receipt().body
    assert at.game.status == Game.Status.OVER
    assert not caplog.records


def test_the_last_round_of_a_game_that_ends_meanwhile_is_called_by_nobody_and_no_fault(at, ends, caplog):
    Game.objects.filter(pk=at.pk).update(ends_at=timezone.now())
    ends(1)
    assert housekeeping.call_due_last_rounds(timezone.now()) == 0
    assert not caplog.records
