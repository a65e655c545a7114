"""Empty seats: opened, taken over by substitutes, taken back, left to the helmsman (faults 25, 30, 31)."""

import pytest
from django.utils import timezone

from games.agreements import clock_queries, votes
from games.clocks.paces import DAY, HOUR, Bank
from games.clocks.terms import Terms
from games.editions.errors import NotAllowed
from games.engine import RulesError
from games.models import Hand, LaidAside, Lapse, Move, Player, Vote
from games.play import bots
from games.queries import reliability
from games.tables import lobby
from games.timeouts import seats
from notifications.models import Notice
from tests.games.conftest import At, two_people
from tests.games.test_clock_faults import late
from tests.games.test_clock_people import hours
from tests.reading import part

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(later, anne, mary):
    """Mary has let her time run out so often that her seat is open; Anne plays on."""
    game = lobby.create(anne, "toy", {"rounds": 100}, seats=2, place="bombay", open_to_all=True)
    lobby.join(game.pk, mary, place="london")
    at = At(game)
    for _ in range(3):
        later(hours=40)
        at.turn(0)
        late(later, at)
    return at


def test_three_turns_run_out_open_the_seat_and_a_helmsman_plays_on(opened, mary):
    player = opened.game.players.get(seat=1)
    assert (player.mode, player.strikes_running, player.user) == ("open", 3, mary)
    opened.turn(0)
    bots.play_on(opened.pk)
    assert opened.wait().seat == 0
    assert Move.objects.filter(game=opened.pk, seat=1, by="bot").exists()
    assert Notice.objects.filter(kind="seat-open", user=mary).count() == 1


def test_the_owner_of_an_open_seat_must_take_it_back_before_they_play(opened, mary):
    with pytest.raises(RulesError):
        opened.act(1, "steer", "stay")
    seats.take_back(opened.pk, mary)
    opened.turn(0)
    assert (opened.wait().seat, opened.wait().allowance) == (1, 12 * 3600)
    opened.turn(1)
    assert opened.game.players.get(seat=1).mode == "present"


def test_a_substitute_takes_the_seat_and_the_owner_may_have_it_back_until_they_have_played(opened, mary, jack):
    seats.substitute(opened.pk, 1, jack)
    assert opened.game.players.get(seat=1).user == jack
    seats.take_back(opened.pk, mary)
    assert opened.game.players.get(seat=1).user == mary
    assert Notice.objects.filter(kind="seat-lost", user=jack).count() == 1


def test_what_happened_before_a_substitute_came_is_told_of_its_owner_and_counts_for_them_alone(opened, mary, jack, golden):
    assert reliability.reliability_of(mary).on_time < 0.9
    seats.substitute(opened.pk, 1, jack)
    told = [line for _, line in clock_queries.journal_lines(opened.game, ["Anne", "Jack"])]
    assert golden("pages/clock", told)
    assert [line for line in told[1:] if "Jack" in line] == []
    assert (reliability.reliability_of(jack).on_time, reliability.has_played(jack, 1)) == (0.9, False)


def test_a_seat_that_was_lost_to_a_substitute_stays_in_the_record_of_its_owner(opened, mary, jack):
    seats.substitute(opened.pk, 1, jack)
    opened.turn(0)
    opened.turn(1)
    assert reliability.reliability_of(mary).on_time == pytest.approx(9 / 11)
    assert reliability.reliability_of(mary).finishes == pytest.approx(1 - 1.5 / 11)
    assert reliability.reliability_of(jack).on_time == pytest.approx(10 / 11)


def test_a_substitute_who_has_played_keeps_the_seat(opened, mary, jack):
    seats.substitute(opened.pk, 1, jack)
    opened.turn(0)
    opened.turn(1)
    with pytest.raises(Player.DoesNotExist):
        seats.take_back(opened.pk, mary)


def test_who_comes_second_to_an_open_seat_is_told_kindly(opened, mary, jack, golden):
    seats.take_back(opened.pk, mary)
    with golden.refused("refusals/clock", NotAllowed):
        seats.substitute(opened.pk, 1, jack)


def test_who_offers_themselves_as_substitute_for_themselves_just_comes_back(opened, mary):
    assert seats.substitute(opened.pk, 1, mary).mode == "away"


def test_a_seat_that_nobody_takes_stays_with_the_helmsman(opened, later):
    later(hours=50)
    assert opened.game.players.get(seat=1).mode == "bot"


def test_a_seat_that_changes_hands_voids_what_the_table_was_asked(opened, anne, jack):
    vote = Vote.objects.create(game=opened.game, kind="end", seat=0, expires_at=timezone.now() + hours(72))
    seats.substitute(opened.pk, 1, jack)
    vote.refresh_from_db()
    assert vote.result == "void"


def test_the_lobby_shows_the_open_seat_and_the_page_gives_it_away(opened, client, sign_in, jack, golden):
    sign_in(client, jack)
    assert golden("pages/lobby", part(client.get("/lobby/"), "main h2"))
    assert golden("pages/clock", part(client.get(f"/games/{opened.pk}/clock/"), "main button.main"))
    assert client.post(f"/games/{opened.pk}/clock/substitute/", {"seat": "1"}).status_code == 302
    assert opened.game.players.get(seat=1).user == jack


def test_all_others_together_open_the_seat_of_one_who_is_away(later, at, anne):
    at.turn(0)
    late(later, at)
    assert votes.propose(at.pk, anne, "replace", seat=1).result == "passed"
    assert at.game.players.get(seat=1).mode == "open"


