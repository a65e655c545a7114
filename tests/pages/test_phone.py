"""Narrow rows of the table on a phone, in a real browser."""

import pytest

from tests.in_play import in_play
from tests.pages.test_journeys import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
TOPS = "found => found.map(one => one.getBoundingClientRect().top)"


@pytest.fixture
def race(page, anne, mary, jack):
    """A race of three that has gone on for a while, open in Anne's phone. It shows by itself what happened."""
    game, _ = in_play("piracy", [anne, mary, jack], 3)
    sign_in(page, anne)
    page.set_viewport_size(PHONE)
    page.goto(f"/games/{game.pk}/")
    return page


COVERED = """() => {
    const boxes = [...document.querySelectorAll(".scores li")].map((item) => item.getBoundingClientRect());
    return boxes.some((one, index) => boxes.slice(index + 1).some((other) =>
        one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1));
}"""


@pytest.mark.parametrize("count", [3, 4])
def test_every_captain_has_a_name_in_the_scores_and_nothing_covers_another(page, make_person, count):
    captains = [make_person(name) for name in ("Bartholomew Roberts", "Charlotte de Berry", "Calico Jack", "Mary Read")[:count]]
    game, _ = in_play("piracy", captains, 3)
    sign_in(page, captains[0])
    page.set_viewport_size(PHONE)
    page.goto(f"/games/{game.pk}/")
    assert not page.evaluate(COVERED)
    widths = page.locator(".scores .name").evaluate_all("names => names.map(name => name.getBoundingClientRect().width)")
    assert len(widths) == count
    assert min(widths) > 40
    assert page.evaluate("document.querySelector('.scores').scrollWidth <= document.querySelector('.scores').clientWidth")


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
