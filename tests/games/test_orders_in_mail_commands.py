"""A letter to the site with which a game would begin at once is answered by the question about the orders that it lacks."""

import pytest

from games.clocks.paces import DAY
from games.mail.grammar.command_grammar import is_order
from games.matchmaking import seeks
from games.models import Game, Hand, Seek
from games.rulesets import get_ruleset
from games.tables import lobby
from tests.letters import receipt, tidy
from tests.reading import opening, section

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
WHY = "At this table only standing orders do that."
CLASSIC = "new buccaneer classic bluff"


def given(game: Game, person) -> dict:
    return Hand.objects.get(player__game=game, player__user=person).orders


@pytest.mark.parametrize("times", [1, 3])
def test_no_bot_sails_first_at_a_table_made_by_letter_before_its_owner_was_asked(post, anne, times, golden):
    for _ in range(times):
        kept = post.write(anne.email, f"{CLASSIC} for 2")
        assert (kept.state, kept.reason) == ("refused", "orders-first")
    assert golden("letters/receipt-command", opening(receipt()))
    assert not Game.objects.exists()


@pytest.mark.parametrize("order", ["dispute never", "dispute certain", "dispute ratio 25"])
def test_with_an_order_the_table_begins_at_once(post, anne, order):
    assert post.write(anne.email, f"{CLASSIC} for 2 {order}").state == "applied"
    assert (Game.objects.get().status, len(given(Game.objects.get(), anne))) == ("running", 1)


def test_the_question_shows_no_order_behind_the_name_of_the_table_where_it_would_be_part_of_it(post, anne, golden):
    post.write(anne.email, f"{CLASSIC} for 2 called Tortuga")
    assert golden("letters/receipt-command", opening(receipt()))
    assert post.write(anne.email, f"{CLASSIC} for 2 dispute certain called Tortuga").state == "applied"
    assert Game.objects.get().name == "Tortuga"


@pytest.mark.parametrize(
    "words", ["new buccaneer", "new buccaneer for 2", "new buccaneer classic for 2", "new bounty for 2", f"{CLASSIC} without bots"]
)
def test_a_table_that_waits_or_whose_owner_sails_first_or_that_needs_no_order_is_made(post, anne, words):
    assert post.write(anne.email, words).state == "applied"
    asks = WHY in tidy(receipt())
    assert asks == (words in ("new buccaneer", "new buccaneer for 2", f"{CLASSIC} without bots"))


def test_the_last_chair_is_not_taken_by_letter_before_the_order_was_asked_for(post, anne, mary, golden):
    game = lobby.create(anne, "buccaneer", {}, seats=2, place="bombay", open_to_all=True)
    assert post.write(mary.email, f"join {game.pk} cadiz").reason == "orders-first"
    assert golden("letters/receipt-command", opening(receipt()))
    assert not game.players.filter(user=mary).exists()
    assert post.write(mary.email, f"join {game.pk} cadiz dispute never").state == "applied"
    game.refresh_from_db()
    assert (game.status, given(game, mary)) == ("running", {"dispute": "never"})


def test_company_does_not_sail_before_who_wrote_was_asked(post, anne, mary, golden):
    seeks.seek(anne, ["buccaneer"], [2 * DAY], 2, {"dispute": "always"})
    assert post.write(mary.email, "find buccaneer for 2").reason == "orders-first"
    assert golden("letters/receipt-command", opening(receipt()))
    assert (Game.objects.count(), list(Seek.objects.values_list("user", flat=True))) == (0, [anne.pk])
    assert post.write(mary.email, "find buccaneer for 2 dispute certain").state == "applied"
    assert Game.objects.get().status == "running"


def test_what_was_refused_so_counts_against_no_limit_of_tables(post, anne):
    for _ in range(6):
        post.write(anne.email, f"{CLASSIC} for 2")
    assert post.write(anne.email, f"{CLASSIC} for 2 dispute never").state == "applied"


def test_help_says_how_an_order_is_added_to_a_new_table(post, anne, golden):
    post.write(anne.email, "help")
    assert golden("letters/receipt-command", section(receipt(), 1))
    assert is_order("new buccaneer dispute certain")


def test_editions_say_whether_it_is_drawn_who_begins():
    drawn = {
        slug: get_ruleset(slug).draws_who_begins
        for slug in ("buccaneer", "buccaneer-classic", "buccaneer-family", "trade-winds", "bounty", "piracy")
    }
    assert drawn == dict.fromkeys(drawn, True) | {"buccaneer": False, "trade-winds": False}
