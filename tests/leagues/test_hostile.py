"""What strangers, guessers and pranksters send: a clear answer, and nothing changed."""

import csv
import io
import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from games.models import Hand
from games.rulesets import get_ruleset
from games.storage.snapshots import stored
from leagues.models import League, Season
from leagues.services import cards, making
from tests.reading import part

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HUGE = "99999999999999999999999999"
MARK, MARKED = 770_012_345_678_900, "77001234567890"
"""What a hidden card is, and how it would be seen on a page; no seed, token or hash holds it by chance."""
NASTY = 'Cup; of, Tortuga\\ "=1+1" 🏴‍☠️ <script>alert(1)</script>'


@pytest.fixture
def run(make_run, people):
    return make_run(people(7)).begin()


def at(run, page, *more):
    return reverse(f"leagues:{page}", args=[run.season.league.slug, run.season.number, *more])


def state(run):
    return list(run.fixtures.values()), list(run.season.entries.values()), list(Season.objects.values()), list(League.objects.values())


# -- addresses ------------------------------------------------------------------------------------------
NOTHING = [
    "cup-of-tortuga/{huge}/", "cup-of-tortuga/1/division/{huge}/", "cup-of-tortuga/1/player/{huge}/", "cup-of-tortuga/0/",
    "cup-of-tortuga/1/organise/table/{huge}/", "cup-of-tortuga/1/organise/captain/{huge}/", "no-such-league/", "cup-of-tortuga/2/",
    "cup-of-tortuga/1/standings.xml", "cup-of-tortuga/-1/", "%00/", "..%2f..%2fetc/",
]  # fmt: skip


def test_an_address_of_nothing_is_a_404(run, client, sign_in, organiser, subtests):
    sign_in(client, organiser)
    for path in NOTHING:
        with subtests.test(path=path):
            assert client.get("/leagues/" + path.format(huge=HUGE)).status_code == 404


@pytest.mark.parametrize("path", ["toy/{huge}/", "of/{huge}/", "no-such-game/", "toy/0/", "of/0/", "../", "toy/x/"])
def test_a_rating_of_nobody_is_a_404(client, path):
    assert client.get("/ratings/" + path.format(huge=HUGE)).status_code == 404


MADE_UP = ["?state=nonsense&page=x", "?page=9999999999999999", "?page=-1", "?who=%00%ff", "?state=%3Cscript%3E"]


def test_a_made_up_filter_of_the_organisers_page_is_ignored(run, client, sign_in, organiser, subtests):
    sign_in(client, organiser)
    for query in MADE_UP:
        with subtests.test(query=query):
            page = client.get(at(run, "organise") + query)
            assert page.status_code == 200
            assert b"<script>" not in page.content.replace(b'<script type="module"', b"").replace(b"<script src", b"").replace(
                b"<script defer", b""
            )


# -- buttons --------------------------------------------------------------------------------------------
NONSENSE = [
    ("void", {"fixture": HUGE, "reason": "because"}),
    ("void", {"fixture": "-1", "reason": "because"}),
    ("extend", {"fixture": "1", "hours": "٣", "reason": "because"}),
    ("extend", {"fixture": "1", "reason": "because"}),
    ("correct", {"fixture": "1", "place": ["x"] * 90, "reason": "because"}),
    ("replace", {"seat": "1"}),
    ("card", {"entry": "1", "kind": "purple", "reason": "because"}),
    ("card", {"entry": HUGE}),
    ("lift", {"card": "1", "reason": "x" * 9}),
    ("bots", {"count": "0", "level": "easy"}),
    ("bots", {"count": "999999999", "level": "easy"}),
    ("bots", {"count": "3", "level": "../"}),
    ("step", {"step": "\x00" * 50}),
    ("round", {"round": HUGE}),
    ("answer", {"appeal": "1", "reason": "because"}),
    ("pause", {"days": "1e3"}),
    ("replay", {}),
    ("rerun", {}),
    ("rerun", {"fixture": HUGE, "reason": "because"}),
    ("rerun", {"fixture": "0", "reason": "\x00"}),
    ("resume-table", {"fixture": "0", "reason": "because"}),
    ("draw-again", {}),
    ("cancel", {"reason": "\x00"}),
]


