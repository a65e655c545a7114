"""The page of a table's clock (time left, terms, votes, open seats), and the page of a captain's leave."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from core.prepared import MOMENT, NUMBER, Blank, PreparedUpdate
from games.agreements import clock_queries, extensions, organiser_acts, votes
from games.deadlines import absences
from games.editions.errors import NotAllowed
from games.models import Game, Wait
from games.play import standing_orders
from games.queries import lists, table_view
from games.storage import prepared
from games.tables import starting
from games.timeouts import seats
from games.web import orders
from games.web.common import OwnRequest, PageRequest, attempt, own_player, parse_number, signed_in
from notifications import unsubscribing

MALFORMED = "That form could not be read. Please try again from the page."


@signed_in
@require_safe
def clock_page(request: OwnRequest, pk: int) -> HttpResponse:
    return show(request, seen_game(request, pk))


def seen_game(request: OwnRequest, pk: int) -> Game:
    """Return the table. Raise Http404 unless the reader may see the table, decide about it or reclaim a seat there."""
    game = lists.visible_game(request.user, pk)
    if game is None:
        game = get_object_or_404(Game, pk=pk)
        if not (organiser_acts.may_decide(game, request.user) or game.players.filter(former=request.user).exists()):
            raise Http404
    return game


def show(request: PageRequest, game: Game, problem: str = "", status: int = 200) -> HttpResponse:
    if game.public is None:
        return redirect("table", game.pk)
    players, _ = table_view.without_hands(prepared.seated([game.pk]))
    waits, windows = lists.required_and_optional(list(prepared.open_waits(game.pk)) if game.status == Game.Status.RUNNING else [])
    refused_fields = {field: request.POST.get(field, "")[:40] for field in ("kind", "until", "note")} if problem else {}
    context = {
        "game": game,
        "rules": game.rules,
        "problem": problem,
        "kept": refused_fields,
        "window": windows[0] if windows else None,
        "first_orders": orders.asked_at(game, request.user, request.POST) if game.status == Game.Status.RUNNING else {},
        **clock_queries.clock_facts(game, players, waits, request.user),
    }
    return render(request, "games/clock/table.html", context, status=status)


def do_and_return(request: OwnRequest, pk: int, change: Callable[[], object], done: str) -> HttpResponse:
    """Make the change and redirect to the page that posted it, the clock's or the table's. If refused, show the reason."""
    game = seen_game(request, pk)
    problem, status = attempt(change)
    if problem:
        return show(request, game, problem, status)
    messages.success(request, done)
    return redirect("table" if request.POST.get("at") == "table" else "clock", pk)


def posted_moment(text: str, field: str) -> datetime:
    """Return a posted time in UTC. The form states times in the reader's time zone. Raise NotAllowed for other text."""
    try:
        moment = parse_datetime(text[:40])
        if moment is None:
            raise ValueError(text)
        return (timezone.make_aware(moment) if timezone.is_naive(moment) else moment).astimezone(UTC)
    except (ValueError, OverflowError):
        raise NotAllowed("malformed", f"Say {field} as a day and a time.") from None


def posted_number(request: PageRequest, key: str) -> int:
    """Return a posted number of up to nine digits. Raise NotAllowed for other text."""
    number = parse_number(request.POST.get(key, ""))
    if number is None:
        raise NotAllowed("malformed", MALFORMED)
    return number


# -- votes ---------------------------------------------------------------------------------------------
@signed_in
@require_POST
def propose(request: OwnRequest, pk: int) -> HttpResponse:
    own_player(request, pk)

    def change() -> Any:
        until = posted_moment(request.POST["until"], "until when") if request.POST.get("until") else None
        seat = posted_number(request, "seat") if request.POST.get("seat") else None
        votes.propose(pk, request.user, request.POST.get("kind", "")[:20], until, seat)

    return do_and_return(request, pk, change, "The table is asked. Silence counts as no.")


@signed_in
@require_POST
def vote(request: OwnRequest, pk: int, vote_id: int) -> HttpResponse:
    own_player(request, pk)
    return do_and_return(
        request, pk, lambda: votes.cast_vote(pk, request.user, vote_id, request.POST.get("say") == "yes"), "Your voice is counted."
    )


@signed_in
@require_POST
def give_day(request: OwnRequest, pk: int) -> HttpResponse:
    """Give an opponent another day. Pressing the button twice gives only one day."""
    own_player(request, pk)

    def change() -> Any:
        extensions.give_extension(pk, request.user, posted_number(request, "wait"), posted_number(request, "days"))

    return do_and_return(request, pk, change, "You gave a day. That was kind.")


@signed_in
@require_POST
def ask_day(request: OwnRequest, pk: int) -> HttpResponse:
    own_player(request, pk)
    return do_and_return(
        request, pk, lambda: extensions.ask_for_extension(pk, request.user), "The others are asked for another day. One of them is enough."
    )


