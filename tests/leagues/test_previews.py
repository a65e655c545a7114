"""An organiser reads what a button will do before it is done; what they read was found by doing it and taking it all back."""

import pytest
from django.urls import reverse
from markupsafe import escape

from leagues.models import Act, Correction, Fixture, Season
from leagues.preview import dry_run
from leagues.services import cards, clocks, entries, results, withdrawals
from notifications.models import Notice
from tests.reading import alert, part, parts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def run(make_run, people):
    return make_run(people(5), bots=2).begin()


@pytest.fixture
def as_organiser(client, sign_in, organiser):
    return sign_in(client, organiser)


def address(run, what):
    return reverse("leagues:decide", args=[run.season.league.slug, run.season.number, what])


def everything(run) -> tuple:
    """What a button could change, as it is in the database now."""
    return (
        list(Season.objects.values()), list(run.fixtures.values()), list(run.season.entries.values()), Notice.objects.count(),
        Act.objects.count(), Correction.objects.count(), list(run.season.rounds.values()),
    )  # fmt: skip


def test_reading_what_a_button_does_changes_nothing(run, as_organiser, organiser, golden):
    before = everything(run)
    fixture = run.fixtures.first()
    for what, said in (
        ("void", {"fixture": fixture.pk, "reason": "an accident"}),
        ("extend", {"fixture": fixture.pk, "hours": 24, "reason": "a storm"}),
        ("pause", {"days": 3, "reason": "a storm"}),
        ("adjudicate", {"fixture": fixture.pk, "reason": "it drags on"}),
        ("take-out", {"entry": run.season.entries.first().pk, "reason": "gone"}),
    ):
        page = as_organiser.post(address(run, what), said)
        assert page.status_code == 200
        assert golden("pages/organise-confirm", part(page, ".preview", without="li"))
    assert everything(run) == before


def test_bots_join_a_field_without_a_draw(make_run, people, organiser, golden):
    preview, _ = dry_run.carry_out(run_pk := make_run(people(5)).pk, lambda: entries.add_bots(run_pk, organiser, 1, "easy"))
    assert golden("pages/organise", preview.lines)
    entries.add_bots(run_pk, organiser, 1, "easy")
    assert golden("pages/organise", Act.objects.filter(season=run_pk).order_by("-pk")[0].what)


def test_steps_are_told_as_what_was_done(run, golden):
    done = list(Act.objects.filter(season=run.pk).order_by("pk").values_list("what", flat=True))
    assert golden("pages/organise", done)


def test_a_card_is_told_beforehand_and_so_is_one_that_is_taken_back(run, organiser, golden):
    entry = run.season.entries.exclude(user=None).first()
    preview, _ = dry_run.carry_out(run.pk, lambda: cards.give_card(entry.pk, organiser, "yellow", "silent"))
    assert golden("pages/organise", preview.lines)
    card = cards.give_card(entry.pk, organiser, "yellow", "silent")
    preview, _ = dry_run.carry_out(run.pk, lambda: cards.lift_card(card.pk, organiser, "was at sea"))
    assert golden("pages/organise", preview.lines)


def test_an_hour_is_one_hour(run, organiser, golden):
    fixture = run.fixtures.first()
    clocks.extend(fixture.pk, organiser, 1, "a storm")
    assert golden("pages/organise", fixture.acts.get().what)


def test_a_void_tells_beforehand_which_table_who_gets_a_letter_and_that_the_game_ends(run, organiser, golden):
    fixture = run.fixtures.first()
    names = [seat.entry.name for seat in fixture.seats.all() if not seat.entry.bot]
    preview, is_done = dry_run.carry_out(run.pk, lambda: results.void(fixture.pk, organiser, "an accident"))
    assert not is_done
    assert golden("pages/organise", preview.lines)
    assert golden("pages/organise", preview.letters)
    assert any(all(name in letter for name in names) for letter in preview.letters)


def test_taking_somebody_out_tells_at_which_tables_somebody_else_plays_on_and_who_moves(run, organiser, people, golden):
    fixture = run.fixtures.first()
    run.end(fixture)
    leaver = fixture.seats.exclude(entry__user=None).first().entry
    preview, _ = dry_run.carry_out(run.pk, lambda: withdrawals.withdraw(run.pk, organiser, leaver.pk, "asked by mail"))
    assert golden("pages/organise", [line for line in preview.lines if leaver.name in line])
    assert not any("void" in line for line in preview.lines)


