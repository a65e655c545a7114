"""The page of a captain who looks for company, and where it is found."""

import pytest

from games.clocks.pace_choices import DAY
from games.models import Game, Seek
from tests.pages.conftest import seen_text

WISH = {"rulesets": ["bounty", "piracy"], "least": "2", "paces": [str(2 * DAY)]}


def test_what_is_said_is_noted_and_read_back(as_anne):
    page = as_anne.post("/find-players/", WISH, follow=True)
    assert "Noted. A letter tells you as soon as there is company" in seen_text(page)
    assert "Bounty; Piracy, Pirates of Port Blackwood. At least 2 captains. Every two days." in seen_text(page)
    assert "You look for company." in seen_text(as_anne.get("/my/"))
    assert page.content.decode().count("checked") == 3


def test_who_finds_company_at_once_is_led_to_the_table(as_anne, mary):
    Seek.objects.create(user=mary, rulesets=["bounty"], paces=[2 * DAY], least=2)
    reply = as_anne.post("/find-players/", WISH)
    assert reply["Location"] == f"/games/{Game.objects.get().pk}/"


def test_pressed_twice_it_is_one_search(as_anne):
    for _ in range(2):
        assert as_anne.post("/find-players/", WISH).status_code == 302
    assert Seek.objects.count() == 1


def test_one_button_ends_it_also_when_pressed_twice(as_anne):
    as_anne.post("/find-players/", WISH)
    for _ in range(2):
        assert "We look no more." in seen_text(as_anne.post("/find-players/", {"stop": "yes"}, follow=True))
    assert not Seek.objects.exists()


def test_others_see_how_many_look_for_what_but_not_who(as_anne, client, mary):
    Seek.objects.create(user=mary, rulesets=["bounty"], paces=[2 * DAY], least=2)
    for page in ("/lobby/", "/find-players/"):
        assert "Others look for company" in seen_text(as_anne.get(page))
        assert "1 for Bounty" in seen_text(as_anne.get(page))
        assert "Mary" not in seen_text(as_anne.get(page))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rulesets": []}, "Choose at least one game from this list."),
        ({"rulesets": ["<b>ludo"]}, "Choose at least one game from this list."),
        ({"paces": ["9e9"]}, "Choose at least one pace from this list."),
        ({"paces": ["1"]}, "Choose at least one pace from this list."),
        ({"least": "99"}, "Choose how many, from 2 to 8."),
        ({"least": "7"}, "Piracy cannot be played by 7 or more. Ask for fewer captains."),
    ],
)
def test_a_form_that_cannot_be_is_refused_in_our_words_and_nothing_is_noted(as_anne, wrong, words):
    page = as_anne.post("/find-players/", WISH | wrong)
    assert page.status_code == 422
    assert words in seen_text(page)
    assert not Seek.objects.exists()


def test_a_guest_is_led_to_sign_up_and_a_stranger_to_sign_in(client, db):
    assert client.get("/find-players/")["Location"] == "/account/login/?next=/find-players/"
    client.post("/play/")
    assert "Sign up first" in seen_text(client.get("/find-players/"))
    page = client.post("/find-players/", WISH)
    assert page.status_code == 422
    assert not Seek.objects.exists()
