"""Standing orders that take a list: read, written down, shown again, refused."""

from html import unescape

import pytest

from games.editions.errors import NotAllowed
from games.engine import StandingOrder
from games.play.standing_orders import checked_orders
from games.rulesets import get_ruleset
from games.tables import lobby
from tests.reading import alert, part

pytestmark = pytest.mark.one_database

RULES = get_ruleset("buccaneer-family")
LIST = StandingOrder("list", "Which?", (), (("a", "A"), ("b", "B"), (3, "C")), most=2)


def test_a_list_keeps_its_order_and_its_values():
    assert LIST.read_answer(["3", "a"]) == (3, "a")
    assert LIST.read_answer(("b",)) == ("b",)
    assert LIST.read_answer([]) == LIST.read_answer("") == ()


def test_empty_places_and_repetitions_are_left_out():
    assert LIST.read_answer(["", "b", "", "b"]) == ("b",)


@pytest.mark.parametrize("said", [["c"], ["a", "b", "3"], "c"])
def test_what_is_not_offered_or_too_much_is_refused(said):
    with pytest.raises(KeyError):
        LIST.read_answer(said)


def test_a_single_choice_is_one_of_the_values():
    one = StandingOrder("one", "Which?", 2, ((2, "Two"), (True, "Yes")))
    assert one.read_answer("2") == 2
    assert one.read_answer(True) is True
    with pytest.raises(KeyError):
        one.read_answer(["2"])


def test_the_site_takes_lists_of_captains_of_this_edition():
    assert checked_orders(RULES.orders, {"attack_spare": ["london", "cadiz"], "flee": "plan", "flee_plan": ["home"]}) == {
        "attack_spare": ("london", "cadiz"), "flee": "plan", "flee_plan": ("home",),
    }  # fmt: skip


@pytest.mark.parametrize("said", [{"attack_spare": ["bombay"]}, {"attack_spare": 7}, {"attack_spare": [["london"]]}, {"flee": None}])
def test_the_site_refuses_the_rest(said):
    with pytest.raises(NotAllowed):
        checked_orders(RULES.orders, said)


# -- on their page --------------------------------------------------------------------------------
@pytest.fixture
def page(client, anne, mary, sign_in):
    """The address of Anne's orders at a table of the family edition, and a browser of hers."""
    game = lobby.create(anne, "buccaneer-family", seats=3, bots=("easy",), place="cadiz", options={"oversail": "honour"})
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    return sign_in(client, anne), f"/games/{game.pk}/orders/"


def text_of(response) -> str:
    return " ".join(unescape(response.content.decode()).split())


@pytest.mark.django_db
def test_lists_are_given_by_plain_fields_and_shown_in_their_order(page, golden):
    anne, address = page
    assert text_of(anne.get(address)).count('<details class="card order">') == 7
    said = {"keep": "list", "keep_list": ["U", "", "M", "U", ""], "attack_spare": ["london", "", ""]}
    answer = anne.post(address, said, follow=True)
    text = text_of(answer)
    assert golden("pages/orders", part(answer, "main li", 7))
    assert golden("pages/orders", part(answer, "main li", 4))
    assert text.count('<details class="card order" open>') == 2
    assert text.count('<option value="U" selected>') == 1


@pytest.mark.django_db
def test_a_list_that_was_given_up_is_empty_again(page, golden):
    anne, address = page
    anne.post(address, {"keep_list": ["U", "M"]})
    assert golden("pages/orders", part(anne.post(address, {"keep_list": ["", ""]}, follow=True), "details.order", 2))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            {"keep_list": ["ambergris"]},
            "“My list of treasure, best first” was not understood, and nothing was changed: choose at most 5",
        ),
        ({"flee_plan": ["home"] * 3 + ["coast", "flat", "anchor", "port", "safe"]}, "“My plan for getting away, the best goal first”"),
        ({"attack_spare": ["bombay"]}, "“Whom I never attack” was not understood, and nothing was changed: choose at most 2"),
        ({"spoils": "<b>all</b>"}, "“I win a fight off turn” was not understood, and nothing was changed: choose one of the answers"),
        ({"flee": ""}, "“I lose a fight off turn and get away” was not understood"),
    ],
)
def test_nonsense_is_refused_by_name_and_changes_nothing(page, said, told, golden):
    anne, address = page
    anne.post(address, {"keep": "list", "keep_list": ["G"]})
    refused = anne.post(address, said)
    assert refused.status_code == 422
    assert golden("pages/orders", alert(refused))
    assert "<b>all</b>" not in text_of(refused)
    assert golden("pages/orders", part(anne.get(address), "main li", 6))
