"""Links in letters of before, and pages that were open when an address changed."""

import pytest

from games.models import Seek
from tests.pages.test_find_players import WISH

MOVED = {"/company/": "/find-players/", "/peace/": "/blocks/"}


@pytest.mark.parametrize("old", MOVED)
def test_a_link_to_an_old_address_leads_to_the_page_for_good(as_anne, old):
    answer = as_anne.get(old, follow=True)
    assert (answer.redirect_chain, answer.status_code) == ([(MOVED[old], 308)], 200)


def test_what_is_posted_to_an_old_address_is_done(as_anne, anne):
    as_anne.post("/company/", WISH, follow=True)
    assert Seek.objects.get().user == anne
