"""Pages behind links in letters: confirm a held letter, or answer a question without signing in."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.agreements.clock_sentences import terms_of
from games.mail import letter_parts
from games.mail.replies import clock_replies, one_click
from games.models import Game
from games.play.acting import Unconfirmed
from games.queries import journal, table_view
from games.tables.posted import read_action
from games.timeouts import expiring
from games.web import orders, parts, table
from games.web.common import OwnRequest, PageRequest, answered_in_word, attempt_at, signed_in
from games.web.questions import questions
from notifications.inbound import processing, reply_addresses
from notifications.models import LetterIn, ReplyAddress

P = ParamSpec("P")
MOST_SHOWN = 20
"""The maximum number of other held letters listed beside a held letter. Further letters appear once a listed letter is dealt with."""


@signed_in
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def held_letter(request: OwnRequest, pk: int) -> HttpResponse:
    """Show a held letter to the person who wrote it. On POST, play or discard the letter."""
    letters = LetterIn.objects.select_related("address__user").filter(user=request.user, address__isnull=False)
    letter = processing.with_text(get_object_or_404(letters, pk=pk))
    game_id = letter.reply_address.facts.get("game")
    held_letters = list(letters.filter(state=LetterIn.State.HELD).exclude(pk=pk).order_by("received_at", "pk")[:MOST_SHOWN])
    next_page = ("held_letter", held_letters[0].pk) if held_letters else ("table", game_id) if game_id else ("my_games",)
    choice = request.POST.get("what") if request.method == "POST" else ""
    if request.method != "POST":
        status = 200
    elif choice == "discard":
        processing.discard(letter)
        return redirect(*next_page)
    elif choice == "play":
        verdict = processing.confirm(letter)
        if verdict.state == LetterIn.State.APPLIED:
            return redirect(*next_page)
        status = 422
    else:
        status = 400
    letter.refresh_from_db()
    problem = letter.facts.get("problem") or letter.facts.get("said", "")
    context = {"letter": letter, "game_id": game_id, "waits": letter.state == LetterIn.State.HELD, "misread": status == 400,
               "problem": problem if letter.state == LetterIn.State.REFUSED else "", "others": held_letters}  # fmt: skip
    return render(request, "games/held_letter.html", context, status=status)


def by_key(view: Callable[Concatenate[PageRequest, ReplyAddress, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap a view so that the key in a letter opens it without signing in. Show one_click.Spent as a page."""

    @never_cache
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def page(request: PageRequest, key: str, *args: P.args, **named: P.kwargs) -> HttpResponse:
        row = one_click.row_of(key)
        if row is None:
            return show_spent_link(request, None, "This link is not one of ours, or it was cut off.", 404)
        try:
            return view(request, row, *args, **named)
        except one_click.Spent as why:
            return show_spent_link(request, row, str(why), 410)

    return page


@by_key
def play_by_link(request: PageRequest, row: ReplyAddress, code: str) -> HttpResponse:
    """Preview an answer on GET, which programs may request on their own. Play the answer on POST."""
    key = reply_addresses.link_key(row)
    if one_click.asks_for_square(row, code):
        return redirect("answer_by_link", key)
    if request.method == "POST" and request.POST.get("what") != "play":
        return show_spent_link(request, row, "That request was not understood, so nothing has changed.", 400)
    if request.method == "POST":
        return show_answered(request, row, one_click.play_link(row, code))
    preview = one_click.preview_link(row, code)
    png = preview.board.pop("png", None)
    return render(request, "games/by_link.html", {"found": preview, "key": key, "picture": one_click.as_data(png) if png else ""})


@by_key
def answer_by_link(request: PageRequest, row: ReplyAddress) -> HttpResponse:
    """Show the questions of a letter on GET, which programs may request on their own. Play one answer on POST."""
    if row.purpose == clock_replies.PURPOSE:  # a vote, for example, is answered with words
        one_click.must_be_seated(row)
        user, words = one_click.asked_of(row), clock_replies.ANSWERS[row.facts["asked"]]
        answer = answered_in_word(request, words, lambda word: clock_replies.count(user, row.facts, word))
        if isinstance(answer, HttpResponse):
            return answer
        sentence = clock_replies.asked_sentence(user, row.facts)
        more = {"sentence": sentence, "words": words if sentence else (), "word_at": request.path}
        return show_question(request, row, "", *answer, more)
    if request.method == "POST":
        return play_posted(request, row, one_click.open_link(row))
    return show_question(request, row, reply_addresses.link_key(row) if one_click.takes_answer(row) else "")


