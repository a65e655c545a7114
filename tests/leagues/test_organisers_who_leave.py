"""What withdrawing and stepping down keep to, deleting an account keeps to as well."""

import pytest
from django.urls import reverse

from accounts import account_deletion
from accounts.models import User
from games.editions.errors import NotAllowed
from games.models import ClockEntry, Player
from leagues.models import League
from leagues.services import cards, making, organisers, seasons, substitutes, withdrawals
from notifications.models import Notice
from tests.reading import has, part

pytestmark = [pytest.mark.one_database, pytest.mark.django_db]


def chair(fixture, entry) -> Player:
    return fixture.game.players.get(seat=fixture.seats.get(entry=entry).seat)


def test_the_seats_of_a_captain_who_deletes_the_account_are_offered_to_substitutes_as_after_a_withdrawal(run, members):
    gone = run.entry(members[0])
    fixtures = list(run.fixtures.filter(seats__entry=gone))
    account_deletion.leave(members[0])
    assert {chair(fixture, gone).mode for fixture in fixtures} == {"open"}
    assert run.season.acts.filter(what__contains="left the site").exists()


def test_the_seat_that_a_substitute_leaves_by_deleting_the_account_is_offered_again(run, members, make_person):
    fixture = run.fixtures.first()
    seat = fixture.seats.first()
    withdrawals.withdraw(run.pk, seat.entry.user)
    stand_in = make_person("Sally")
    substitutes.offer(run.pk, stand_in)
    substitutes.take_seat(run.season, fixture.seats.select_related("fixture", "entry").get(pk=seat.pk), stand_in)
    assert chair(fixture, seat.entry).user == stand_in
    account_deletion.leave(stand_in)
    assert chair(fixture, seat.entry).mode == "open"
    seat.refresh_from_db()
    assert (seat.gone, seat.played_by) == (True, None)


def test_when_the_only_organiser_deletes_the_account_everyone_who_plays_is_told_and_one_of_them_may_organise(
    make_run, people, organiser, client, sign_in, golden
):
    captains = people(7)
    run = make_run(captains, automatic=False).begin()
    league = reverse("leagues:league", args=[run.season.league.slug])
    assert golden("pages/leave-the-site", part(sign_in(client, organiser).get(reverse("leave")), "p.warning"))
    account_deletion.leave(organiser)
    notice = Notice.objects.filter(kind="league-decision", user=captains[1], facts__entry=run.entry(captains[1]).pk).latest("pk")
    assert golden("letters/league-decision", [notice.facts["sentence"], notice.facts["reason"]])
    sign_in(client, captains[1])
    assert golden("pages/league", part(client.get(league), "form p"))
    client.post(f"{league}edit/organise/")
    assert list(League.objects.get().organisers.all()) == [captains[1]]
    assert client.get(reverse("leagues:organise", args=[run.season.league.slug, 1])).status_code == 200
    with golden.refused("refusals/leagues", NotAllowed):
        organisers.take_over(run.season.league_id, captains[2])
    assert Notice.objects.filter(kind="league-decision", user=captains[2]).count() == 2


def test_nobody_who_does_not_play_in_the_league_or_was_excluded_takes_it_over(make_run, people, organiser, anne, client, sign_in):
    captains = people(7)
    run = make_run(captains).begin()
    cards.give_card(run.entry(captains[0]).pk, organiser, "red", "two accounts")
    account_deletion.leave(organiser)
    for person in (anne, captains[0]):
        with pytest.raises(NotAllowed):
            organisers.take_over(run.season.league_id, person)
        assert not has(sign_in(client, person).get(reverse("leagues:league", args=[run.season.league.slug])), "form.card")


def test_a_season_without_organisers_goes_on_by_itself(make_run, people, organiser):
    run = make_run(people(8), shape="swiss", rounds=2, most_at_once=1, automatic=False).begin()
    account_deletion.leave(organiser)
    for fixture in list(run.fixtures):
        run.end(fixture)
    seasons.move_on(run.pk)
    assert list(run.season.rounds.values_list("status", flat=True)) == ["closed", "running"]


def test_a_league_of_which_nothing_was_announced_goes_with_its_only_organiser(make_person):
    olga = make_person("Olga")
    making.create_league(olga, "Cup of Nowhere", "toy")
    account_deletion.leave(olga)
    assert not League.objects.exists()


def test_an_organiser_of_several_leaves_and_the_others_go_on(make_run, people, organiser, make_person):
    run = make_run(people(7)).begin()
    making.add_organiser(run.season.league_id, organiser, make_person("Otto"))
    before = Notice.objects.filter(kind="league-decision").count()
    account_deletion.leave(organiser)
    assert Notice.objects.filter(kind="league-decision").count() == before


def test_an_organiser_who_may_not_sign_in_any_more_organises_nothing(run, organiser, members):
    User.objects.filter(pk=organiser.pk).update(is_active=False)
    organisers.take_over(run.season.league_id, members[0])
    assert run.season.league.organisers.contains(members[0])


def test_no_decision_of_a_season_and_no_journal_names_a_captain_who_has_left_the_site(run, organiser, members, make_person):
    fixture = run.fixtures.first()
    seat = fixture.seats.exclude(entry__user=members[0]).first()
    cards.give_card(run.entry(members[0]).pk, organiser, "yellow", "late")
    withdrawals.withdraw(run.pk, seat.entry.user)
    sally = make_person("Sally")
    substitutes.offer(run.pk, sally)
    substitutes.take_seat(run.season, fixture.seats.select_related("fixture", "entry").get(pk=seat.pk), sally)
    for person in (sally, members[0]):
        account_deletion.leave(person)
    told = [*run.season.acts.values_list("what", flat=True), *ClockEntry.objects.values_list("facts", flat=True)]
    assert sum("A departed captain" in str(line) for line in told) == 3
    assert not [line for line in told if "Sally" in str(line) or "Sailor 1:" in str(line)]
