"""A captain is told in their next letter, and on their page, what their standing orders answered: for every kind of question."""

from datetime import timedelta
from html import unescape

import pytest
from django.core import mail
from django.utils import timezone

from games.engine import Action, Dice
from games.engine.decisions import Choose, Pick
from games.models import Game
from games.play import acting, standing_orders
from games.play.order_log import order_event, order_sentence
from games.queries import journal
from games.rulesets import get_ruleset
from games.rulesets.buccaneer.reactions import REACTIONS
from games.tables import lobby
from notifications.tasks import sweep
from tests.pages.conftest import seen_text
from tests.positions import go_on, store
from tests.reading import has, part, parts
from tests.scenario_language.buccaneer import VOCABULARIES

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
RULES = get_ruleset("buccaneer")

FOE = {"Bombay": {"at": "I17", "heading": "E", "hand": "B3 B3 B3"}}
END = (("end", "yes"),)
CASES = {
    "intercept": (
        {"London": {"at": "I17", "hand": "B1"}},
        {"intercept": {"captain": "London", "mover": "Bombay", "start": "E17", "to": "N17", "heading": "N"}}, {}, END,
        "Anne is sailing past you at I17. Attack?” your standing orders answered: Let them pass.",
    ),
    "spoils": (
        {"London": {"at": "I17", "hand": "B3"}}, {"spoils": {"winner": "London", "loser": "Bombay"}}, {"spoils": 0}, END,
        "You beat Anne. What do you take?” your standing orders answered: Two crew cards.",
    ),
    "keep": (
        {"London": {"at": "I17", "hand": "B3", "hold": "M"}, "Bombay": {"at": "I17", "hold": "G D"}},
        {"spoils": {"winner": "London", "loser": "Bombay"}}, {"keep": "list", "keep_list": ["M", "G"]}, END,
        "Which two do you keep?” your standing orders answered: Gold, Rum.",
    ),
    "surrender": (
        {"London": {"at": "I17", "hand": "B1 B2 R3"}}, {"surrender": {"captain": "London", "to": "Bombay", "count": 1}},
        {"crew_loss": "lowest"}, END, "Which crew do you give up to Anne?” your standing orders answered: Black 1.",
    ),
    "lose-crew": (
        {"London": {"at": "I17", "hand": "B1 B2 R3"}}, {"lose crew": {"captain": "London", "to": "Flat Island", "count": 1}},
        {"crew_loss": "lowest"}, END, "Which crew goes to Flat Island?” your standing orders answered: Black 1.",
    ),
    "exchange": (
        {"London": {"at": "I17", "hand": "B1 B2 R3", "drawn": "R1"}}, {"exchange": {"captain": "London"}}, {"crew_loss": "lowest"}, END,
        "Which of your old crew go to Pirate Island?” your standing orders answered: Black 1.",
    ),
    "give": (
        {"London": {"at": "I17", "hand": "B1 B2 R3 R3"}}, {"give": {"captain": "London", "to": "Bombay", "count": 3}}, {}, END,
        "Which crew cards do you hand to Anne?” your standing orders answered: Black 1, Black 2, Red 3.",
    ),
    "fever": (
        {"London": {"at": "I17", "hand": "B1 7 B2"}}, {"fever": {"captain": "London"}}, {}, END,
        "Who goes to Pirate Island?” your standing orders answered: Black 1.",
    ),
    "flee": (
        {"London": {"at": "I17", "hand": "B1"}}, {"flee": {"captain": "London", "from": "Bombay"}}, {"flee": "away"}, END,
        "Your ship gets away from I17 with a free move. Where to?” your standing orders answered:",
    ),
    "flee-heading": (
        {"London": {"at": "I17", "heading": "S", "hand": "B1"}}, {"flee heading": {"captain": "London", "square": "I16", "from": "Bombay"}},
        {"flee_heading": "away"}, END, "Which way shall the ship point at I16?” your standing orders answered: South.",
    ),
    "gain": (
        {"London": {"at": "J12", "hand": "B1"}}, {"card": {"captain": "London", "number": 11}}, {"gain": "crew"}, END,
        "Treasure worth up to 5, or two crew cards?” your standing orders answered: Crew.",
    ),
    "loss": (
        {"London": {"at": "J12", "hand": "B1 R2", "hold": "G"}}, {"card": {"captain": "London", "number": 8}}, {"loss": "treasure"}, END,
        "What do you lose to Flat Island?” your standing orders answered: Treasure.",
    ),
    "lose-treasure": (
        {"London": {"at": "J12", "hold": "G M"}}, {"lose treasure": {"captain": "London", "to": "Flat Island"}}, {}, END,
        "Which treasure goes to Flat Island?” your standing orders answered: Rum.",
    ),
    "reduce": (
        {"London": {"at": "J12", "hand": "B1 B1 B3 R2 R3 R2"}}, {"reduce": {"captain": "London", "limit": 10}}, {"crew_loss": "red"}, END,
        "Who goes to Pirate Island?” your standing orders answered: Black 1, Black 1.",
    ),
    "best": (
        {"London": {"at": "J12", "hand": "B3 R3 R1"}}, {"card": {"captain": "London", "number": 10}}, {"crew_loss": "black"}, END,
        "Two are equally good. Which one goes?” your standing orders answered: Red 3.",
    ),
    "dispute": (
        {"Bombay": {"at": "F19", "heading": "E", "hand": "B3 B3"}, "London": {"at": "A2", "hand": "B1 B2"}}, None, {"dispute": "certain"},
        (("sail", "M19"), ("heading", "E"), *END), "Anne sailed seven squares with two crew cards in hand.",
    ),
}  # fmt: skip
"""Question -> ships, what is pending while Anne is on turn, Mary's orders, what Anne does then, and what Mary is told."""