def test_a_correction_tells_who_goes_from_which_place_to_which(run, organiser, golden):
    fixture = run.fixtures.first()
    run.end(fixture)
    preview, _ = dry_run.carry_out(run.pk, lambda: results.correct(fixture.pk, organiser, [4, 3, 2, 1], "read upside down"))
    last = fixture.seats.get(seat=3).entry
    assert golden("pages/organise", [line for line in preview.lines if last.name in line])


def test_more_time_tells_who_has_how_much_more(make_run, people, organiser, golden):
    run = make_run(people(7)).begin()
    fixture = run.fixtures.first()
    preview, _ = dry_run.carry_out(run.pk, lambda: clocks.extend(fixture.pk, organiser, 24, "a storm"))
    assert golden("pages/organise", preview.lines)


def test_closing_registration_shows_the_divisions_how_fair_they_are_and_nobody_is_drawn_yet(make_run, people, as_organiser, golden):
    run = make_run(people(4), bots=4)
    page = as_organiser.post(address(run, "step"), {"step": "close"})
    assert golden("pages/organise-confirm", [*parts(page, "p.warning"), part(page, ".preview")])
    assert not run.season.divisions.exists()


def test_nobody_learns_who_would_be_drawn_where_before_registration_has_closed(make_run, people, as_organiser, golden):
    run = make_run(people(9))
    page = as_organiser.post(address(run, "step"), {"step": "close"}).content.decode()
    assert "Sailor" not in page
    assert golden("pages/organise-confirm", part(page, ".preview"))
    run.step("close")
    assert "Sailor" in as_organiser.post(address(run, "step"), {"step": "start"}).content.decode()


def test_what_was_read_is_done_when_it_is_confirmed(run, as_organiser, decide):
    fixture = run.fixtures.first()
    answer = decide(as_organiser, run.season, "void", fixture=fixture.pk, reason="an accident")
    assert answer.status_code == 302
    fixture.refresh_from_db()
    assert fixture.status == "void"


def test_a_confirmation_of_something_else_than_what_would_happen_now_is_shown_again_and_nothing_is_done(
    run, as_organiser, organiser, golden
):
    fixture = run.fixtures.first()
    said = {"fixture": fixture.pk, "reason": "an accident"}
    token = as_organiser.post(address(run, "void"), said).context["preview"].token
    run.end(fixture)
    page = as_organiser.post(address(run, "void"), {**said, "seen": token})
    assert golden("pages/organise-confirm", alert(page))
    fixture.refresh_from_db()
    assert fixture.status == "finished"


@pytest.mark.parametrize("seen", ["", "0", "x" * 5000, "é\x00", "24"])
def test_a_made_up_confirmation_does_nothing(run, as_organiser, seen):
    fixture = run.fixtures.first()
    page = as_organiser.post(address(run, "void"), {"fixture": fixture.pk, "reason": "an accident", "seen": seen})
    assert page.status_code == 200
    fixture.refresh_from_db()
    assert fixture.status == "running"


def test_a_reason_with_markup_is_shown_as_written_on_the_page_that_asks_for_the_confirmation(run, as_organiser):
    nasty = '"><script>alert(1)</script>'
    page = as_organiser.post(address(run, "void"), {"fixture": run.fixtures.first().pk, "reason": nasty}).content.decode()
    assert nasty not in page
    assert escape(nasty) in page


def test_what_is_refused_is_refused_before_anything_is_shown(run, as_organiser, golden):
    page = as_organiser.post(address(run, "extend"), {"fixture": run.fixtures.first().pk, "hours": 99, "reason": "a storm"})
    assert page.status_code == 422
    assert golden("pages/organise", alert(page))


def test_every_fixture_of_the_season_stays_where_it_was_after_a_preview_of_each(run, organiser):
    before = everything(run)
    for fixture in Fixture.objects.all():
        dry_run.carry_out(run.pk, lambda pk=fixture.pk: results.adjudicate(pk, organiser, "it drags on"))
    assert everything(run) == before


def test_a_preview_says_of_a_reminder_that_it_comes_later_and_only_to_the_silent(make_run, people, golden):
    run = make_run(people(4), ready_check=True)
    run.step("close")
    preview, _ = dry_run.carry_out(run.pk, lambda: run.step("start"))
    assert golden("pages/organise-confirm", preview.letters)
