"""A lesson in a real browser on a phone: every step is pressed where the text says it is."""

import pytest

from games.play.lessons import lesson_of
from games.rulesets import get_ruleset

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
LONG = 60_000


def wide(tab) -> int:
    """How wide the page is, with what sticks out of it."""
    return tab.evaluate("document.documentElement.scrollWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lesson_of_bounty_is_followed_on_a_phone_from_the_front_page_to_its_end(browser, live_site, scheme):
    with browser.new_context(base_url=live_site, viewport=PHONE, has_touch=True, color_scheme=scheme) as context:
        tab = context.new_page()
        tab.set_default_timeout(LONG)
        tab.goto("/")
        tab.get_by_role("button", name="Learn: Bounty").tap()
        for number, step in enumerate(lesson_of(get_ruleset("bounty")).steps, 1):
            tab.get_by_text(f"step {number} of").wait_for()
            assert wide(tab) == PHONE["width"], step.title
            tab.locator(f'#board button[value="{step.answer}"], .asked button[value="{step.answer}"]').first.tap()
        tab.get_by_role("heading", name="Well sailed").wait_for()
