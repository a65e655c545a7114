"""Letters as people read them: a question says what it is about, links say where they lead, and a drawing of signs is one picture."""

import pytest

from games.engine import Dice
from games.engine.play import play
from games.engine.random_play import next_action, random_bot
from games.rulesets import get_ruleset
from tests import every_letter as sample
from tests.letters import codes, receipt
from tests.reading import has, tree

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]
NAMES = ["Anne", "Mary"]


def asked_about(cause: str):
    """The first question for a course for this reason, in a game of Piracy by chance."""
    rules = get_ruleset("piracy")
    for number in range(40):
        state, _ = rules.setup([place for place, _ in rules.places[:2]], 0, {}, Dice(b"%d" % number))
        chance = iter(range(number, 10**6))
        for _ in range(60):
            course = next((found for found in rules.decisions(state) if found.facts.get("cause") == cause), None)
            if course is not None:
                return rules, course
            action = next_action(rules, state, [random_bot] * 2, lambda sides, chance=chance: next(chance) * 7919 % sides)
            state = play(rules, state, action, Dice(b"%d" % number)).state
    raise AssertionError("it never came")


def test_the_question_of_a_fair_breeze_names_itself(golden):
    rules, course = asked_about("breeze")
    assert golden("letters/turn", rules.ask(course, NAMES))


@pytest.fixture
def html(anne, mary, settings):
    """The letter about a turn, on a site that sends letters."""
    settings.REPLY_DOMAIN, settings.MAILBOX = "localhost", False
    return tree(sample.of_a_turn(sample.running_game("buccaneer", anne, mary))["turn"].html)


def test_each_link_by_letter_says_of_what(html):
    links = [link for link in html.css("a") if link.text().strip() == "by letter"]
    names = [link.attributes.get("aria-label", "") for link in links]
    assert len(links) > 1
    assert len(set(names)) == len(names)
    assert all(name.endswith(": by letter") and len(name) > len(": by letter") for name in names)


def test_the_board_of_signs_is_not_read_dot_by_dot_where_there_is_a_picture(html):
    assert html.css("pre") == []
    assert has(html.html, "img.board[alt]")


@pytest.mark.parametrize("between", [" ", ", ", "; ", " and "])
def test_two_orders_on_one_line_are_never_half_played_in_silence(post, at, between):
    [letter] = post.letters()
    kept = post.answer(letter, f"{codes(letter)['stay']}{between}77 KX")
    assert (kept.state, at.game.number) == ("refused", 0)
    assert receipt()