def test_a_button_with_nonsense_is_refused_and_changes_nothing(run, client, sign_in, organiser, subtests):
    sign_in(client, organiser)
    before = state(run)
    for what, said in NONSENSE:
        with subtests.test(what=what, said=said):
            assert client.post(at(run, "decide", what), said).status_code in (404, 422)
            assert state(run) == before


def test_a_fixture_of_another_league_is_not_decided_on_by_these_organisers(run, make_run, people, client, sign_in, make_person):
    other = make_person("Otto")
    league = making.create_league(other, "Another Cup", "toy")
    now = timezone.now()
    season = making.create_season(league.pk, other, run.season.preset, now + timedelta(days=2), now + timedelta(days=3))
    sign_in(client, other)
    address = reverse("leagues:decide", args=[league.slug, season.number, "void"])
    before = state(run)
    assert client.post(address, {"fixture": run.fixtures.first().pk, "reason": "not mine"}).status_code == 404
    address = reverse("leagues:decide", args=[league.slug, season.number, "card"])
    assert client.post(address, {"entry": run.season.entries.first().pk, "kind": "red", "reason": "not mine"}).status_code == 404
    assert state(run) == before


BUTTONS = ["withdraw", "away", "appeal", "yes", "no", "offer", "register", "ready", "nonsense"]


def test_a_guest_of_the_site_who_is_not_signed_in_does_nothing(run, client, subtests):
    before = state(run)
    for what in BUTTONS:
        with subtests.test(what=what):
            assert client.post(at(run, "act", what), {"call": "1", "text": "x" * 50}).status_code == 302
            assert state(run) == before


BY_A_STRANGER = [
    ("yes", {"call": HUGE}, 404), ("no", {"call": "1"}, 404), ("away", {"begin": "2026-99-99", "end": "\x00"}, 302),
    ("appeal", {"text": ""}, 404), ("withdraw", {}, 404), ("nonsense", {}, 404), ("register", {}, 302), ("ready", {}, 404),
]  # fmt: skip


def test_a_stranger_in_a_season_that_runs_changes_nothing(run, client, sign_in, jack, subtests):
    sign_in(client, jack)
    before = state(run)
    for what, said, status in BY_A_STRANGER:
        with subtests.test(what=what, said=said, status=status):
            assert client.post(at(run, "act", what), said).status_code == status
            assert state(run) == before


def test_an_appeal_that_is_sent_twice_is_one_appeal(run):
    captain = run.season.entries.exclude(user=None).first().user
    first, again = (cards.appeal(run.pk, captain, " My turn was over before it began. ") for _ in range(2))
    assert first == again
    assert cards.appeal(run.pk, captain, "And the chart was upside down.") != first


def test_an_appeal_is_told_to_organisers_and_shown_as_it_was_written(run, client, sign_in, organiser):
    cards.appeal(run.pk, run.season.entries.first().user, f"Look again: {NASTY}")
    sign_in(client, organiser)
    page = client.get(at(run, "organise")).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_settings_that_are_sent_unchanged_change_nothing_and_hostile_ones_are_refused(run, client, sign_in, organiser):
    sign_in(client, organiser)
    address = at(run, "settings")
    form = client.get(address).context["form"]
    usual = {field.name: field.value() for field in form if field.value() is not None and field.value() is not False}
    before = state(run)
    assert client.post(address, usual).status_code == 302
    assert state(run) == before
    for wrong in (
        {"hard_end": "never"},
        {"alarm_overdue": "-5"},
        {"points": "magic", "reason": "because"},
        {"points": "wins", "reason": ""},
    ):
        assert client.post(address, usual | wrong).status_code == 422
        assert state(run) == before


def test_what_is_frozen_stays_frozen_whatever_a_form_sends(run, client, sign_in, organiser):
    sign_in(client, organiser)
    form = client.get(at(run, "settings")).context["form"]
    usual = {field.name: field.value() for field in form if field.value() is not None and field.value() is not False}
    client.post(at(run, "settings"), usual | {"pace": "86400", "size": "13", "up": "5", "seats": "2", "reason": "because I can"})
    assert (run.season.preset.seats, run.season.preset.size, run.season.preset.up) == (4, 7, 1)