@pytest.fixture
def game(anne, mary):
    """Anne in Bombay is on turn; Mary's home is London."""
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay", name="Port Royal")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    return game


def lay_out(game: Game, ships: dict, pending: dict | None) -> None:
    """Put this position on the table."""
    given = {"turn": "Bombay", "ships": FOE | ships} | ({"pending": [pending]} if pending else {})
    store(game, VOCABULARIES["buccaneer"].position(given, Dice(b"told"))[0])


def play_out(game: Game, when) -> None:
    """Anne's part."""
    for decision, answer in when:
        acting.act(game.pk, Action(0, decision, answer), Game.objects.get(pk=game.pk).number)


def next_letter(time_machine, person):
    """The letter of the captain's next turn."""
    time_machine.move_to(timezone.now() + timedelta(minutes=3))
    mail.outbox.clear()
    sweep()
    return next(letter for letter in mail.outbox if letter.to == [person.email])


def test_every_question_that_orders_answer_is_looked_at_here():
    assert set(CASES) == set(REACTIONS)


@pytest.mark.parametrize("question", CASES)
def test_the_captain_is_told_in_letter_and_page_what_their_orders_answered(question, game, mary, client, sign_in, time_machine, golden):
    ships, pending, wishes, when, told = CASES[question]
    lay_out(game, ships, pending)
    standing_orders.save_orders(game.pk, 1, wishes)
    go_on(game)
    play_out(game, when)
    [move] = game.moves.filter(by="standing", seat=1, decision=question)
    letter = next_letter(time_machine, mary)
    plain, html = " ".join(letter.body.split()), " ".join(unescape(letter.alternatives[0].content).split())
    page = unescape(seen_text(sign_in(client, mary).get(f"/games/{game.pk}/")))
    for text in (plain, html, page):
        assert told in text
    assert golden("letters/turn", parts(letter, "h2"))
    assert golden("pages/table", part(sign_in(client, mary).get(f"/games/{game.pk}/"), "#by-orders"))
    assert told in " ".join(journal.sentences(RULES, move, ["Anne", "Mary"], 1))


def test_nobody_else_is_told_what_orders_answered(game, client, sign_in, anne):
    ships, pending, *_ = CASES["intercept"]
    lay_out(game, ships, pending)
    go_on(game)
    assert not has(sign_in(client, anne).get(f"/games/{game.pk}/"), "#by-orders")
    assert not has(client.get(f"/games/{game.pk}/history/"), "#by-orders")
    [move] = game.moves.filter(by="standing")
    for seat in (0, None):
        assert journal.answered([move], RULES, ["Anne", "Mary"], seat) == []
        assert "answered" not in " ".join(journal.sentences(RULES, move, ["Anne", "Mary"], seat))


def test_what_orders_answered_is_never_crowded_out_by_other_news(game, mary, client, sign_in, time_machine):
    ships, pending, *_, told = CASES["intercept"]
    lay_out(game, ships, pending)
    go_on(game)
    first = game.moves.get(by="standing")
    for number in range(40):
        game.moves.create(number=100 + number, seat=0, decision="end", answer="yes", by="player", made_at=first.made_at, hash=first.hash,
                          events=[{"name": "turn-ended", "seat": 0}])  # fmt: skip
    Game.objects.filter(pk=game.pk).update(number=139)
    play_out(game, END)
    assert told in " ".join(next_letter(time_machine, mary).body.split())
    assert told in unescape(seen_text(sign_in(client, mary).get(f"/games/{game.pk}/")))


def test_the_sentence_is_made_from_the_question_as_it_was_asked():
    asked = Pick(1, "surrender", ("B1",), ("B1", "R2"), 1, 1, reaction=True, facts={"other": 0})
    assert order_sentence(RULES, order_event(asked, ("R2",)), ["Anne", "Mary"]) == (
        "To “Which crew do you give up to Anne?” your standing orders answered: Red 2."
    )
    asked = Choose(1, "loss", "crew", ("crew", "treasure"), reaction=True, facts={"to": 0})
    assert (
        order_sentence(RULES, order_event(asked, "crew"), ["Anne", "Mary"])
        == "To “What do you lose to Anne?” your standing orders answered: Crew."
    )
