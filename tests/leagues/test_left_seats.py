"""Who leaves their seat is judged by their rating of the day on which it came open, whatever they played since (§12.3)."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts import account_deletion
from games.models import Game, Player
from games.play import acting
from games.tables import lobby
from games.timeouts import seats
from leagues.models import RatedTable, Rating, RatingEvent
from leagues.pure.ratings import NEW, Book, RatedGame, rate
from leagues.pure.ratings import Rating as Strength
from leagues.services import rating, withdrawals
from tests.leagues.test_rated_games import everything, over
from tests.ratings import rate_anew
from tests.reading import part

pytestmark = pytest.mark.django_db
DAY = 86400
STRONG = Strength(1900, 60, 40, 9 * DAY)


# -- the sums -------------------------------------------------------------------------------------------
def left_on_the_third_day() -> RatedGame:
    """Number 1 left their seat on the third day; the game ended on the tenth."""
    return RatedGame(7, 10 * DAY, ((1, 2), (2, 1)), departures=((1, 3 * DAY),))


def test_an_opponent_gains_what_beating_the_rating_of_that_day_is_worth():
    weak = Strength(1500, 60, 30, 2 * DAY)
    book = Book({1: STRONG, 2: weak}, {1: [weak, STRONG]})
    loser, winner = book.add(left_on_the_third_day())
    assert winner.against[0].expected == pytest.approx(0.5, abs=1e-3)  # as equals, which they were then
    assert loser.against[0].expected == pytest.approx(0.5, abs=1e-3)


def test_what_is_lost_by_leaving_is_lost_from_the_rating_of_today():
    weak = Strength(1500, 60, 30, 2 * DAY)
    book = Book({1: STRONG, 2: weak}, {1: [weak, STRONG]})
    loser, _ = book.add(left_on_the_third_day())
    assert loser.before == STRONG
    assert 1880 < loser.after.value < 1900
    assert loser.after.value == pytest.approx(1900 + loser.against[0].gain, abs=1e-3)


def test_who_had_no_rating_yet_when_they_left_is_judged_as_new():
    book = Book({1: STRONG, 2: NEW}, {1: [STRONG]})
    book.add(left_on_the_third_day())
    plain = rate([(1, NEW, 2), (2, NEW, 1)], 10 * DAY)
    assert book.ratings[2].value == pytest.approx(plain[1].after.value, abs=0.5)
    assert book.past[1] == [STRONG, book.ratings[1]]  # what comes of it is their rating on the days to come


# -- at the tables --------------------------------------------------------------------------------------
@pytest.fixture
def days(time_machine):
    """`days(3)`: so many days go by."""
    time_machine.move_to(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False)
    return lambda count: time_machine.shift(timedelta(days=count))


@pytest.fixture
def table(days):
    """`table(anne, mary)`: a running table that anybody could have joined."""

    def make(first, second) -> Game:
        game = lobby.create(first, "toy", {"rounds": 100}, seats=2, place="bombay", open_to_all=True)
        lobby.join(game.pk, second, place="london")
        game.refresh_from_db()
        return game

    return make


def open_up(game: Game, seat: int) -> None:
    player = Player.objects.get(game=game, seat=seat)
    seats.open_up(game, player, timezone.now())
    player.save()


def answered(game: Game, seat: int) -> None:
    """As it is when the substitute has made their first answer."""
    acting.present_again(game, Player.objects.select_related("user", "former").get(game=game, seat=seat))


def left(game: Game) -> list:
    return RatedTable.objects.get(game=game).left


def now() -> int:
    return int(timezone.now().timestamp())


def test_a_captain_who_left_and_then_won_elsewhere_is_judged_as_they_were_when_their_seat_came_open(table, days, anne, mary, jack):
    game, other = table(anne, mary), table(jack, mary)
    days(1)
    open_up(game, 1)
    opened = now()
    days(1)
    over(other, 2, 1)
    days(1)
    over(game, 2, 1)  # the helmsman came first; that is not hers
    event = RatingEvent.objects.get(table__game=game, person=mary.pk)
    assert (left(game), event.before > 1600, event.after < event.before) == ([[mary.pk, opened]], True, True)
    [[_, expected, got, _]] = RatingEvent.objects.get(table__game=game, person=anne.pk).against
    assert (expected, got) == (0.5, 1.0)  # two who were both new
    assert rating.wrong_ratings("toy") == []
    before = everything()
    rate_anew("toy")
    assert everything() == before


def test_a_game_that_was_rated_before_the_seat_came_open_counts_in_what_its_owner_was_then(table, days, anne, mary, jack):
    game, other = table(anne, mary), table(jack, mary)
    over(other, 2, 1)
    days(1)
    open_up(game, 1)
    days(1)
    over(game, 1, 2)
    [[_, expected, _, _]] = RatingEvent.objects.get(table__game=game, person=anne.pk).against
    assert expected < 0.4
    assert rating.wrong_ratings("toy") == []


def test_a_seat_that_was_taken_back_was_never_left(table, days, anne, mary, jack):
    game = table(anne, mary)
    open_up(game, 1)
    seats.substitute(game.pk, 1, jack)
    days(1)
    seats.take_back(game.pk, mary)
    over(game, 2, 1)
    assert (left(game), RatedTable.objects.get().people) == ([], [[anne.pk, 2], [mary.pk, 1]])


def test_a_seat_that_was_opened_taken_back_and_opened_again_was_left_the_second_time(table, days, anne, mary):
    game = table(anne, mary)
    open_up(game, 1)
    days(1)
    seats.take_back(game.pk, mary)
    days(1)
    open_up(game, 1)
    moment = now()
    days(1)
    over(game, 2, 1)
    assert left(game) == [[mary.pk, moment]]


def test_a_substitute_who_leaves_in_their_turn_and_comes_back_does_not_play_for_the_owner_s_rating(table, days, anne, mary, jack):
    game = table(anne, mary)
    open_up(game, 1)
    opened = now()
    seats.substitute(game.pk, 1, jack)
    answered(game, 1)
    days(1)
    open_up(game, 1)
    seats.take_back(game.pk, jack)
    over(game, 2, 1)
    judged = RatedTable.objects.get()
    assert (judged.people, judged.left) == ([[anne.pk, 1], [mary.pk, 2]], [[mary.pk, opened]])
    assert [person for person, *_ in judged.stepped_in] == [jack.pk]
    assert Rating.objects.get(user=jack).value > 1500


def test_a_substitute_is_judged_by_what_they_are_when_the_game_ends(table, days, anne, mary, jack, make_person):
    game, other = table(anne, mary), table(jack, make_person("Kate"))
    open_up(game, 1)
    seats.substitute(game.pk, 1, jack)
    answered(game, 1)
    days(1)
    over(other, 1, 2)
    strong = Rating.objects.get(user=jack).value
    days(1)
    over(game, 2, 1)
    event = RatingEvent.objects.get(table__game=game, person=jack.pk)
    assert (event.before, event.after > event.before) == (strong, True)
    assert rating.wrong_ratings("toy") == []


def test_who_resigns_has_left_at_that_moment(table, days, anne, mary):
    game = table(anne, mary)
    days(1)
    moment = now()
    Game.objects.filter(pk=game.pk).update(number=20)  # long enough to count
    game.moves.filter(number=0).update(number=20)
    acting.resign(game.pk, 1)
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER
    assert left(game) == [[mary.pk, moment]]


def test_who_leaves_the_site_is_judged_as_gone_by_number_and_the_table_reads_that_a_captain_has_left(
    table, days, anne, mary, client, sign_in, golden
):
    game = table(anne, mary)
    number = mary.pk
    account_deletion.leave(mary)
    moment = now()
    assert golden("pages/clock", part(sign_in(client, anne).get(f"/games/{game.pk}/clock/"), "main li", -1))
    days(1)
    over(game, 2, 1)
    assert (RatedTable.objects.get().people, left(game)) == ([[anne.pk, 1], [number, 2]], [[number, moment]])
    assert Rating.objects.get(person=number).user is None


def test_a_guest_who_leaves_the_site_leaves_no_rating_behind(table, anne, make_person):
    guest = make_person("Guest", is_guest=True)
    game = table(anne, guest)
    account_deletion.leave(guest)
    over(game, 1, 2)
    assert not RatedTable.objects.exists()


def test_in_a_league_who_withdraws_late_has_left_their_running_tables_on_that_day(days, run, members):
    leaver = members[0]
    mine = list(run.fixtures.filter(seats__entry__user=leaver))
    for fixture in mine[:2]:
        run.end(fixture)
    days(2)
    withdrawals.withdraw(run.pk, leaver)
    moment = now()
    days(1)
    run.end(mine[2])
    assert left(mine[2].game) == [[leaver.pk, moment]]
    assert left(mine[0].game) == []


def test_a_captain_for_whom_somebody_sat_down_before_the_first_move_left_when_the_game_began(run, members, jack):
    fixture = run.fixtures.filter(seats__entry__user=members[0]).first()
    fixture.seats.filter(entry__user=members[0]).update(gone=True, played_by=jack)
    Player.objects.filter(game=fixture.game, user=members[0]).update(user=jack)
    run.end(fixture)
    assert left(fixture.game) == [[members[0].pk, int(fixture.game.started_at.timestamp())]]
