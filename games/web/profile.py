"""A captain's profile: games and results, and buttons for friendship, blocks and reports."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.trust import silence_of
from games.announcements import profiles
from games.editions.guard import guarded_editions, on_offer
from games.models import ChatLine, Game, Report
from games.moderation import blocks, friends, reports
from games.queries import journal, lists, reliability, results
from games.tables import lobby, removing
from games.web.common import OwnRequest, PageRequest, attempt, parse_number, signed_in

NEWEST = 30


def captain_or_404(pk: int) -> User:
    return get_object_or_404(get_user_model(), pk=pk)


def number_of(request: PageRequest, key: str) -> int | None:
    """Return a number from the query string, or None if the key is missing. Raise Http404 for other text."""
    if key not in request.GET:
        return None
    number = parse_number(request.GET[key], 15)
    if number is None:
        raise Http404
    return number


def line_of(request: OwnRequest, who: User) -> ChatLine | None:
    """Return the captain's chat line that the query string names, or None. Raise Http404 if the reader may not read the line."""
    pk = number_of(request, "line")
    lines = journal.readable_lines(request.user).filter(user=who).exclude(text="").select_related("game")
    return None if pk is None else get_object_or_404(lines, pk=pk)


def table_of(request: PageRequest, line: ChatLine | None) -> Game | None:
    """Return the table of the chat line or of the query string, or None if the reader may not see the table."""
    pk = number_of(request, "table")
    if line is not None or pk is None:
        return line.game if line else None
    return lists.visible_game(request.user, pk)


@require_safe
def captain(request: PageRequest, pk: int) -> HttpResponse:
    """Show a captain's profile. Redirect visitors who are not signed in to the captain's public page, if there is one."""
    who = None if request.user.is_authenticated or request.GET else get_user_model().objects.filter(pk=pk).first()
    if who is not None and (address := profiles.public_page(who)):
        return redirect(address)
    return own_captain(request, pk)


@signed_in
def own_captain(request: OwnRequest, pk: int) -> HttpResponse:
    return show(request, captain_or_404(pk))


def show(request: OwnRequest, who: User, problem: str = "", status: int = 200) -> HttpResponse:
    line, is_other = line_of(request, who), who != request.user
    context = {
        "who": who, "line": line, "table": table_of(request, line), "problem": problem, "reasons": Report.Reason.choices,
        "is_blocked": request.user.blocks.filter(other=who).exists(), "most": reports.MAX_WORDS,
        "kept": {field: request.POST.get(field, "")[: reports.MAX_WORDS] for field in ("reason", "words")} if problem else {},
        "record": reliability.in_words([who.pk])[who.pk], "sections": profiles.sections(who, request.user), **games_of(who, request.user),
        "stand": friends.stand(request.user, who) if is_other and not (who.is_guest or request.user.is_guest) else "",
    }  # fmt: skip
    return render(request, "games/captain.html", context, status=status)


def games_of(who: User, reader: User) -> dict[str, Any]:
    """Return the context of a profile's games: counts by edition, the newest games, and games with the reader."""
    known, offered = guarded_editions(), on_offer()
    rows = [(known[row.ruleset], row, row.ruleset in offered) for row in results.played(who) if row.ruleset in known]
    met = results.met(reader, who) if who != reader else None
    return {
        "played": rows, "games": sum(row.games for _, row, _ in rows), "won": sum(row.won for _, row, _ in rows),
        "met": met, "newest": results.newest_results(who, reader), "newest_met": results.newest_results(who, reader, True) if met else [],
        "play_together": next((rules.slug for rules, _, is_offered in rows if is_offered), lobby.for_newcomers().slug),
    }  # fmt: skip


def back_to_captain(request: PageRequest, pk: int) -> HttpResponse:
    """Redirect to the captain's profile and keep the query string."""
    behind = request.GET.urlencode()
    return redirect(reverse("captain", args=[pk]) + (f"?{behind}" if behind else ""))


