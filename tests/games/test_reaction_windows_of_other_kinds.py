"""Reaction windows in which nobody disputes anything: the site speaks of them in the edition's words, or in words that fit every kind."""

import pytest

from games.agreements import extensions
from games.editions.errors import NotAllowed
from games.engine import SITE, Confirm, Event, WindowWords
from games.models import Game, Wait
from games.play.session import load
from games.rulesets import all_rulesets
from games.tables import lobby
from games.timeouts import sweeping
from games.timeouts.expiring import Due
from tests.games.conftest import At
from tests.games.toy import Toy
from tests.letters import codes, receipt
from tests.reading import opening, part, section, subject

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
HOURS = 12


class Offers(Toy):
    """A captain who digs or not has made an offer, which the others may accept for some hours before the next turn."""

    slug, name = "offers", "Offers"
    window_words = WindowWords("an offer", "accept", "accepted", "acceptances", "the next captain sails")

    def decisions(self, state):
        if self.outcome(state) or state.phase != "offer":
            return super().decisions(state)
        closing = Confirm(SITE, "close", "yes", reaction=True, facts={"hours": HOURS})
        others = [seat for seat in self.seats_left(state) if seat != state.turn]
        return [closing, *(Confirm(seat, "accept", "yes", optional=True, reaction=True) for seat in others)]

    def apply(self, state, decision, action, dice):
        if decision.name == "dig":
            state.phase, state.disputed = "offer", True
            return [Event("offered", action.seat)]
        if state.phase != "offer":
            return super().apply(state, decision, action, dice)
        self.pass_on(state)
        state.disputed = True
        return [Event("accepted" if decision.name == "accept" else "ended", action.seat, reveals=True)]


class Answers(Offers):
    """The same in an edition that says nothing of its windows, and has no standing orders."""

    slug, name, orders = "answers", "Answers", ()
    window_words = Toy.window_words


@pytest.fixture(params=[Offers(), Answers()], ids=lambda rules: rules.slug)
def game(request, monkeypatch, anne, mary, jack) -> Game:
    """Anne, Mary and Jack; Anne begins."""
    monkeypatch.setitem(all_rulesets(), request.param.slug, request.param)
    game = lobby.create(anne, request.param.slug, {"rounds": 100}, seats=3, place="bombay", name="Port Royal")
    for person, place in ((mary, "london"), (jack, "marseilles")):
        lobby.join(game.pk, person, place=place, token=game.join_token)
    return game


def offer(game: Game) -> Wait:
    """Anne makes an offer; Jack's wait."""
    At(game).turn(0)
    return game.waits.get(seat=2, closed_at=None, next_step="close")


def test_pages_speak_of_a_window_in_the_words_of_its_edition(game, anne, jack, client, sign_in, golden):
    offer(game)
    for person in (anne, jack):
        assert golden("pages/table", part(sign_in(client, person).get(f"/games/{game.pk}/"), "p.state"))
    assert golden("pages/my-games", part(client.get("/my/"), "ul.own-games"))
    assert golden("pages/clock", part(client.get(f"/games/{game.pk}/clock/"), "[aria-labelledby=now]"))


def test_letters_speak_of_a_window_in_the_words_of_its_edition(game, post, jack, golden):
    post.letters()
    wait = offer(game)
    [letter] = [letter for letter in post.letters() if letter.to == [jack.email]]
    assert golden("letters/window", subject(letter))
    assert golden("letters/window", opening(letter))
    post.write(jack.email, "games")
    assert golden("letters/window", section(receipt(), 1))
    sweeping.close_window(Due(load(Game.objects.select_related("seed").get(pk=game.pk)), wait, wait.due_at, any_unread=True))
    kept = post.answer(letter, next(iter(codes(letter).values())))
    assert (kept.state, kept.reason) == ("refused", "too-late")
    assert golden("letters/window", opening(receipt()))


def test_a_refusal_speaks_of_a_window_in_the_words_of_its_edition(game, jack, golden):
    offer(game)
    with golden.refused("refusals/windows", NotAllowed):
        extensions.ask_for_extension(game.pk, jack)
