"""The page of a captain who looks for company, and where it is found."""

import pytest

from games.clocks.paces import DAY
from games.models import Game, Seek
from tests.pages.conftest import seen_text
from tests.reading import alert, flash, part

pytestmark = pytest.mark.one_database

WISH = {"rulesets": ["bounty", "piracy"], "least": "2", "paces": [str(2 * DAY)]}


def test_what_is_said_is_noted_and_read_back(as_anne, golden):
    page = as_anne.post("/find-players/", WISH, follow=True)
    assert golden("pages/find-players", flash(page))
    assert golden("pages/find-players", part(page, "main p", 2))
    assert golden("pages/my-games", part(as_anne.get("/my/"), "main p"))
    assert page.content.decode().count("checked") == 3


def test_who_finds_company_at_once_is_led_to_the_table(as_anne, mary):
    Seek.objects.create(user=mary, rulesets=["bounty"], paces=[2 * DAY], least=2)
    reply = as_anne.post("/find-players/", WISH)
    assert reply["Location"] == f"/games/{Game.objects.get().pk}/"


def test_pressed_twice_it_is_one_search(as_anne):
    for _ in range(2):
        assert as_anne.post("/find-players/", WISH).status_code == 302
    assert Seek.objects.count() == 1


def test_one_button_ends_it_also_when_pressed_twice(as_anne, golden):
    as_anne.post("/find-players/", WISH)
    for _ in range(2):
        assert golden("pages/find-players", flash(as_anne.post("/find-players/", {"stop": "yes"}, follow=True)))
    assert not Seek.objects.exists()


def test_others_see_how_many_look_for_what_but_not_who(as_anne, client, mary, golden):
    Seek.objects.create(user=mary, rulesets=["bounty"], paces=[2 * DAY], least=2)
    for page in ("/lobby/", "/find-players/"):
        answer = as_anne.get(page)
        assert golden(f"pages{page.rstrip('/')}", part(answer, "p.looking"))
        assert "Mary" not in seen_text(answer)


@pytest.mark.parametrize(
    "wrong",
    [{"rulesets": []}, {"rulesets": ["<b>ludo"]}, {"paces": ["9e9"]}, {"paces": ["1"]}, {"least": "99"}, {"least": "7"}],
    ids=["no-game", "unknown-game", "nonsense-pace", "unknown-pace", "too-many", "more-than-piracy-takes"],
)
def test_a_form_that_cannot_be_is_refused_in_our_words_and_nothing_is_noted(as_anne, wrong, golden):
    page = as_anne.post("/find-players/", WISH | wrong)
    assert page.status_code == 422
    assert golden("pages/find-players", part(page, ".errorlist") or alert(page))
    assert not Seek.objects.exists()


def test_a_guest_is_led_to_sign_up_and_a_stranger_to_sign_in(client, db, golden):
    assert client.get("/find-players/")["Location"] == "/account/login/?next=/find-players/"
    client.post("/play/")
    assert golden("pages/find-players", part(client.get("/find-players/"), "main p", 1))
    page = client.post("/find-players/", WISH)
    assert page.status_code == 422
    assert not Seek.objects.exists()
