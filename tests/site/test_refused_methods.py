"""A wrong method gets a sentence; a broken page is dressed without the database."""

import pytest
from django.template.loader import render_to_string


@pytest.mark.parametrize(
    ("method", "address", "words"), [("get", "/play/", "reached by a button"), ("post", "/lobby/", "only be looked at")]
)
def test_a_method_that_a_page_does_not_take_gets_a_sentence_and_the_methods_it_takes(client, db, method, address, words):
    response = getattr(client, method)(address)
    assert response.status_code == 405
    assert words in response.content.decode()
    assert response["Allow"]


def test_the_page_of_our_own_faults_is_dressed_and_asks_nothing_of_the_database():
    text = render_to_string("500.html")
    assert "css/base.css" in text
    assert "Your game is as it was" in text


@pytest.mark.parametrize("address", ["/account/profile/", "/account/leave/", "/letters/", "/tables/new/bounty/", "/records/"])
def test_a_form_that_comes_empty_is_refused_like_any_other(client, anne, sign_in, address):
    assert sign_in(client, anne).post(address).status_code == 422
