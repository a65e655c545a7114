"""The page of standing orders asks only what can come at this table, and speaks in words people read."""

import pytest

from games.engine import Action
from games.models import Hand
from games.play import acting, standing_orders
from games.play.order_log import in_short
from games.rulesets import get_ruleset
from games.tables import lobby
from tests.games.test_orders_in_lists import text_of
from tests.reading import alert, part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

DISPUTES = {"dispute", "dispute_ratio", "dispute_foes", "dispute_trust", "stake"}
LISTS = {"attack_foes", "attack_spare", "dispute_foes", "dispute_trust"}


@pytest.fixture
def table_of(anne, mary):
    """`table_of(slug, bots, **options)`: Anne in Cadiz, Mary in London, and so many bots."""

    def make(slug: str, bots: int = 1, **options):
        game = lobby.create(anne, slug, seats=2 + bots, bots=("easy",) * bots, place="cadiz", options=options)
        lobby.join(game.pk, mary, place="london", token=game.join_token)
        game.refresh_from_db()
        return game

    return make


def asked(game, user) -> set[str]:
    seat = game.players.get(user=user).seat
    return {order.key for order in standing_orders.orders_on_offer(game, seat)}


@pytest.mark.parametrize(
    ("slug", "options", "hidden"),
    [
        ("buccaneer", {}, set()),
        ("buccaneer", {"wrong_dispute_forfeit": False}, {"stake"}),
        ("buccaneer", {"oversail": "refuse"}, DISPUTES),
        ("buccaneer", {"oversail": "honour"}, {"stake"}),
        ("buccaneer-classic", {}, DISPUTES),
        ("buccaneer-classic", {"oversail": "honour"}, {"stake"}),
        ("buccaneer-family", {}, DISPUTES),
    ],
)
def test_disputes_are_asked_about_only_where_a_ship_can_sail_too_far(table_of, anne, slug, options, hidden):
    game = table_of(slug, **options)
    assert asked(game, anne) == {order.key for order in get_ruleset(slug).orders} - hidden


def test_lists_name_only_the_captains_one_sails_against(table_of, anne):
    game = table_of("buccaneer", bots=1)
    seat = game.players.get(user=anne).seat
    others = {player.place for player in game.players.exclude(user=anne)}
    for order in standing_orders.orders_on_offer(game, seat):
        if order.key in LISTS:
            assert {value for value, _ in order.choices} == others
            assert order.most == 2


def test_against_one_captain_the_orders_about_everybody_are_enough(table_of, anne):
    assert asked(table_of("buccaneer", bots=0), anne).isdisjoint(LISTS)


def test_a_captain_who_left_is_on_no_list_any_more(table_of, anne, mary, client, sign_in, golden):
    game = table_of("buccaneer", bots=2)
    sign_in(client, anne).post(f"/games/{game.pk}/orders/", {"attack_spare": ["london"]})
    assert golden("pages/orders", part(client.get(f"/games/{game.pk}/orders/"), "main li", 4))
    acting.resign(game.pk, game.players.get(user=mary).seat)
    answer = client.get(f"/games/{game.pk}/orders/")
    page = text_of(answer)
    assert golden("pages/orders", part(answer, "details.order", 1))
    assert 'value="london"' not in page


def test_an_order_that_cannot_come_is_refused_and_changes_nothing(table_of, anne, client, sign_in, golden):
    game = table_of("buccaneer-classic")
    refused = sign_in(client, anne).post(f"/games/{game.pk}/orders/", {"dispute": "certain"})
    assert refused.status_code == 422
    assert golden("pages/orders", alert(refused))
    assert Hand.objects.get(player__user=anne).orders == {}


def test_answers_in_advance_are_offered_and_shown_in_words(anne, mary, client, sign_in, golden):
    game = lobby.create(anne, "buccaneer", seats=2, place="bombay")
    lobby.join(game.pk, mary, place="london", token=game.join_token)
    for number, (name, answer) in enumerate((("sail", "X16"), ("heading", "SW"), ("end", "yes"))):
        acting.act(game.pk, Action(0, name, answer), number)
    address = f"/games/{game.pk}/orders/"
    page = text_of(sign_in(client, anne).get(address))
    for words in ("Sail: X16", "Heading: South-west", "End: End the turn"):
        assert f">{words}</option>" in page
    noted = client.post(f"{address}queue/", {"answer": ['sail|"X16"', 'heading|"SW"']}, follow=True)
    assert golden("pages/orders", part(noted, "main p", 7))


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        ("stow", [["D", "M"], []], "Stow: A diamond, Rum for nothing"),
        ("lose-crew", ["B1", "R3"], "Lose crew: Black 1, Red 3"),
        ("keep", [], "Keep: nothing"),
        ("sail", "X17", "Sail: X17"),
    ],
)
def test_an_answer_of_any_shape_has_words(name, answer, words):
    assert in_short(get_ruleset("buccaneer"), 0, name, answer, ["Anne", "Mary"]) == words