@signed_in
@require_POST
def nudge(request: OwnRequest, pk: int) -> HttpResponse:
    own_player(request, pk)
    return do_and_return(
        request, pk, lambda: extensions.nudge(pk, request.user, posted_number(request, "seat")), "A letter says that the table waits."
    )


# -- chairs --------------------------------------------------------------------------------------------
@signed_in
@require_POST
def take_back(request: OwnRequest, pk: int) -> HttpResponse:
    """Give an open seat back to the captain who held it before."""
    welcome = "Welcome back: the seat is yours. Your standing orders are as you left them."
    return do_and_return(request, pk, lambda: seats.take_back(pk, request.user), welcome)


@signed_in
@require_POST
def substitute(request: OwnRequest, pk: int) -> HttpResponse:
    given_orders = orders.posted_orders(request.POST, standing_orders.first_at(seen_game(request, pk)))
    return do_and_return(
        request,
        pk,
        lambda: seats.substitute(pk, posted_number(request, "seat"), request.user, given_orders),
        "You have the seat. Good luck!",
    )


@signed_in
@require_POST
def ready(request: OwnRequest, pk: int) -> HttpResponse:
    own_player(request, pk)
    problem, _ = attempt(starting.say_ready, pk, request.user)
    if problem:
        messages.error(request, problem)
    return redirect("table", pk)


@PreparedUpdate.of(NUMBER, MOMENT)
def seen_now(wait: Blank, now: Blank) -> tuple[QuerySet[Wait], dict[str, Any]]:
    """Record when the captain first saw the question."""
    return Wait.objects.filter(pk=wait, seen_at=None), {"seen_at": now}


def mark_waits_seen(request: PageRequest, waits: list[Wait], seat: int | None) -> None:
    """Record, once per wait, that the captain saw the question on the site, because only notified captains time out."""
    for wait in waits:
        if seat is not None and wait.seat == seat and wait.seen_at is None:
            seen_now(wait.pk, timezone.now())


# -- for organisers -----------------------------------------------------------------------------------
@signed_in
@require_POST
def organise(request: OwnRequest, pk: int) -> HttpResponse:
    """Pause or resume a table, or accept or refuse a vote of the captains to end their game."""
    action, user = request.POST.get("what", ""), request.user
    changes: dict[str, tuple[Callable[[], object], str]] = {
        "pause": (
            lambda: organiser_acts.pause(
                pk, user, posted_moment(request.POST.get("until", ""), "until when"), request.POST.get("note", "")
            ),
            "The table is paused, and its captains are told.",
        ),
        "resume": (lambda: organiser_acts.resume(pk, user), "The clocks run again in half a day."),
        "consent": (
            lambda: organiser_acts.consent_to_end(pk, user, posted_number(request, "vote"), yes=True),
            "The game has ended as it stands.",
        ),
        "refuse": (lambda: organiser_acts.consent_to_end(pk, user, posted_number(request, "vote"), yes=False), "The game goes on."),
    }
    if action not in changes:
        return show(request, seen_game(request, pk), MALFORMED, 422)
    return do_and_return(request, pk, *changes[action])


# -- leave ---------------------------------------------------------------------------------------------
@signed_in
def leave(request: OwnRequest) -> HttpResponse:
    return leave_page(request, request.user)


@never_cache
def signed_leave(request: PageRequest, token: str) -> HttpResponse:
    """Show the leave of a letter's recipient, whom the token identifies without signing in."""
    owner = unsubscribing.owner_of(token)
    if owner is None or owner == request.user:
        return redirect("leave_of_absence")
    with timezone.override(owner.time_zone):
        return leave_page(request, owner, token)


def leave_page(request: PageRequest, user: User, token: str = "") -> HttpResponse:
    """Show or change a person's leave: days left, planned absences, and the form for another absence."""
    if request.method != "POST":
        return show_leave(request, user, token)
    if "back" in request.POST:
        problem, status = attempt(absences.end_early, user)
    elif "automatic" in request.POST:
        absences.choose_automatic(user, request.POST["automatic"] == "yes")
        messages.success(request, "Noted.")
        return redirect(request.path)
    else:
        problem, status = attempt(
            lambda: absences.declare_absence(
                user,
                posted_moment(request.POST.get("begin", ""), "when it begins"),
                posted_moment(request.POST.get("end", ""), "when it ends"),
            )
        )
    if problem:
        return show_leave(request, user, token, problem, status)
    messages.success(request, "Your tables have been told.")
    return redirect(request.path)


def show_leave(request: PageRequest, user: User, token: str, problem: str = "", status: int = 200) -> HttpResponse:
    now = timezone.now()
    leaves = absences.absences_of(user).filter(end__gt=now)
    days = absences.days_left(user, now).total_seconds() / 86400
    posted_fields = {field: request.POST.get(field, "")[:40] for field in ("begin", "end")}
    context = {"kept": posted_fields, "leaves": leaves, "days": max(0, days), "problem": problem,
               "automatic": absences.wants_automatic(user), "owner": user, "token": token}  # fmt: skip
    return render(request, "games/clock/leave.html", context, status=status)
