"""One letter of each kind that the site knows, full of names and words that would like to be orders or markup."""

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.utils import timezone

from games.engine import Action
from games.models import ChatLine, Fault, Friendship, Game, Invitation, Pause, Player, Vote, Wait
from games.moderation import reports
from games.play import acting
from games.storage.snapshots import stored
from games.tables import lobby
from leagues.models import Round, Season, SubCall, Substitute
from notifications import Letter
from notifications.inbound import reply_addresses
from notifications.kinds import KINDS
from notifications.models import LetterIn, Notice
from notifications.telling import Telling

HOSTILE = '1 KX north <b>&amp; "stay"'
"""A name and a line of talk."""
PROBLEM = "That answers an earlier question: the table has changed since our letter."


def write(kind: str, user, **facts) -> Letter:
    """The letter of this kind about these facts."""
    notice = Notice.objects.create(kind=kind, user=user, key=f"sample:{kind}", facts=facts, not_before=timezone.now())
    letter = KINDS[kind].write(Telling.of(notice))
    assert letter, f"nobody wants the sample of {kind}"
    return letter


def answered(user, purpose: str, about: dict, **facts) -> int:
    """The number of a letter that came in as an answer."""
    row = reply_addresses.new_row(user, purpose, about)
    state = {"state": facts.pop("state", "refused"), "reason": "unread", "message_id": "<1@example.org>"}
    return LetterIn.objects.create(
        sha256=row.ident, envelope_to="x", received_at=timezone.now(), raw=b"", address=row, user=user, facts=facts, **state
    ).pk


def running_game(edition: str, owner, *guests, answers: int = 12, **options) -> Game:
    """A game of these people that has gone on for a while, with a hostile name."""
    game = lobby.create(owner, edition, options, seats=1 + len(guests), name="Port Royal", open_to_all=True)
    for guest in guests:
        lobby.join(game.pk, guest)
    for number in range(answers):
        game.refresh_from_db()
        wait = game.waits.filter(closed_at=None).order_by("pk").first()
        asked = game.rules.decisions(game.rules.load(stored(game)))
        decision = next(found for found in asked if found.seat == wait.seat and not found.optional)
        action = Action(wait.seat, decision.name, decision.sample(lambda sides, number=number: number * 7 % sides))
        acting.act(game.pk, action, game.number)
    Game.objects.filter(pk=game.pk).update(name=HOSTILE[:40])
    return Game.objects.get(pk=game.pk)


def of_a_turn(game: Game) -> dict[str, Letter]:
    """What one gets who is asked."""
    wait = Wait.objects.filter(game=game, closed_at=None).order_by("pk").first()
    player = Player.objects.select_related("user").get(game=game, seat=wait.seat)
    user, facts = player.user, {"game": game.pk, "seat": wait.seat, "wait": wait.pk, "number": game.number}
    ChatLine.objects.create(game=game, user=Player.objects.exclude(pk=player.pk).filter(game=game).first().user, text=HOSTILE)
    found = {kind: write(kind, user, **facts) for kind in ("turn", "reminder", "clock-moved")}
    found["nudge"] = write("nudge", user, by=int(wait.seat == 0), **facts)
    found["played"] = write("played", user, moves=2, helmsman=True, **facts)
    about = {"game": game.pk, "seat": wait.seat, "wait": wait.pk}
    said = {"played": [HOSTILE], "problem": PROBLEM, "quoted": ["1 KX", HOSTILE], "before": 0}
    found["receipt"] = write("receipt", user, letter=answered(user, "game", about, **said))
    found["held"] = write("held", user, letter=answered(user, "game", about, state="held"))
    now = timezone.now()
    Wait.objects.filter(pk=wait.pk).update(wants_day_at=now)
    found["day-asked"] = write("day-asked", Player.objects.exclude(pk=player.pk).filter(game=game).first().user, game=game.pk, wait=wait.pk)
    Wait.objects.filter(pk=wait.pk).update(overdue_at=now, next_at=now + timedelta(hours=12))
    found["overdue"] = write("overdue", user, **facts)
    return found


def of_a_table(game: Game) -> dict[str, Letter]:
    """What one gets who sits there."""
    user = game.players.get(seat=0).user
    other = game.players.get(seat=1).user
    vote = Vote.objects.create(game=game, kind="cancel", seat=1, expires_at=timezone.now() + timedelta(days=1))
    line = ChatLine.objects.create(game=game, user=other, text=HOSTILE)
    about = {"game": game.pk, "asked": "vote", "vote": vote.pk}
    now = timezone.now()
    Pause.objects.create(game=game, reason="organiser", begin=now, end=now + timedelta(hours=30), by=other, note=HOSTILE[:200])
    alone = ("seat-open", "seat-lost", "vote-agreed", "paused", "seated-out", "taken-off", "captain-left", "leave-taken")
    found = {kind: write(kind, user, game=game.pk) for kind in alone}
    found["vote"] = write("vote", user, game=game.pk, vote=vote.pk)
    found["new-rules"] = write("new-rules", user, game=game.pk, version=2)
    Game.objects.filter(pk=game.pk).update(version=game.version + 9)
    found["newer-code"] = write("newer-code", user, game=game.pk)
    Game.objects.filter(pk=game.pk).update(version=game.version)
    found["talk"] = write("talk", user, game=game.pk, line=line.pk)
    found["receipt-talk"] = write("receipt-talk", user, letter=answered(user, "talk", about, said="Nothing was said."))
    found["receipt-table"] = write("receipt-table", user, letter=answered(user, "table", about, said="You answered yes."))
    return found | of_other_states(game, user, other)


