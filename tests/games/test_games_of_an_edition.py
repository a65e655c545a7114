"""An edition may hold several games, each with a card on the front page. A table carries the name of its own."""

import pytest

from games import tasks
from games.editions import cards
from games.models import Game
from games.rulesets import on_offer
from games.tables import lobby
from tests.letters import tidy

pytestmark = pytest.mark.django_db

HOARD = {"mode": "hoard"}


@pytest.fixture
def hoard(anne) -> Game:
    """Anne's open table of Hoard for four."""
    return lobby.create(anne, "piracy", seats=4, options=HOARD, name="The Old Chest")


def seen(client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_a_table_is_called_after_the_card_whose_options_it_has(hoard):
    piracy = on_offer()["piracy"]
    assert hoard.offer.name == "Hoard"
    assert cards.offer_at(piracy, {"mode": "race"}).name == cards.offer_at(piracy, {}).name == "Piracy"
    assert cards.offer_at(piracy, {"mode": "hoard", "early_finish": True}).seats == (4, 6)


def test_a_table_of_hoard_is_called_hoard_on_its_pages_and_among_my_games(hoard, client, anne, sign_in):
    as_anne = sign_in(client, anne)
    assert "Hoard · " in seen(as_anne, f"/games/{hoard.pk}/")
    for _ in range(3):
        lobby.add_bot(hoard.pk, anne, "easy")
    assert "<small>Hoard, round 1</small>" in seen(as_anne, f"/games/{hoard.pk}/")
    assert "Hoard, round 1" in seen(as_anne, "/my/")


def test_an_invitation_to_a_table_of_hoard_says_what_is_played_there(hoard, anne, mary, post):
    lobby.invite(hoard.pk, anne, mary.name)
    letter = next(letter for letter in post.letters() if letter.to == [mary.email])
    told = " ".join(letter.body.split())
    assert letter.subject == "Anne invites you to a table of Hoard"
    assert "Teams of two share a chest" in told
    assert "To choose your colour, add it: “join " in told


def test_who_comes_by_a_link_reads_what_is_played_there(hoard, client, mary, sign_in):
    assert "Teams of two share a chest" in seen(sign_in(client, mary), f"/join/{hoard.join_token}/")


def test_the_form_for_a_table_of_hoard_offers_its_own_numbers_of_players(client, anne, sign_in):
    form = sign_in(client, anne).get("/tables/new/piracy/as/hoard/").context["form"]
    assert [count for count, _ in form.fields["seats"].choices] == [4, 6]


def test_a_table_of_hoard_says_how_many_it_needs(hoard, client, anne, sign_in):
    assert "At least 4 captains are needed." in seen(sign_in(client, anne), f"/games/{hoard.pk}/")


def test_in_hoard_partners_are_named_and_the_goal_is_to_have_most(hoard, client, anne, sign_in):
    for _ in range(3):
        lobby.add_bot(hoard.pk, anne, "easy")
    names = [player.name for player in hoard.players.order_by("seat")]
    page = seen(sign_in(client, anne), f"/games/{hoard.pk}/")
    assert 'Goal: <span class="goal">most coins</span>' in page
    assert len(names) == 4
    assert "Partners: " in page


@pytest.mark.parametrize(("slug", "called"), [("piracy", "Event and roll"), ("buccaneer", "Your hand")])
def test_a_game_without_hands_shows_none_to_those_who_listen(client, anne, sign_in, slug, called):
    game = lobby.create(anne, slug, seats=2, bots=("easy",))
    as_anne = sign_in(client, anne)
    assert f'id="hand" data-redraw aria-label="{called}"' in seen(as_anne, f"/games/{game.pk}/")
    assert f"<summary>{called} then</summary>" in seen(as_anne, f"/games/{game.pk}/history/0/")


@pytest.mark.parametrize(
    ("slug", "options", "goal"),
    [
        ("buccaneer", {}, "20"),
        ("trade-winds", {}, "20"),
        ("bounty", {"goal": 150}, "150"),
        ("piracy", {}, "2"),
        ("piracy", HOARD, "most coins"),
    ],
)
def test_the_scores_in_a_letter_name_the_goal_as_those_on_the_page_do(slug, options, goal, anne, post):
    seats = 4 if options == HOARD else 2
    game = lobby.create(anne, slug, options, seats=seats, bots=("easy",) * (seats - 1))
    tasks.play_bots(game.pk)
    assert f" · goal {goal}" in tidy(next(letter for letter in post.letters() if letter.to == [anne.email]))


def test_without_a_score_that_wins_no_goal_is_named(anne, post):
    game = lobby.create(anne, "bounty", {"goal": 0, "rounds": 20}, seats=2, bots=("easy",))
    tasks.play_bots(game.pk)
    assert " · goal" not in tidy(next(letter for letter in post.letters() if letter.to == [anne.email]))