# -- friends ----------------------------------------------------------------------------------------
ACTS = {
    "ask": (friends.ask, "Asked. You are friends as soon as {name} agrees."),
    "agree": (friends.agree, "You and {name} are friends now."),
    "refuse": (friends.refuse, "Declined. {name} is not told."),
    "end": (friends.end, "Done. {name} is not told."),
}
"""{value of a button: (function, message on the next page)}."""


@signed_in
@require_POST
def befriend(request: OwnRequest, pk: int) -> HttpResponse:
    """Request, accept, decline or end a friendship, as posted from a profile or from the list of friends."""
    who = captain_or_404(pk)
    act, done = ACTS.get(request.POST.get("say", ""), (None, ""))
    if act is None:
        return show(request, who, "That form could not be read. Please try again from the page.", 422)
    problem, status = attempt(act, request.user, who)
    if problem:
        return show(request, who, problem, status)
    if act is friends.ask and friends.stand(request.user, who) is friends.Stand.FRIENDS:
        done = ACTS["agree"][1]
    messages.success(request, done.format(name=who.name))
    return redirect("friends") if "list" in request.POST else back_to_captain(request, pk)


@signed_in
@require_safe
def friends_page(request: OwnRequest) -> HttpResponse:
    circle = list(friends.friends_of(request.user))
    context = {
        "rows": with_games(request.user, circle), "records": reliability.in_words([friend.pk for friend in circle]),
        "asking": friends.requests_to(request.user), "asked": friends.requests_of(request.user),
    }  # fmt: skip
    return render(request, "games/friends.html", context)


def with_games(user: User, circle: list[User]) -> list[tuple[User, str]]:
    """Return each friend with the edition of a new table for both: the edition that they last played together, or the usual edition."""
    last, offered = results.last_together(user, [friend.pk for friend in circle]), on_offer()
    usual = lobby.for_newcomers().slug
    return [(friend, slug if (slug := last.get(friend.pk, usual)) in offered else usual) for friend in circle]


@signed_in
@require_POST
def block(request: OwnRequest, pk: int) -> HttpResponse:
    who = captain_or_404(pk)
    left_tables: list[str] = []
    problem, status = attempt(lambda: left_tables.extend(removing.block(request.user, who)))
    if problem:
        return show(request, who, problem, status)
    messages.success(request, " ".join([f"You blocked {who.name}.", *(f"You left “{name}”, where they sit." for name in left_tables)]))
    return back_to_captain(request, pk)


@signed_in
@require_POST
def unblock(request: OwnRequest, pk: int) -> HttpResponse:
    """End a block, as posted from a profile or from the list of blocks."""
    who = captain_or_404(pk)
    blocks.unblock(request.user, who)
    messages.success(request, f"You unblocked {who.name}.")
    return redirect("blocks") if "list" in request.POST else back_to_captain(request, pk)


@signed_in
@require_POST
def report(request: OwnRequest, pk: int) -> HttpResponse:
    who = captain_or_404(pk)
    line = line_of(request, who)
    table = table_of(request, line)
    fields = request.POST.get("reason", "")[:20], request.POST.get("words", "")
    problem, status = attempt(reports.report, request.user, who, *fields, line=line, game=table)
    if problem:
        return show(request, who, problem, status)
    messages.success(request, "Your report came in. This site’s hosts read it; their decision will stand here.")
    return redirect("blocks")


@signed_in
@require_safe
def my_blocks(request: OwnRequest) -> HttpResponse:
    """List the reader's blocks and reports, and show whether the reader is muted."""
    context = {
        "blocks": request.user.blocks.select_related("other"), "silence": silence_of(request.user),
        "reports": request.user.reports.select_related("about", "game").order_by("-pk")[:NEWEST],
    }  # fmt: skip
    return render(request, "games/my_blocks.html", context)
