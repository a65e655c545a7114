"""The letter of a real game: the chart as a picture and as text, the hand, and nothing that others hold."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.core import mail
from django.utils import timezone
from PIL import Image

from games.engine import Action, commitment
from games.models import Game, Player, Seed
from games.play import acting
from games.queries import table_view
from games.rulesets import get_ruleset
from games.storage.snapshots import state_of
from games.tables import lobby
from notifications.tasks import sweep

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
RULES = get_ruleset("buccaneer")
SECRET = b"thirty answers of random play ..".ljust(32)[:32]
"""With dice of chance, what is dealt anew to the others is now and then what they hold."""


@pytest.fixture
def letter(anne, mary, time_machine, monkeypatch):
    """What the captain on turn gets after thirty answers of random play, with the game. Its dice are the same each time."""
    monkeypatch.setattr(Seed, "draw", lambda: (SECRET, commitment(SECRET)))
    game = lobby.create(anne, "buccaneer", {}, seats=2, name="Port Royal", open_to_all=True)
    lobby.join(game.pk, mary)
    for number in range(30):
        answer_somehow(game.pk, number)
    time_machine.move_to(timezone.now() + timedelta(minutes=3))
    mail.outbox.clear()
    sweep()
    [letter] = mail.outbox
    return Game.objects.get(pk=game.pk), letter


def answer_somehow(pk, number):
    game = Game.objects.get(pk=pk)
    wait = game.waits.filter(closed_at=None).first()
    table = table_view.table(game, Player.objects.get(game=game, seat=wait.seat).user)
    decision = next(decision for decision in table.decisions if not decision.optional)
    acting.act(pk, Action(wait.seat, decision.name, decision.sample(lambda sides: number * 7 % sides)), game.number, "player")


def own_view(game, letter):
    seat = next(player.seat for player in game.players.all() if [player.user.email] == letter.to)
    return seat, table_view.table(game, game.players.get(seat=seat).user)


def test_the_board_comes_as_a_small_picture_in_colours(letter):
    _, message = letter
    picture = next(part for part in message.message().walk() if part.get_content_type() == "image/png")
    png = picture.get_payload(decode=True)
    assert len(png) <= 60 * 1024
    assert 'src="cid:board"' in message.alternatives[0].content
    with Image.open(BytesIO(png)) as image:
        assert image.width >= 600
        assert len(image.convert("RGB").getcolors(1 << 20)) > 16


def test_the_board_and_the_hand_come_as_text_in_both_parts(letter):
    game, message = letter
    _, table = own_view(game, message)
    for words in ("Your crew", "Ships", f"Round {table.view.public.round}."):
        assert words in message.body
        assert words in message.alternatives[0].content


def test_a_turn_letter_is_small_and_its_lines_are_short(letter):
    _, message = letter
    assert len(message.alternatives[0].content.encode()) < 90 * 1024
    assert [line for line in message.body.splitlines() if len(line) > 66 and not line.strip().startswith("http")] == []


def test_the_letter_is_the_same_whatever_the_others_hold(letter, monkeypatch):
    game, message = letter
    seat, before = own_view(game, message)
    state = state_of(game)
    hidden = RULES.redeal_hidden(state, seat, game.seed.dice)
    assert hidden.hands != state.hands, "something was hidden"
    from games.mail.letters import turn_letters

    monkeypatch.setattr(RULES.__class__, "load", lambda self, snapshot: hidden)
    _, after = own_view(game, message)
    assert turn_letters.board(after) == turn_letters.board(before)