@by_key
def orders_by_link(request: PageRequest, row: ReplyAddress) -> HttpResponse:
    player = one_click.must_be_seated(row)
    if request.user == row.user:
        return redirect("orders", player.game_id)
    if player.game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
        return show_spent_link(request, row, "That game is over.", 410)
    if player.resigned:
        return show_spent_link(request, row, "You left that game for good.", 410)
    return orders.orders_of_player(request, player, back=reverse("answer_by_link", args=[reply_addresses.link_key(row)]))


def play_posted(request: PageRequest, row: ReplyAddress, game: Game) -> HttpResponse:
    """Play the posted answer and show the events, or ask again. Raise Spent if the link has expired."""
    key, before = reply_addresses.link_key(row), list[int]()

    def play() -> None:
        action, _ = read_action(request.POST, row.facts["seat"])
        before.append(one_click.play_posted(row, action, request.GET.get("asked", ""), request.POST.get("sure") == "yes"))

    try:
        problem, status = attempt_at(game, play)
    except one_click.Changed:
        problem, status = "The question has changed meanwhile, so nothing was played. Here is what is asked now.", 409
    except Unconfirmed as choice:
        fields = [(name, value) for name, values in request.POST.lists() for value in values if name != "csrfmiddlewaretoken"]
        return show_question(request, row, key, more={"choice": choice, "fields": fields})
    return show_question(request, row, key, problem, status) if problem else show_answered(request, row, before[0])


def show_answered(request: PageRequest, row: ReplyAddress, before: int) -> HttpResponse:
    """Redirect to a page with the events after an answer and the next question. Redirect signed-in readers to the table."""
    if request.user == row.user:
        return redirect("table", row.facts["game"])
    return redirect("answer_by_link", one_click.key_after(row, before))


def orders_part(row: ReplyAddress, seen: table_view.TableView) -> dict[str, Any]:
    """Return the URL of the page for the reader's standing orders, and a reason to give orders first. Return {} if the seat takes none."""
    game = seen.game
    has_left = seen.me is not None and seen.me.resigned
    if not seen.rules.orders or has_left or game.status not in (Game.Status.OPEN, Game.Status.RUNNING):
        return {}
    user = one_click.asked_of(row)
    why = letter_parts.orders_first(seen) if seen.view is not None else letter_parts.why_orders_before(game, user)
    return {"orders_first": why, "orders_at": reverse("orders_by_link", args=[reply_addresses.link_key(row)])}


def show_question(
    request: PageRequest, row: ReplyAddress, key: str, problem: str = "", status: int = 200, more: dict[str, Any] | None = None
) -> HttpResponse:
    """Show the table as the recipient of the letter sees it, with its questions if `key` is not empty."""
    user = one_click.asked_of(row)
    seen = table_view.table(row.facts["game"], user)
    if seen.view is None:
        room = {"reader": user, "is_own": request.user == user, "problem": problem, "terms": terms_of(seen.game)}
        return render(request, "games/room_by_link.html", seen.context() | room | orders_part(row, seen) | (more or {}), status=status)
    asked = questions(seen) if key else []
    drawn = table.ruleset_parts(seen, asked, [])
    page = reverse("answer_by_link", args=[key]) if key else ""
    required = letter_parts.required_decision(seen) if key else None
    refused = table.refused_input(request) if problem else {}
    for question in asked:
        question.refused = refused.get("answer", "") if question.name == refused.get("decision") else ""
    happened: dict[str, Any] = {}
    if "since" in row.facts and seen.seat is not None:  # Only the page after an answer has `since`.
        moves = journal.moves_for(seen.game, seen.seat, row.facts["since"])
        happened = {"happened": letter_parts.newest_sentences(seen, moves)["happened"], "is_answered": True}
    context = seen.context() | {
        "reader": user, "problem": problem, "back": page, "asks_at": f"{page}?asked={one_click.as_asked(seen.decisions)}",
        "is_own": request.user == user, "waiting_for": table.waiting_for(seen), "winners": table.winners(seen),
        **letter_parts.time_left(seen, user), "asked": asked,
        "if_not": expiring.timeout_sentence(seen, required) if seen.due and required else "",
        **table.sorted_questions(asked, drawn), **drawn, **happened, **orders_part(row, seen),
    }  # fmt: skip
    return parts.show(request, "games/answer_by_link.html", context | (more or {}), status)


def show_spent_link(request: PageRequest, row: ReplyAddress | None, problem: str, status: int) -> HttpResponse:
    """Show why the link no longer works, and what to do instead."""
    context = {"problem": problem, "game_id": row.facts["game"] if row else None, "is_own": row is not None and request.user == row.user}
    return render(request, "games/by_link_spent.html", context, status=status)