def test_a_referee_gives_a_seat_back_without_strikes(opened):
    player = opened.game.players.get(seat=1)
    seats.reinstate(opened.pk, player.pk)
    player.refresh_from_db()
    assert (player.mode, player.strikes) == ("present", 0)


def wishes(opened) -> tuple[dict, list, str]:
    """What is done for the second seat while its captain is away."""
    return Hand.objects.values_list("orders", "queue", "fallback").get(player__game=opened.pk, player__seat=1)


def wish(opened, *wanted) -> None:
    """Its captain wants another thing done."""
    Hand.objects.filter(player__game=opened.pk, player__seat=1).update(**dict(zip(("orders", "queue", "fallback"), wanted, strict=True)))


MINE = {"fight": "yes"}, [{"decision": "steer", "answer": "stay", "undisturbed": True, "since": 1}], "again"


def test_an_owner_who_takes_their_seat_back_finds_their_standing_orders_again_and_none_of_their_substitutes(
    opened, mary, jack, make_person
):
    wish(opened, *MINE)
    seats.substitute(opened.pk, 1, jack)
    assert wishes(opened) == ({}, [], "default")
    wish(opened, {"fight": "no"}, [], "helmsman")
    Player.objects.filter(game=opened.pk, seat=1).update(mode="open")
    seats.substitute(opened.pk, 1, make_person("Kate"))
    assert wishes(opened) == ({}, [], "default")
    seats.take_back(opened.pk, mary)
    assert wishes(opened) == MINE
    assert not LaidAside.objects.exists()


def test_the_standing_orders_of_a_lost_seat_are_forgotten_when_the_substitute_has_played(opened, jack):
    wish(opened, *MINE)
    seats.substitute(opened.pk, 1, jack)
    opened.turn(0)
    opened.turn(1)
    assert wishes(opened) == ({}, [], "default")
    assert not LaidAside.objects.exists()


def test_an_owner_who_comes_back_before_their_substitute_has_played_finds_their_strikes_and_their_record_again(opened, later, mary, jack):
    before, record = opened.game.players.get(seat=1), reliability.reliability_of(mary)
    seats.substitute(opened.pk, 1, jack)
    assert opened.game.players.get(seat=1).strikes == 0
    player = seats.take_back(opened.pk, mary)
    assert (player.strikes, player.joined_at, player.former_id) == (3, before.joined_at, None)
    assert reliability.reliability_of(mary).on_time == record.on_time
    opened.turn(0)
    late(later, opened)
    player = opened.game.players.get(seat=1)
    assert (player.mode, player.strikes) == ("open", 4)


def test_who_has_let_their_time_run_out_too_often_does_not_come_back_though_a_substitute_sits_there(opened, mary, jack, golden):
    opened.game.players.filter(seat=1).update(strikes=5)
    seats.substitute(opened.pk, 1, jack)
    with golden.refused("refusals/clock", NotAllowed):
        seats.take_back(opened.pk, mary)
    assert opened.game.players.get(seat=1).user == jack


def test_a_substitute_who_never_answers_leaves_the_owner_their_right_to_come_back(opened, mary, jack, make_person):
    kate = make_person("Kate")
    seats.substitute(opened.pk, 1, jack)
    opened.game.players.filter(seat=1).update(mode="open", strikes=3, open_until=timezone.now() + hours(24))
    seats.substitute(opened.pk, 1, kate)
    assert Lapse.objects.get().user == jack  # they have given a game up
    player = seats.take_back(opened.pk, mary)
    assert (player.user, player.strikes) == (mary, 3)
    assert Notice.objects.filter(kind="seat-lost", user=kate).count() == 1


def test_a_substitute_who_comes_back_to_their_open_seat_does_not_take_the_owner_s_right_away(opened, mary, jack):
    seats.substitute(opened.pk, 1, jack)
    opened.game.players.filter(seat=1).update(mode="open", strikes=3, open_until=timezone.now() + hours(24))
    assert seats.take_back(opened.pk, jack).former == mary
    assert seats.substitute(opened.pk, 1, mary).user == mary
    assert opened.game.players.get(seat=1).strikes == 3


def test_an_owner_who_comes_back_has_the_bank_they_had_and_not_that_of_their_substitute(later, anne, mary, jack):
    at = At(two_people(anne, mary, clock=Terms(Bank(3 * DAY, 12 * HOUR, 5 * DAY, 12 * HOUR))))
    at.turn(0)
    at.game.players.filter(seat=1).update(mode="open", bank=HOUR, open_until=timezone.now() + hours(24))
    assert seats.substitute(at.pk, 1, jack).bank == 36 * HOUR
    assert seats.take_back(at.pk, mary).bank == HOUR


def test_the_journal_names_who_sat_there_then_however_often_a_seat_changed_hands(opened, mary, jack, golden):
    seats.take_back(opened.pk, mary)
    player = opened.game.players.get(seat=1)
    seats.open_up(opened.game, player, timezone.now())
    player.save()
    seats.substitute(opened.pk, 1, jack)
    told = [line for _, line in clock_queries.journal_lines(opened.game, ["Anne", "Jack"])]
    assert golden("pages/clock", told)
    assert ["Jack" in line for line in told] == [True, *[False] * (len(told) - 1)]
    seats.take_back(opened.pk, mary)
    told = [line for _, line in clock_queries.journal_lines(opened.game, ["Anne", "Mary"])]
    assert golden("pages/clock", told)
    assert ["Jack" in line for line in told] == [False, True, *[False] * (len(told) - 2)]
