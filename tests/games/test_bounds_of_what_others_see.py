"""One captain cannot fill the pages and letters of others: each button, pressed 200 times, leaves a bounded number of rows and lines."""

from datetime import timedelta
from itertools import cycle, islice

import pytest
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from games.agreements import votes
from games.clocks.terms import Terms
from games.formats.replay import MOST_UNDOS
from games.models import ClockEntry, Friendship, Game, Invitation, Move, Vote, Wait
from games.play import acting
from games.tables import lobby
from notifications.models import Notice
from tests.site.test_every_address import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.long]
TIMES = 200
BOUND = 12
BEGIN = timedelta(days=2)


def leave(minutes: int) -> tuple[str, dict]:
    begin = (timezone.now() + BEGIN).replace(second=0, microsecond=0)
    return "/leave/", {"begin": f"{begin:%Y-%m-%dT%H:%M}", "end": f"{begin + timedelta(hours=25, minutes=minutes):%Y-%m-%dT%H:%M}"}


def newest_of(model) -> int:
    return model.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def presses(kind: str, running: int, waiting: int, mary: int):
    """Return what is pressed again and again, as addresses and forms."""
    clock = f"/games/{running}/clock/"
    return {
        "longer and longer leave": [leave(10 * number) for number in range(TIMES)],
        "leave and back": [leave(0), ("/leave/", {"back": "yes"})],
        "another day": [(f"{clock}ask/", {})],
        "votes": [(f"{clock}propose/", {"kind": kind}) for kind in ("cancel", "end", "resume", "undo", "pause")],
        "an invitation": [(f"/games/{waiting}/invite/", {"who": "Jack"}), (f"/games/{waiting}/take-off/", {"invitation": "?"})],
        "a friend": [(f"/captains/{mary}/friend/", {"say": "ask"}), (f"/captains/{mary}/friend/", {"say": "end"})],
        "a block": [(f"/captains/{mary}/away/", {}), (f"/captains/{mary}/near/", {})],
        "a chair": [(f"/games/{waiting}/leave/", {}), (f"/games/{waiting}/join/", {})],
        "talk": [(f"/games/{running}/say/", {"text": "Ahoy"})],
        "a name": [("/account/profile/", PROFILE | {"name": name}) for name in ("Grace", "Moll")],
        "a nudge": [(f"{clock}nudge/", {"seat": 0})],
        "ready": [(f"/games/{waiting}/ready/", {})],
        "an answer to a vote": [(f"{clock}vote/{newest_of(Vote)}/", {"say": say}) for say in ("no", "yes")],
        "a day given": [(f"{clock}day/", {"wait": newest_of(Wait), "days": days}) for days in (0, 1, 2)],
        "a refusal": [(f"/games/{waiting}/decline/", {})],
        "a rematch": [(f"/games/{running}/rematch/", {})],
        "undo": [
            (f"/games/{running}/move/", {"seen": "#", "decision": "steer", "answer": "stay"}),
            (f"/games/{running}/undo/", {"seen": "#"}),
        ],
        "a search": [("/find-players/", {"rulesets": "buccaneer", "pace": "86400"}), ("/find-players/", {"stop": "yes"})],
    }[kind]


