"""Captains who look for company are seated together, at tables that wait or at new ones, and told of it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import trust
from games import tasks
from games.clocks.paces import DAY, Steady
from games.clocks.terms import Terms
from games.editions.errors import NotAllowed
from games.matchmaking import seeks
from games.models import Game, Pause, Seek
from games.moderation import blocks
from games.rulesets import all_rulesets, on_offer
from games.tables import lobby
from notifications.models import Notice
from tests.letters import of_kind, receipt
from tests.reading import opening

pytestmark = pytest.mark.django_db
TWO_DAYS = [2 * DAY]


def look(user, *rulesets: str, least: int = 2, at=TWO_DAYS) -> Game | None:
    return seeks.seek(user, rulesets or ("toy",), at, least)


def sitting(game: Game) -> set[str]:
    return {player.name for player in game.players.all()}


def test_two_who_want_the_same_sail_as_soon_as_the_second_has_said_so(anne, mary):
    assert look(anne) is None
    game = look(mary)
    assert (game.status, game.ruleset, game.pace, game.name) == ("running", "toy", 2 * DAY, "Anne and Mary")
    assert (game.open_to_all, game.is_rated, game.terms.vacation) == (True, True, "all")
    assert sitting(game) == {"Anne", "Mary"}
    assert not Seek.objects.exists()


def test_everybody_who_was_seated_is_told_with_whom_and_nobody_else(post, anne, mary, jack, golden):
    look(anne)
    look(jack, "bounty")
    look(mary)
    found = {letter.to[0]: letter for letter in of_kind("found", post.letters())}
    assert set(found) == {anne.email, mary.email}
    assert golden("letters/found", opening(found[anne.email]))


def test_nobody_sits_down_to_a_smaller_table_than_they_wished_for(anne, mary, jack):
    look(anne, least=3)
    assert look(mary) is None
    assert sitting(look(jack)) == {"Anne", "Mary", "Jack"}


def test_an_open_table_that_so_becomes_full_is_filled_first(anne, mary, jack):
    game = lobby.create(anne, "toy", seats=3, open_to_all=True)
    assert look(mary) is None
    assert game.players.count() == 1
    assert look(jack) == game
    game.refresh_from_db()
    assert (game.status, sitting(game)) == ("running", {"Anne", "Mary", "Jack"})


@pytest.mark.parametrize(
    "terms",
    [
        {"open_to_all": False},
        {"options": {"deep": True}},
        {"pace": 7 * DAY},
        {"clock": Terms(Steady(2 * DAY), grace=0)},
        {"clock": Terms(Steady(2 * DAY), ready_check=True)},
        {"bots": ("easy",), "seats": 3},
        {"ends_at": timedelta(days=90)},
    ],
)
def test_nobody_is_seated_at_a_table_on_other_terms_than_the_usual_ones(anne, mary, terms):
    if "ends_at" in terms:
        terms = {"ends_at": timezone.now() + terms["ends_at"]}
    lobby.create(anne, "toy", **{"seats": 2, "open_to_all": True} | terms)
    assert look(mary, least=3 if "bots" in terms else 2) is None
    assert Seek.objects.filter(user=mary).exists()


def test_a_table_that_does_not_take_one_of_them_takes_the_next(anne, mary, jack, make_person):
    game = lobby.create(anne, "toy", seats=2, open_to_all=True)
    for _ in range(trust.HELD["public tables"].most[trust.Trust.NEW]):
        lobby.create(mary, "toy", seats=2, open_to_all=True)
    Seek.objects.create(user=mary, rulesets=["toy"], paces=TWO_DAYS, least=2)
    assert look(jack) == game
    assert sitting(game) == {"Anne", "Jack"}
    assert Seek.objects.get().user == mary


def test_who_is_on_leave_is_left_out_until_they_are_back(anne, mary, time_machine):
    time_machine.move_to("2026-03-02 09:00Z", tick=False)
    now = timezone.now()
    leave = Pause.objects.create(user=anne, reason="vacation", begin=now - timedelta(days=1), end=now + timedelta(days=2))
    look(anne)
    assert look(mary) is None
    time_machine.move_to(leave.end, tick=False)
    assert tasks.find_company() == 1
    assert sitting(Game.objects.get()) == {"Anne", "Mary"}


def test_who_begins_is_drawn_by_lot(anne, mary, monkeypatch):
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda lot, rows: rows.reverse())
    look(anne)
    assert look(mary).players.get(seat=0).user == mary


def test_which_of_several_games_is_played_is_drawn_by_lot(anne, mary, monkeypatch):
    monkeypatch.setattr("random.SystemRandom.shuffle", lambda lot, things: things.sort(key=lambda thing: thing != "piracy"))
    look(anne, "bounty", "piracy", "toy")
    assert look(mary, "toy", "piracy", "bounty").ruleset == "piracy"


def test_what_is_said_anew_stands_instead_of_what_was_said(anne, mary):
    look(anne)
    look(anne, "bounty")
    assert look(mary) is None
    assert Seek.objects.get(user=anne).rulesets == ["bounty"]


def test_who_stops_is_not_seated(anne, mary):
    look(anne)
    seeks.stop_seeking(anne)
    assert look(mary) is None


def test_the_task_that_comes_each_minute_seats_whom_two_requests_at_once_have_missed(anne, mary):
    for user in (anne, mary):
        Seek.objects.create(user=user, rulesets=["toy"], paces=TWO_DAYS, least=2)
    assert [tasks.find_company(), tasks.find_company()] == [1, 0]


@pytest.mark.parametrize("is_his", [True, False])
def test_nobody_is_seated_with_whom_they_keep_away_nor_with_who_keeps_them_away(anne, mary, jack, is_his):
    blocks.block(*((anne, mary) if is_his else (mary, anne)))
    look(anne)
    assert look(mary) is None
    assert sitting(look(jack)) == {"Anne", "Jack"}


def test_at_a_table_that_waits_nobody_is_seated_with_whom_they_keep_away_either(anne, mary, jack):
    game = lobby.create(anne, "toy", seats=2, open_to_all=True)
    blocks.block(anne, mary)
    assert look(mary) is None
    assert look(jack) == game
    assert sitting(game) == {"Anne", "Jack"}


@pytest.mark.parametrize(
    "wish",
    [
        {"rulesets": []},
        {"rulesets": ["ludo"]},
        {"paces": []},
        {"paces": [60]},
        {"least": 1},
        {"least": 9},
        {"least": 7},
    ],
)
def test_a_wish_that_cannot_be_is_refused_with_a_sentence_and_not_kept(anne, wish, golden):
    with golden.refused("refusals/seeks", NotAllowed):
        seeks.seek(anne, **{"rulesets": ["toy"], "paces": TWO_DAYS, "least": 2} | wish)
    assert not Seek.objects.exists()


def test_a_guest_is_asked_to_sign_up_first(make_person, golden):
    with golden.refused("refusals/seeks", NotAllowed):
        look(make_person("Guest", is_guest=True))


def test_a_search_ends_after_a_month_with_a_letter(post, anne):
    look(anne)
    post.letters(minutes=30 * 24 * 60 - 10)
    assert tasks.tidy_lobby() == 0
    post.letters(minutes=10)
    assert [tasks.tidy_lobby(), tasks.tidy_lobby()] == [1, 0]
    letter = of_kind("search-ended", post.letters())[0]
    assert "/find-players/" in letter.body
    assert not Seek.objects.exists()


def test_who_looks_again_gets_no_letter_that_nobody_was_found(post, anne):
    look(anne)
    Seek.objects.update(made_at=timezone.now() - seeks.LASTS)
    tasks.tidy_lobby()
    look(anne)
    assert Notice.objects.filter(kind="search-ended").exists()
    assert not of_kind("search-ended", post.letters())


@pytest.mark.parametrize("slug", sorted(all_rulesets()))
def test_company_for_every_game_of_the_site_sails_at_once(anne, mary, slug):
    look(anne, slug)
    game = look(mary, slug)
    assert (game.ruleset, game.status, game.players.count()) == (slug, "running", 2)


# -- by letter -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "rulesets", "paces", "least"),
    [
        ("find bounty", ["bounty"], [DAY, 2 * DAY, 3 * DAY], 3),
        ("Find Bounty or Piracy, for 4 captains, weekly.", ["bounty", "piracy"], [7 * DAY], 4),
        ("find trade-winds for two daily and every two days", ["trade-winds"], [DAY, 2 * DAY], 2),
    ],
)
def test_company_is_looked_for_by_letter_as_on_the_page(post, anne, words, rulesets, paces, least, golden):
    kept = post.write(anne.email, words)
    row = Seek.objects.get(user=anne)
    assert (kept.state, kept.reason) == ("applied", "find")
    assert (row.rulesets, row.paces, row.least) == (rulesets, paces, least)
    assert golden("letters/receipt-command", opening(receipt()))


def test_company_for_any_game_is_looked_for_by_letter_and_no_more(post, anne, golden):
    post.write(anne.email, "find anything")
    assert set(Seek.objects.get(user=anne).rulesets) == set(on_offer())
    post.write(anne.email, "find nothing")
    assert not Seek.objects.exists()
    assert golden("letters/receipt-command", opening(receipt()))


def test_who_finds_company_by_letter_reads_that_the_game_has_begun(post, anne, mary, golden):
    look(anne, "bounty", at=[DAY])
    post.write(mary.email, "find bounty for 2 daily")
    assert sitting(Game.objects.get()) == {"Anne", "Mary"}
    assert golden("letters/receipt-command", opening(receipt()))


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("find ludo", "We did not understand “ludo”"),
        ("find weekly", "Say at least one game"),
        ("find bounty for 20", "Choose at least one game"),
        ("find piracy for 8", "cannot be played by 8 or more"),
    ],
)
def test_a_wish_by_letter_that_cannot_be_is_refused_with_the_reason(post, anne, words, answer, golden):
    kept = post.write(anne.email, words)
    assert kept.state == "refused"
    assert golden("letters/receipt-command", opening(receipt()))
    assert not Seek.objects.exists()