# -- exports --------------------------------------------------------------------------------------------
def test_exports_hold_any_name_and_strict_parsers_read_them(run, client):
    League.objects.update(name=NASTY[:60])
    run.season.entries.filter(pk=run.season.entries.first().pk).update(own_name="=HYPERLINK(1)")
    found = Calendar.from_ical(client.get(at(run, "calendar")).content)
    names = [str(event["SUMMARY"]) for event in found.walk("VEVENT")]
    assert names
    assert all(name.startswith(f"{NASTY[:60]} 1") for name in names)
    assert json.loads(client.get(at(run, "json")).content)["league"] == NASTY[:60]
    rows = list(csv.DictReader(io.StringIO(client.get(at(run, "csv")).content.decode())))
    assert len(rows) == 7
    assert all(not row["name"].startswith("=") for row in rows)


def test_an_export_changes_its_tag_with_every_result_and_every_name(run, client):
    tags = {client.get(at(run, "json"))["ETag"]}
    run.end(run.fixtures.first())
    tags.add(client.get(at(run, "json"))["ETag"])
    run.season.entries.filter(pk=run.season.entries.first().pk).update(own_name="Somebody else")
    tags.add(client.get(at(run, "json"))["ETag"])
    League.objects.update(name="Another name")
    tags.add(client.get(at(run, "json"))["ETag"])
    assert len(tags) == 4


def test_the_seed_of_the_draw_is_in_no_page_and_no_export_before_registration_has_closed(make_run, people, client, sign_in, organiser):
    run = make_run(people(7))
    sign_in(client, organiser)
    for page in ("season", "json", "csv", "calendar", "organise", "settings", "schedule", "corrections"):
        assert run.season.seed not in client.get(at(run, page)).content.decode()
    run.step("close")
    assert run.season.seed in client.get(at(run, "season")).content.decode()


# -- hidden cards ---------------------------------------------------------------------------------------
def test_an_organiser_sees_of_a_running_game_what_any_spectator_sees(run, client, sign_in, organiser, jack):
    """Every hand is marked, and no page an organiser can reach shows a mark; the table's page is that of a stranger."""
    fixture = run.fixtures.first()
    game = fixture.game
    for hand in Hand.objects.filter(player__game=game):
        hand.secrets = {"hand": [MARK + hand.player.seat]}
        hand.save()
    sign_in(client, organiser)
    pages = [at(run, "organise"), at(run, "decide_table", fixture.pk), at(run, "json"), f"/games/{game.pk}/", f"/games/{game.pk}/history/"]
    for page in pages:
        shown = client.get(page)
        assert shown.status_code == 200
        assert MARKED not in shown.content.decode()
    assert client.get(f"/games/{game.pk}/").context["view"] == get_ruleset("toy").view(get_ruleset("toy").load(stored(game)), None)
    for path in ("orders/", "clock/", "record/", "story/"):
        assert MARKED.encode() not in client.get(f"/games/{game.pk}/{path}").content
    assert client.post(f"/games/{game.pk}/move/", {"seen": game.number, "decision": "steer", "answer": "stay"}).status_code == 404


def test_an_organiser_who_plays_sees_their_own_hand_and_no_other(run, client, sign_in, golden):
    fixture = run.fixtures.first()
    player = fixture.game.players.order_by("seat").first()
    run.season.league.organisers.add(player.user)
    for hand in Hand.objects.filter(player__game=fixture.game):
        hand.secrets = {"hand": [MARK + hand.player.seat]}
        hand.save()
    sign_in(client, player.user)
    view = client.get(f"/games/{fixture.game_id}/").context["view"]
    assert view["hand"] == [MARK + player.seat]
    assert MARKED not in client.get(at(run, "decide_table", fixture.pk)).content.decode()
    assert golden("pages/decide-table", part(client.get(at(run, "decide_table", fixture.pk)), "p.warning"))