KINDS = (
    "longer and longer leave",
    "leave and back",
    "another day",
    "votes",
    "an invitation",
    "a friend",
    "a block",
    "a chair",
    "talk",
    "a name",
    "a search",
    "a nudge",
    "ready",
    "an answer to a vote",
    "a day given",
    "a refusal",
    "a rematch",
    "undo",
)
MORE = {"undo": 2 * MOST_UNDOS + 2}
"""Entries of the journal that one turn may leave; the news leave them out."""
PROFILE = {"time_zone": "UTC", "theme": "auto"}
PRESSED = {
    "leave_of_absence", "ask_day", "propose", "invite", "take_off", "befriend", "block", "unblock", "leave", "join", "say",
    "profile", "find_players", "nudge", "ready", "rematch", "undo",
    "vote", "give_day", "decline",
}  # fmt: skip
HELD = {
    "a move of the game, by its rules": {"move", "resign", "start", "substitute", "take_back", "queue", "organise_clock"},
    "once, for each table or wait": {"join_by_link", "answer_by_link", "play_by_link"},
    "limited by trust (docs/trust.md)": {
        "new_table", "sail_now", "first_voyage", "lesson", "take_in", "play_on", "report", "say_as_spectator", "leagues:new_league",
        "leagues:new_tournament",
    },
    "for organisers and hosts, who are answerable for it": {
        "decide_report", "leagues:new_season", "leagues:edit_league", "leagues:decide", "leagues:settings", "leagues:decide_table",
        "leagues:decide_captain",
    },
    "the same page as a button of this list": {"signed_leave", "leagues:act", "held_letter"},
    "seen by nobody else": {
        "what_if", "orders", "try_orders", "terms_of_new_table", "film", "film_at", "keep_here", "keep", "keys", "end_key", "sessions",
        "put_banner_away", "my_data", "hint", "notes",
    },
    "programs with the keys of a provider": {"notifications:letters_in", "notifications:letters_reports"},
}  # fmt: skip
"""Why 200 presses are not tried: what bounds each other address that takes a form."""
ELSEWHERE = ("account_", "mfa_", "notifications:", "api:", "games.web.urls.")
"""Of oneself, of programs, and addresses that lead on."""


def test_each_address_that_takes_a_form_is_pressed_200_times_or_says_what_bounds_it(at, anne, sign_in):
    known = PRESSED.union(*HELD.values())
    forgotten = set()
    for path in addresses(at.pk):
        name = None if path.startswith(("/admin/", "/static/")) else name_of(path)
        if name is None or name in known or name.startswith(ELSEWHERE):
            continue
        with transaction.atomic():
            if sign_in(Client(), anne).post(path).status_code not in (404, 405):
                forgotten.add(name)
            transaction.set_rollback(True)
    assert forgotten == set()


def name_of(path: str) -> str | None:
    try:
        return resolve(path).view_name
    except Resolver404:
        return None


def seen_by_others(actor) -> dict[str, int]:
    return {
        "lines": ClockEntry.objects.count(),
        "letters": Notice.objects.exclude(user=actor).count(),
        "friends": Friendship.objects.count(),
        "invitations": Invitation.objects.count(),
        "moves": Move.objects.count(),
        "tables": Game.objects.count(),
    }


@pytest.mark.parametrize("kind", KINDS)
def test_a_button_pressed_200_times_leaves_few_rows_that_others_see(kind, at, anne, mary, jack, sign_in, later):
    waiting = lobby.create(anne, "toy", {"rounds": 100}, seats=3, clock=Terms(ready_check=kind == "ready"), open_to_all=True)
    if kind == "ready":
        for person in (mary, jack):
            lobby.join(waiting.pk, person)
    if kind == "a rematch":
        acting.end_as_it_stands(at.pk, "agreed")
    if kind == "a nudge":
        later(hours=13)
    if kind == "an answer to a vote":
        votes.propose(at.pk, mary, "end")
    if kind == "a refusal":
        lobby.invite(waiting.pk, anne, jack.name)
    actor = {"a nudge": mary, "a day given": mary, "a refusal": jack}.get(kind, anne)
    client, before = sign_in(Client(), actor), seen_by_others(actor)
    answered = 0
    for path, form in islice(cycle(presses(kind, at.pk, waiting.pk, mary.pk)), TIMES):
        known = {"?": str(newest_of(Invitation)), "#": str(at.game.number)}
        reply = client.post(path, {key: known.get(value, value) for key, value in form.items()})
        assert reply.status_code < 500
        answered += reply.status_code < 400
    assert answered
    more = {what: count - before[what] for what, count in seen_by_others(actor).items()}
    assert max(more.values()) <= MORE.get(kind, BOUND), more


def test_150_overlapping_leaves_leave_one_leave_and_one_line_of_it(at, anne, sign_in):
    client = sign_in(Client(), anne)
    for number in range(150):
        assert client.post(*leave(10 * number)).status_code == 302
    kinds = list(ClockEntry.objects.filter(game=at.pk).values_list("kind", flat=True))
    assert kinds.count("leave") == 1
    assert len(kinds) <= 2
    assert Game.objects.get(pk=at.pk).status == "running"
