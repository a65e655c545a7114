"""What pages show of the post: the host of a table sees who may not be getting letters, and nobody else does."""

import pytest

from notifications import bounces
from tests.reading import part, parts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_only_the_host_sees_who_may_not_be_getting_letters(at, client, sign_in, anne, mary, golden):
    bounces.mark_address(mary.email, "dead")
    page = f"/games/{at.pk}/"
    assert golden("pages/table", part(sign_in(client, anne).get(page), ".about p.soft"))
    assert golden("pages/table", parts(sign_in(client, mary).get(page), ".about p.soft"))


def test_a_host_whose_players_all_get_letters_sees_nothing_of_it(at, client, sign_in, anne, golden):
    assert golden("pages/table", parts(sign_in(client, anne).get(f"/games/{at.pk}/"), ".about p.soft"))