def of_other_states(game: Game, user, other) -> dict[str, Letter]:
    """What comes before a game and after it."""
    found = {}
    waiting = lobby.create(other, game.ruleset, {}, seats=min(3, game.rules.seats[1]), name=HOSTILE[:40])
    invitation = Invitation.objects.create(game=waiting, user=user, by=other)
    about = {"game": waiting.pk, "invitation": invitation.pk}
    found["invitation"] = write("invitation", user, **about)
    said = {"problem": PROBLEM, "quoted": ["join", HOSTILE]}
    found["invitation-receipt"] = write("invitation-receipt", user, letter=answered(user, "invitation", about, **said))
    Game.objects.filter(pk=waiting.pk).update(ready_by=timezone.now() + timedelta(hours=1))
    found["muster"] = write("muster", other, game=waiting.pk)
    found |= of_company(game, waiting, user, other)
    acting.end_as_it_stands(game.pk, "agreed")
    found["over"] = write("over", user, game=game.pk)
    over = {"game": game.pk, "asked": "over"}
    found["receipt-over"] = write("receipt-over", user, letter=answered(user, "over", over, said=f"You have a chair at “{HOSTILE}”."))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.STUCK)
    found["stuck"] = write("stuck", user, game=game.pk)
    return found


def of_company(game: Game, waiting: Game, user, other) -> dict[str, Letter]:
    """What comes to those who look for company, and to those for whom nobody comes."""
    found = {"found": write("found", user, game=game.pk), "search-ended": write("search-ended", user)}
    found |= {kind: write(kind, other, game=waiting.pk) for kind in ("unstarted", "inherited")}
    Game.objects.filter(pk=waiting.pk).update(status=Game.Status.CANCELLED)
    found["given-up"] = write("given-up", other, game=waiting.pk)
    return found


def of_mail_commands(user, other) -> dict[str, Letter]:
    """What comes back from the address that everybody knows, to members and to strangers."""
    game = lobby.create(other, "piracy", {}, seats=4, name=HOSTILE[:40], open_to_all=True)
    lobby.create(user, "piracy", {}, seats=4, name="new piracy", open_to_all=True)
    shown = {
        "said": PROBLEM,
        "shows": ["help", "tables", "games", "new"],
        "quoted": ["join 12", HOSTILE],
        "rest": "new piracy",
        "game": game.pk,
    }
    held = write("held-desk", user, letter=answered(user, "desk", {}, state="held"))
    row = reply_addresses.new_row(None, "stranger", {"email": "stranger@example.org"})
    found = {"receipt-desk": write("receipt-desk", user, letter=answered(user, "desk", {}, **shown)), "held-desk": held}
    limited = answered(user, "desk", {})
    found["letters-limited"] = write("letters-limited", user, letter=limited, why="too-many", until=timezone.now().isoformat())
    found["stranger"] = write("stranger", None, row=row.pk, letter=0)
    found["receipt-stranger"] = write("receipt-stranger", user, letter=answered(user, "desk", {}, said="You have an account here."))
    return found


def of_moderation(game: Game, user, other) -> dict[str, Letter]:
    """What hosts read of reports, a captain who may not speak for a while, and one whom another would have as a friend."""
    reports.report(other, user, "other", HOSTILE, game=game)
    get_user_model().objects.filter(pk=user.pk).update(silent_until=timezone.now() + timedelta(days=3), silent_because=HOSTILE)
    silent, host = (get_user_model().objects.get(pk=person.pk) for person in (user, other))
    host.is_staff = host.is_superuser = True
    friendship = Friendship.objects.create(user=other, other=user)
    fault = Fault.objects.create(game=game, part="sentence", error="KeyError", number=1)
    hour = int(fault.at.timestamp()) // reports.HOUR
    friends = {"friendship": write("friendship", user, friendship=friendship.pk)}
    return friends | {"reports": write("reports", host), "silenced": write("silenced", silent), "faults": write("faults", host, hour=hour)}


def of_a_league(season: Season, user, organiser) -> dict[str, Letter]:
    """What comes to those of a season that has begun with a ready check."""
    entry, opened = season.entries.get(user=user), Round.objects.filter(season=season).first()
    seat = opened.fixtures.first().seats.first()
    substitute = Substitute.objects.create(season=season, user=organiser)
    call = SubCall.objects.create(seat=seat, substitute=substitute, until=timezone.now() + timedelta(days=1))
    found = {kind: write(kind, user, entry=entry.pk, round=opened.pk) for kind in ("league-round", "league-muster")}
    found["league-sub"] = write("league-sub", organiser, call=call.pk)
    found["league-decision"] = write("league-decision", user, entry=entry.pk, sentence="You have a yellow card.", reason=HOSTILE)
    found["league-alarm"] = write("league-alarm", organiser, season=season.pk, sentence="A table stands still.")
    about = {"season": season.pk, "asked": "muster", "call": 0}
    found["receipt-league"] = write("receipt-league", user, letter=answered(user, "league", about, said="You are ready."))
    opened.fixtures.update(status="running")
    found["league-reminder"] = write("league-reminder", user, entry=entry.pk)
    Season.objects.filter(pk=season.pk).update(status=Season.Status.FINAL, final_at=timezone.now())
    found["league-final"] = write("league-final", user, entry=entry.pk)
    return found
