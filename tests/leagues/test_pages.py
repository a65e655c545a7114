"""The pages of leagues: open to spectators, closed to strangers, told in sentences when something cannot be done."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from leagues.models import Entry, League, Season
from leagues.services import entries, making
from tests.reading import alert, flash, has, part, parts, tree

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

EVERYONES = ("season", "schedule", "corrections", "json", "csv", "calendar")


@pytest.fixture
def run(make_run, people):
    run = make_run(people(7)).begin()
    run.end_all()
    return run


def at(run, page, *more):
    return reverse(f"leagues:{page}", args=[run.season.league.slug, run.season.number, *more])


def test_a_spectator_without_an_account_may_read(run, client):
    assert {page: client.get(at(run, page)).status_code for page in EVERYONES} == dict.fromkeys(EVERYONES, 200)


def test_ones_own_part_offers_only_what_can_still_be_done(run, client, sign_in):
    player = run.season.entries.first()
    page = sign_in(client, player.user)

    def offered() -> set[str]:
        forms = tree(page.get(at(run, "me"))).css("main form")
        return {form.attributes["action"].split("/")[-2] for form in forms}

    assert offered() == {"appeal"}
    Season.objects.filter(pk=run.season.pk).update(status="running")
    assert offered() == {"appeal", "away", "offer", "withdraw"}
    Entry.objects.filter(pk=player.pk).update(status="withdrawn")
    assert offered() == {"appeal", "offer"}


def test_the_division_has_a_cross_table_a_graph_and_reasons(run, client, golden):
    page = client.get(at(run, "division", 1)).content.decode()
    assert golden("pages/division", [line for line in parts(page, "td.wide.why") if line][1])
    assert page.count('class="self"') == 7
    assert 'class="places"' in page


def test_a_division_page_needs_few_queries(run, client, django_assert_max_num_queries):
    with django_assert_max_num_queries(20):
        client.get(at(run, "division", 1))


def test_every_other_page_is_there(run, client, sign_in, organiser):
    entry = run.season.entries.first()
    for address in (at(run, "player", entry.pk), reverse("leagues:leagues"), reverse("leagues:league", args=[run.season.league.slug])):
        assert client.get(address).status_code == 200
    sign_in(client, organiser)
    for page in ("me", "organise"):
        assert client.get(at(run, page)).status_code == 200
    for name in ("new_league", "ratings"):
        assert client.get(reverse(f"leagues:{name}")).status_code == 200
    assert client.get(reverse("leagues:board", args=["toy"])).status_code == 200
    assert client.get(reverse("leagues:rating", args=["toy", entry.user_id])).status_code == 200


def test_the_organisers_page_does_not_exist_for_others(run, client, sign_in, jack):
    assert client.get(at(run, "organise")).status_code == 302
    sign_in(client, jack)
    assert client.get(at(run, "organise")).status_code == 404
    assert client.post(at(run, "decide", "void"), {"fixture": 1, "reason": "mine"}).status_code == 404


def test_a_league_that_is_not_public_is_not_found_by_a_stranger(run, client, sign_in, jack):
    League.objects.update(is_public=False)
    sign_in(client, jack)
    for page in EVERYONES:
        assert client.get(at(run, page)).status_code == 404
    assert reverse("leagues:league", args=[run.season.league.slug]) not in client.get(reverse("leagues:leagues")).content.decode()


def test_the_export_gives_points_as_whole_numbers_and_is_not_sent_twice(run, client):
    answer = client.get(at(run, "json"))
    data = json.loads(answer.content)
    assert sum(row["points_840"] for row in data["standings"]) == 7 * 20 * 840
    assert client.get(at(run, "json"), headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_no_cell_of_the_sheet_can_be_taken_for_a_formula(run, client):
    Entry.objects.filter(pk=run.season.entries.first().pk).update(own_name="=1+1")
    assert "'=1+1" in client.get(at(run, "csv")).content.decode()


def test_a_calendar_holds_any_name_and_no_line_is_too_long(run, client):
    League.objects.update(name="Cup; of, Tortuga\\ 🏴‍☠️ and the other islands of the main")
    body = client.get(at(run, "calendar")).content
    assert b"Cup\\; of\\, Tortuga\\\\" in body.replace(b"\r\n ", b"")
    assert all(len(line) <= 75 for line in body.split(b"\r\n"))
    assert body.count(b"BEGIN:VEVENT") == body.count(b"END:VEVENT") == 2


def test_somebody_who_has_never_seen_it_makes_a_league_from_the_page_alone(client, sign_in, anne, decide):
    sign_in(client, anne)
    made = client.post(reverse("leagues:new_league"), {"name": "Harbour Cup", "ruleset": "toy", "is_public": "on"}, follow=True)
    form = made.context["form"]
    usual = {field.name: field.value() for field in form if field.value() is not None and field.value() is not False}
    page = client.post(made.redirect_chain[-1][0], usual, follow=True)
    season = Season.objects.get()
    assert page.redirect_chain[-1][0] == reverse("leagues:organise", args=["harbour-cup", 1])
    decide(client, season, "step", step="open")
    season.refresh_from_db()
    assert season.status == "registration"
    client.post(reverse("leagues:act", args=["harbour-cup", 1, "register"]))
    decide(client, season, "bots", count="6", level="easy")
    assert season.entries.count() == 7


@pytest.mark.parametrize(
    "said", [{}, {"name": "⚓", "ruleset": "toy"}, {"name": "Cup", "ruleset": "../etc"}, {"name": "Official Cup", "ruleset": "toy"}]
)
def test_a_league_that_cannot_be_is_refused_on_the_form(client, sign_in, anne, said):
    sign_in(client, anne)
    assert client.post(reverse("leagues:new_league"), said).status_code == 422
    assert not League.objects.exists()


NONSENSE = [
    ("nonsense", {}, 404),
    ("void", {}, 404),
    ("void", {"fixture": "9999999", "reason": "because"}, 404),
    ("void", {"fixture": "1e9"}, 404),
    ("step", {"step": "open"}, 422),
    ("bots", {"count": "5", "level": "easy"}, 422),
]


def test_what_makes_no_sense_is_refused_and_changes_nothing(run, client, sign_in, organiser, subtests):
    sign_in(client, organiser)
    before = list(run.fixtures.values_list("status", flat=True))
    for what, said, status in NONSENSE:
        with subtests.test(what=what, said=said, status=status):
            assert client.post(at(run, "decide", what), said).status_code == status
            assert list(run.fixtures.values_list("status", flat=True)) == before


def test_a_void_without_a_reason_is_refused_with_a_sentence(run, client, sign_in, organiser, golden):
    sign_in(client, organiser)
    page = client.post(at(run, "decide", "void"), {"fixture": run.fixtures.first().pk, "reason": " "})
    assert page.status_code == 422
    assert golden("pages/organise", alert(page))


def test_markup_in_a_name_or_a_house_rule_is_shown_as_written(client, organiser):
    league = making.create_league(organiser, "Cup <b>of</b> Tortuga", "toy", about="<script>alert(1)</script>")
    page = client.get(reverse("leagues:league", args=[league.slug])).content.decode()
    assert "<script>alert(1)" not in page
    assert "&lt;b&gt;of" in page


def test_a_draft_is_seen_by_organisers_only(client, sign_in, organiser, jack, make_run):
    run = make_run([])
    Season.objects.update(status="draft")
    sign_in(client, jack)
    assert client.get(at(run, "season")).status_code == 404
    sign_in(client, organiser)
    assert client.get(at(run, "season")).status_code == 200


def test_days_away_are_noted_from_the_page(client, sign_in, make_run, mary):
    run = make_run([mary])
    sign_in(client, mary)
    day = timezone.now().date() + timedelta(days=1)
    client.post(at(run, "act", "away"), {"begin": str(day), "end": str(day)})
    assert run.entry(mary).absences.count() == 1
    client.post(at(run, "act", "away"), {"begin": "never", "end": ""})
    client.post(at(run, "act", "away"), {"begin": "2026-99-99", "end": "2026-99-99"})
    assert run.entry(mary).absences.count() == 1
    assert entries.accepted_entries(run.season).count() == 1


def test_the_next_season_is_offered_as_the_one_before_was_played(run, client, sign_in, organiser, golden):
    Season.objects.filter(pk=run.pk).update(
        preset_data=replace(run.season.preset, shape="pyramid", round_days=33, up=2, ready_check=False).to_json()
    )
    sign_in(client, organiser)
    page = client.get(reverse("leagues:new_season", args=[run.season.league.slug]))
    form = page.context["form"]
    assert [form[name].value() for name in ("shape", "round_days", "up", "ready_check")] == ["pyramid", 33, 2, False]
    assert form["seats"].value() == run.season.preset.seats
    assert golden("pages/new-season", part(page, "p.prose"))


def test_days_away_are_noted_once_and_may_be_taken_back(client, sign_in, make_run, mary, jack, golden):
    run = make_run([mary, jack])
    day = timezone.now().date() + timedelta(days=3)
    noted = entries.be_away(run.pk, mary, day, day + timedelta(days=9))
    sign_in(client, mary)
    page = client.post(at(run, "act", "away"), {"begin": str(day + timedelta(days=1)), "end": str(day + timedelta(days=9))}, follow=True)
    assert golden("pages/own-part", flash(page))
    back = f'form[action="{at(run, "act", "there")}"] button'
    assert len(parts(page, back)) == 1
    sign_in(client, jack)
    assert client.post(at(run, "act", "there"), {"absence": noted.pk}).status_code == 404
    sign_in(client, mary)
    page = client.post(at(run, "act", "there"), {"absence": noted.pk}, follow=True)
    assert golden("pages/own-part", flash(page))
    assert not has(page, back)
    assert not run.entry(mary).absences.exists()
    assert client.post(at(run, "act", "there"), {"absence": noted.pk}).status_code == 404


def test_days_away_that_are_over_stay(client, sign_in, make_run, mary):
    run = make_run([mary])
    day = timezone.now().date() - timedelta(days=3)
    over = run.entry(mary).absences.create(begin=day - timedelta(days=1), end=day)
    sign_in(client, mary)
    assert not has(client.get(at(run, "me")), f'form[action="{at(run, "act", "there")}"] button')
    assert client.post(at(run, "act", "there"), {"absence": over.pk}).status_code == 404
    assert run.entry(mary).absences.count() == 1


@pytest.mark.parametrize("said", ["", "7.5", "-1", "three", "1e9", "0"])
def test_how_many_bots_is_asked_again_where_no_number_is_given(client, sign_in, make_run, mary, organiser, said, golden):
    run = make_run([mary])
    sign_in(client, organiser)
    page = client.post(at(run, "decide", "bots"), {"count": said, "level": "easy"})
    assert page.status_code == 422
    assert golden("pages/organise", alert(page))


@pytest.mark.parametrize(
    ("what", "amount"),
    [("extend", "hours"), ("pause-table", "days"), ("pause", "days")],
)
def test_how_long_is_asked_again_where_no_number_is_given(run, client, sign_in, organiser, what, amount, golden):
    sign_in(client, organiser)
    page = client.post(at(run, "decide", what), {"fixture": run.fixtures.first().pk, amount: "some", "reason": "a storm"})
    assert page.status_code == 422
    assert golden("pages/organise", alert(page))


def test_who_organises_already_is_not_one_more_organiser(client, sign_in, make_run, mary, organiser, golden):
    league = make_run([mary]).season.league
    sign_in(client, organiser)
    address = reverse("leagues:edit_league", args=[league.slug, "organisers"])
    assert golden("pages/league", flash(client.post(address, {"who": mary.name}, follow=True)))
    for person in (mary, organiser):
        assert golden("pages/league", flash(client.post(address, {"who": person.name}, follow=True)))
    assert league.organisers.count() == 2


def test_before_the_first_result_nobody_is_told_that_they_stand_at_a_place(make_run, people, client, sign_in, golden):
    members = people(7)
    run = make_run(members).begin()
    assert golden("pages/division", part(sign_in(client, members[0]).get(at(run, "division", 1)), ".lead"))


def test_ones_own_part_says_who_plays_on_in_a_seat(make_run, people, jack, client, sign_in):
    members = people(7)
    run = make_run(members).begin()
    first, second, *_ = run.season.entries.get(user=members[0]).seats.order_by("fixture__number")
    for seat, substitute in ((first, jack), (second, None)):
        seat.gone, seat.played_by = True, substitute
        seat.save()
    told = parts(sign_in(client, members[0]).get(at(run, "me")), "td:nth-child(3) small")
    assert len(told) == 2
    assert [jack.name in line for line in told] == [True, False]
