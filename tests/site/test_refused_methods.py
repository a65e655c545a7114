"""A wrong method gets a sentence; a broken page is dressed without the database."""

import pytest
from django.template.loader import render_to_string

from tests.reading import part

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize(("method", "address"), [("get", "/play/"), ("post", "/lobby/")])
def test_a_method_that_a_page_does_not_take_gets_a_sentence_and_the_methods_it_takes(client, db, method, address, golden):
    response = getattr(client, method)(address)
    assert response.status_code == 405
    assert golden("pages/wrong-method", part(response, "main"))
    assert response["Allow"]


def test_the_page_of_our_own_faults_is_dressed_and_asks_nothing_of_the_database(golden):
    text = render_to_string("500.html")
    assert "css/base.css" in text
    assert golden("pages/our-fault", part(text, "main"))


@pytest.mark.parametrize("address", ["/account/profile/", "/account/leave/", "/letters/", "/tables/new/bounty/", "/records/"])
def test_a_form_that_comes_empty_is_refused_like_any_other(client, anne, sign_in, address):
    assert sign_in(client, anne).post(address).status_code == 422
