"""Narrow rows of the table on a phone, in a real browser."""

import pytest

from tests.in_play import in_play
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
ENDS = "found => found.map(one => one.getBoundingClientRect().right)"
TOPS = "found => found.map(one => one.getBoundingClientRect().top)"


@pytest.fixture
def race(page, anne, mary, jack):
    """A race of three that has gone on for a while, open in Anne's phone. It shows by itself what happened."""
    game, _ = in_play("piracy", [anne, mary, jack], 3)
    sign_in(page, anne)
    page.set_viewport_size(PHONE)
    page.goto(f"/games/{game.pk}/")
    return page


def test_the_scores_of_three_and_the_goal_stand_beside_each_other(race):
    goal = race.locator(".scores li").last.bounding_box()
    names = race.locator(".scores li:not(.soft)").evaluate_all(ENDS)
    assert len(names) == 3
    assert max(names) <= goal["x"] + 1


def test_the_buttons_of_a_replay_stand_in_one_row(race):
    race.locator(".motion-steps button").first.wait_for()
    tops = race.locator(".motion-steps button").evaluate_all(TOPS)
    assert len(tops) == 4
    assert len(set(tops)) == 1


def test_the_scores_of_eight_and_the_goal_fit_without_scrolling(page, make_person):
    people = [make_person(name) for name in ("Anne", "Mary", "Jack", "Grace", "Henry", "Olivier", "Stede", "Ching")]
    game, _ = in_play("bounty", people, 3)
    sign_in(page, people[0])
    page.set_viewport_size(PHONE)
    page.goto(f"/games/{game.pk}/")
    scores = page.locator(".scores")
    assert scores.locator("li:not(.soft)").count() == 8
    assert scores.evaluate("found => found.scrollWidth <= found.clientWidth")
