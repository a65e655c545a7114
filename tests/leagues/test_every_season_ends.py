"""Whatever the forms of a season and a tournament accept makes a season that begins, is played and ends, or is cancelled in time."""

from datetime import timedelta

import hypothesis
import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from hypothesis import strategies as st

from games.editions.errors import NotAllowed
from games.models import Heartbeat
from games.rulesets import all_rulesets
from leagues import tasks
from leagues.models import Season
from leagues.pure.presets import Preset
from leagues.services import entries, making, ready_check, rounds, seasons
from leagues.web.forms import SeasonForm, TournamentForm
from tests.depth import DEPTH
from tests.filled_forms import filled_in
from tests.leagues.conftest import Run

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]
ENDED = ("archived", "cancelled")
S = Season.Status


@st.composite
def forms(draw):
    """(what is sent with the form of a season or a tournament, how many register, whether they play)."""
    form = draw(st.sampled_from((SeasonForm(all_rulesets()["toy"]), TournamentForm())))
    data = filled_in(draw, form, without=("name", "about", "ruleset")) | {"name": "Cup", "ruleset": "toy"}
    if "starts" in data:
        data["registration_to"], data["starts"] = sorted((data["registration_to"], data["starts"]))
    return data, draw(st.integers(1, 13)), draw(st.booleans())


def test_every_season_that_a_form_accepts_begins_and_ends(client, sign_in, organiser, people, time_machine):
    captains, begin, ended = people(13), timezone.now().replace(microsecond=0), []
    sign_in(client, organiser)

    @hypothesis.settings(max_examples=30 * DEPTH, suppress_health_check=list(hypothesis.HealthCheck))
    @hypothesis.given(forms())
    def carried_through(chosen):
        data, count, do_play = chosen
        time_machine.move_to(begin, tick=False)
        cache.clear()
        with transaction.atomic():
            if season := made(client, organiser, data):
                run = carry_through(Run(season), captains[:count], time_machine, do_play)
                ended.append(run.season.status)
            transaction.set_rollback(True)

    carried_through()
    assert {"archived", "cancelled"} <= set(ended)


def made(client, organiser, data) -> Season | None:
    """The season of a form, sent to its page; None if it is refused."""
    if "shape" in data:
        league = making.create_league(organiser, "Cup", "toy", {"rounds": 100})
        answer = client.post(f"/leagues/{league.slug}/new/", data)
    else:
        answer = client.post("/leagues/tournament/", data)
    assert answer.status_code in (302, 422)
    return Season.objects.first() if answer.status_code == 302 else None


def carry_through(run: Run, captains, clock, do_play: bool) -> Run:
    """Registration, draw, rounds and result, by the clock or, where a season does not run by itself, by its buttons."""
    season, preset = run.season, run.season.preset
    assert min(season.hard_end - season.starts, timedelta(days=preset.round_days)) >= timedelta(seconds=preset.first_turn)
    if run.season.status == "draft":
        run.step("open", run.season.league.organisers.get())
    for person in captains:
        entries.register(run.pk, person)
    last = run.season.hard_end + timedelta(days=10)
    while run.season.status not in ENDED and timezone.now() < last:
        clock.move_to(next_date(run.season), tick=False)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() - timedelta(seconds=15)})
        tasks.look_after(run.pk)
        if not run.season.preset.automatic:
            press_buttons(run.season)
        start_games(run)
        if do_play and run.season.status == "running":
            play(run)
    assert run.season.status in ENDED, (run.season.status, run.season.preset)
    return run


def next_date(season: Season):
    """The season's next date, or else a moment on the way to its end."""
    now = timezone.now()
    on_the_way = now + max(timedelta(hours=12), (season.hard_end - now) / 12)
    return min([at for at in (season.registration_to, season.starts, season.hard_end) if at > now] + [on_the_way]) + timedelta(seconds=1)


def press_buttons(season: Season) -> None:
    """What an organiser does when a season that does not run by itself has something due."""
    step = seasons.step_of(season)
    if step is not None and seasons.is_due(season) and not step.check(season).blockers:
        seasons.advance(season.pk, step.key)
    for planned in season.rounds.filter(status="planned", opens__lte=timezone.now(), season__status=S.RUNNING):
        if not rounds.blockers_of(planned):
            rounds.publish(planned.pk)


def play(run: Run) -> None:
    """Everybody says that they are ready, and the games that run end."""
    for seat in ready_check.missing(fixture__round__season=run.pk):
        ready_check.say_ready(run.pk, seat.entry.user)
    start_games(run)
    for fixture in run.fixtures.filter(status="running"):
        run.end(fixture)


def start_games(run: Run) -> None:
    for pk in rounds.unstarted(run.pk):
        tasks.start_fixture(pk)


SHORT = [{"pace": "1209600", "round_days": 13}, {"pace": "172800", "round_days": 3, "ready_check": "on"}]


@pytest.mark.parametrize("said", SHORT)
def test_a_round_that_ends_before_its_first_turn_is_due_is_refused(client, sign_in, organiser, golden, said):
    sign_in(client, organiser)
    league = making.create_league(organiser, "Cup", "toy", {"rounds": 100})
    form = SeasonForm(all_rulesets()["toy"])
    data = {name: value for name in form.fields if name not in ("ready_check", "final") and (value := form[name].value()) is not None}
    answer = client.post(f"/leagues/{league.slug}/new/", data | said)
    assert (answer.status_code, Season.objects.count()) == (422, 0)
    assert golden("refusals/leagues", answer.context["form"].non_field_errors())
    assert client.post(f"/leagues/{league.slug}/new/", data | said | {"round_days": said["round_days"] + 1}).status_code == 302


def test_the_end_of_a_draft_cannot_be_set_before_its_first_turn_is_due(organiser, golden):
    league, now = making.create_league(organiser, "Cup", "toy", {"rounds": 100}), timezone.now()
    preset = Preset.for_seats(4, pace=14 * 86400)
    season = making.create_season(league.pk, organiser, preset, now + timedelta(days=1), now + timedelta(days=2))
    alarms = {"alarm_overdue": season.alarm_overdue, "alarm_quiet": season.alarm_quiet}
    with golden.refused("refusals/leagues", NotAllowed):
        making.change(season.pk, organiser, preset, {"hard_end": season.starts + timedelta(days=13)}, alarms)
    making.change(season.pk, organiser, preset, {"hard_end": season.starts + timedelta(days=14)}, alarms)
