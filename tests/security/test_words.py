"""Words of one person that reach another: a silence, a level of trust and a block hold for every kind, whichever way they go."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from accounts import services, trust
from accounts.forms import ProfileForm
from accounts.models import User
from accounts.trust import Refused
from games.agreements import organiser_acts
from games.editions.errors import NotAllowed
from games.models import Game
from games.moderation import blocks, reports
from games.queries import journal
from games.tables import chat, lobby, rematch
from leagues.models import Season
from leagues.pure.presets import Preset
from leagues.services import cards, entries, making, seasons

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FIELDS = {
    "accounts.User.name": "a person's name", "accounts.FormerName.name": "a person's name", "accounts.User.formerly": "a person's name",
    "games.ChatLine.text": "talk at a table", "games.Report.said": "talk at a table", "games.Game.name": "the name of a public table",
    "games.Report.words": "a report", "games.Pause.note": "an organiser's reason", "games.ClockEntry.facts": "an organiser's reason",
    "leagues.League.name": "the name of a league", "leagues.League.about": "house rules",
    "leagues.Correction.reason": "an organiser's reason", "leagues.Sanction.reason": "an organiser's reason",
    "leagues.Act.reason": "an organiser's reason", "leagues.Appeal.answer": "an organiser's reason", "leagues.Appeal.text": "an appeal",
}  # fmt: skip
"""Where the words of people are stored that others read."""
OF_HOSTS = {"accounts.User.silent_because", "games.Report.why"}
FOR_ONESELF = {"accounts.Key.name", "games.Notes.text", "games.Player.own_name"}
"""Read by their writer alone, or the names in a record that one person took in."""
ADDRESSES = {"accounts.User.email", "games.Invitation.email", "notifications.Notice.address", "notifications.Channel.address"}
OURS = {
    "accounts.FormerName.digest", "accounts.Key.digest", "accounts.Sign.digest", "accounts.Tally.about", "accounts.Tally.what",
    "accounts.User.password", "accounts.User.skeleton", "accounts.User.time_zone", "games.Deck.name", "games.Fault.error",
    "games.Fault.part",
    "games.Game.commitment", "games.Game.join_token", "games.Game.ruleset", "games.Hand.fallback", "games.Heartbeat.boot",
    "games.LaidAside.fallback", "games.Move.decision", "games.Move.hash", "games.Player.bot", "games.Player.place", "games.Vote.kind",
    "games.Vote.result", "games.Wait.closed_by", "games.Wait.decision", "games.Wait.turn_key", "games.ClockEntry.kind", "games.Counted.key",
    "leagues.Act.what", "leagues.Division.name", "leagues.Entry.bot", "leagues.Entry.own_name", "leagues.League.ruleset",
    "leagues.League.skeleton",
    "leagues.League.slug", "leagues.RatedTable.ruleset", "leagues.Rating.ruleset", "leagues.RatingBook.ruleset", "leagues.Recount.cause",
    "leagues.SeatTally.ruleset", "leagues.Season.commitment", "leagues.Season.seed", "leagues.Snapshot.cause", "leagues.Standing.why",
    "leagues.SubCall.answer",
}  # fmt: skip


def test_every_field_of_text_is_known_to_hold_the_words_of_people_or_none():
    ours = [model for model in apps.get_models() if model._meta.app_label in ("accounts", "games", "leagues")]
    columns = [(model._meta.label, column) for model in ours for column in model._meta.fields]
    texts = {
        f"{label}.{column.name}"
        for label, column in columns
        if isinstance(column, (models.CharField, models.TextField)) and not column.choices
    }
    assert texts - OURS - ADDRESSES - FOR_ONESELF - OF_HOSTS == FIELDS.keys() - {"games.ClockEntry.facts"}
    assert set(FIELDS.values()) <= trust.KINDS.keys()


# -- each way ---------------------------------------------------------------------------------------------
@pytest.fixture
def season(make_person):
    """A running season of four captains, organised by Olga."""
    olga = make_person("Olga")
    league = making.create_league(olga, "Cup of Tortuga", "buccaneer")
    now = timezone.now()
    made = making.create_season(league.pk, olga, Preset.for_seats(4), now + timedelta(days=2), now + timedelta(days=3))
    seasons.advance(made.pk, "open")
    for number in range(4):
        entries.register(made.pk, make_person(f"Sailor {number}x"))
    return Season.objects.get(pk=made.pk)


def table(owner, *others, **about) -> Game:
    game = lobby.create(owner, "buccaneer", seats=2, **about)
    for other in others:
        lobby.join(game.pk, other, token=game.join_token)
    return game


def a_name(user, season, mary):
    form = ProfileForm({"name": "Moll", "time_zone": "UTC", "theme": "auto"}, instance=User.objects.get(pk=user.pk))
    if problem := form.errors.get("name"):
        raise ValidationError(list(problem))


def talk(user, season, mary):
    chat.post_line(table(mary, user).pk, user, "Ahoy")


def talk_aside(user, season, mary):
    game = table(mary, User.objects.get(name="Sailor 0x"), open_to_all=True)
    chat.post_as_spectator(game.pk, user, "Ahoy")


def private_name(user, season, mary):
    lobby.create(user, "buccaneer", name="Ahoy")


def public_name(user, season, mary):
    lobby.create(user, "buccaneer", name="Ahoy", open_to_all=True)


def league_name(user, season, mary):
    making.create_league(user, "Ahoy", "buccaneer")


def new_rules(user, season, mary):
    season.league.organisers.add(user)
    making.describe(season.league_id, user, "Ahoy")


def a_reason(user, season, mary):
    season.league.organisers.add(user)
    cards.give_card(season.entries.first().pk, user, "yellow", "A storm is coming")


def cancelling(user, season, mary):
    season.league.organisers.add(user)
    seasons.cancel(season.pk, user, "A storm is coming")


def a_note_at_a_table(user, season, mary):
    game = table(mary, User.objects.get(name="Sailor 0x"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(organiser_acts, "locked_for_organiser", lambda pk, organiser: Game.objects.get(pk=pk))
        organiser_acts.pause(game.pk, user, timezone.now() + timedelta(days=1), "A storm is coming")


def an_appeal(user, season, mary):
    entry = season.entries.first()
    season.entries.filter(pk=entry.pk).update(user=user)
    Season.objects.filter(pk=season.pk).update(status=Season.Status.RUNNING)
    cards.appeal(season.pk, user, "Please look at this table again.")


def a_report(user, season, mary):
    reports.report(user, mary, "insult", "They were rude.")


WAYS = [
    ("a person's name", a_name), ("talk at a table", talk), ("talk of spectators", talk_aside),
    ("the name of a private table", private_name),
    ("the name of a public table", public_name), ("the name of a league", league_name), ("house rules", new_rules),
    ("an organiser's reason", a_reason), ("an organiser's reason", cancelling), ("an organiser's reason", a_note_at_a_table),
    ("an appeal", an_appeal), ("a report", a_report),
]  # fmt: skip


def silenced(user) -> User:
    user.silent_until, user.silent_because = timezone.now() + timedelta(days=7), "rude talk"
    user.save()
    return user


def test_every_kind_of_words_has_a_way():
    assert {kind for kind, _ in WAYS} == trust.KINDS.keys()


@pytest.mark.parametrize(("kind", "way"), WAYS, ids=[way.__name__ for _, way in WAYS])
def test_a_silence_holds_for_words_by_any_way(season, anne, mary, kind, way):
    if trust.KINDS[kind].in_silence:
        way(silenced(anne), season, mary)
        return
    with pytest.raises((NotAllowed, ValidationError)) as refused:
        way(silenced(anne), season, mary)
    assert trust.silence_of(anne) in str(refused.value)


@pytest.mark.parametrize(("kind", "way"), WAYS, ids=[way.__name__ for _, way in WAYS])
def test_a_new_account_may_write_what_nobody_has_forbidden(season, anne, mary, kind, way):
    way(anne, season, mary)


@pytest.mark.parametrize(("kind", "way"), WAYS, ids=[way.__name__ for _, way in WAYS])
def test_a_guest_writes_only_what_guests_may(season, mary, kind, way):
    guest = services.make_guest()
    if trust.KINDS[kind].least is trust.Trust.GUEST:
        way(guest, season, mary)
        return
    with pytest.raises((NotAllowed, Game.DoesNotExist)):
        way(guest, season, mary)
    with pytest.raises(Refused):
        trust.must_be_allowed_to_write(guest, kind)


def test_a_silenced_captain_keeps_their_name_and_still_changes_everything_else(anne):
    form = ProfileForm({"name": "Anne", "time_zone": "Europe/Paris", "theme": "dark"}, instance=silenced(anne))
    assert form.is_valid()


def test_a_rematch_of_a_silenced_captain_or_a_guest_has_the_usual_name(anne, mary):
    guest = services.make_guest()
    for asker in (silenced(anne), guest):
        old = table(mary, asker, name="The Crossed Keys", open_to_all=True)
        Game.objects.filter(pk=old.pk).update(status=Game.Status.OVER)
        assert rematch.rematch(old.pk, asker).name == f"{asker.name}’s table"


def test_an_organiser_who_was_silenced_may_still_add_another(season, anne, mary):
    season.league.organisers.add(silenced(anne))
    making.add_organiser(season.league_id, anne, mary)
    assert season.league.organisers.contains(mary)


def test_a_block_hides_talk_but_no_reason_of_an_organiser(client, sign_in, season, anne, mary):
    game = table(mary, anne)
    chat.post_line(game.pk, mary, "Ahoy from Mary")
    blocks.block(anne, mary)
    assert [line.is_hidden for line in journal.chat(game, anne.pk)] == [True]
    a_reason(mary, season, mary)
    assert "A storm is coming" in sign_in(client, anne).get(f"/leagues/{season.league.slug}/1/corrections/").content.decode()


def test_docs_say_of_each_kind_of_words_what_holds():
    page = (Path(settings.BASE_DIR) / "docs/trust.md").read_text("utf-8").partition("## Words that reach others")[2]
    rows = [
        [cell.strip() for cell in line.strip("| ").split("|")] for line in page.splitlines() if re.match(r"\| (a|an|the|talk|house) ", line)
    ]
    assert [row[0] for row in rows] == list(trust.KINDS)
    assert {row[0] for row in rows if not row[2].startswith("refused")} == {kind for kind, each in trust.KINDS.items() if each.in_silence}
    assert {row[0] for row in rows if row[4].startswith("no")} == {
        kind for kind, each in trust.KINDS.items() if each.least > trust.Trust.GUEST
    }
