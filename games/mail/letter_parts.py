"""The parts of letters about games."""

from datetime import datetime
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timeuntil

from accounts.models import User
from core.plain_text import one_line, quoted, wrapped
from core.url_tag import address
from games.agreements import extensions
from games.clock_overview import clock_queries, clock_sentences
from games.editions import rules_text
from games.engine import Decision, Place
from games.kit.parts import face_of
from games.mail import letter_subjects, printed_codes
from games.mail.answered import Printed
from games.mail.grammar import reply_codes, reply_words, square_runs
from games.mail.grammar.command_grammar import is_order, is_risky
from games.mail.grammar.reply_codes import Entry
from games.models import Game, Hand, Wait
from games.play import standing_orders
from games.queries import journal
from games.queries.table_view import TableView
from games.storage import prepared
from games.timeouts import timeout_preview
from notifications import Letter, unsubscribing
from notifications.css_inlining import inliner
from notifications.inbound import command_address, reply_addresses
from notifications.kinds import CATEGORIES
from notifications.models import ReplyAddress
from notifications.telling import Telling

LINES, ANSWERED = 12, 15
"""The most sentences about what happened, and about what standing orders answered; the journal has the rest."""
SAID, FIRST_ROUNDS = 5, 2
SENTENCE = 300
MOMENT = "%a %-d %b, %H:%M"
A_CODE = "0"
"""A placeholder for an option's code: the addresses of all options differ only in their end."""


def letter(template: str, notice: Telling, table: TableView, context: dict[str, Any]) -> Letter:
    """Return a letter in the thread of its game. The subject says what it is, and gives nothing away."""
    game = table.game
    others, due = context.get("others", []), context.pop("due", None)
    if context.get("asks_all") and others:
        subject = letter_subjects.of_several([game, *(other["game"] for other in others)], notice.reader)
        context["brief"] = f"{1 + len(others)} games wait for you."
    else:
        subject = letter_subjects.subject(game, notice, context.get("is_about", ""), due)
    ends = clock_sentences.agreed_end(game, deadline_words(game.ends_at, notice.reader)["when"])
    if sentence := context.get("line"):
        context["line"] = f"“{one_line(game.name)}” ({game.offer.name}): {sentence}"
    context = {
        "also_words": also_words(context), "game": game, "rules": table.rules, "names": table.names, "seat": table.seat, "ends": ends,
        **context,
    }  # fmt: skip
    row = context.pop("row", None) or seat_row(game, notice.reader)
    if context["link"] == table_link(game):
        context.setdefault("own_link", own_page(game, notice.reader, row))
    if row and "orders_link" in context:
        context["orders_link"] = settings.SITE_URL + reverse("orders_by_link", args=[reply_addresses.link_key(row)])
    printed_codes.number_tables(row, others)
    standing = reply_addresses.reply_address(row) if row and game.status == Game.Status.RUNNING else ""
    context["answers_to"] = context.get("reply_to") or standing
    return render(template, notice, subject, context, thread=f"g.{game.pk}.{notice.reader.pk}")


def render(template: str, notice: Telling, subject: str, context: dict[str, Any], thread: str = "") -> Letter:
    """Render both forms of a letter, text and HTML, from the same facts."""
    png, link = context.pop("png", None), context["link"]
    context |= {
        "link": context.get("own_link") or link,
        "subject": subject,
        "user": notice.user,
        "stop": unsubscribing.unsubscribe_link(notice),
        "stops_what": CATEGORIES[unsubscribing.category_of(notice)],
        **own_links(notice.user),
        "rules_link": site_link("rules_of", context["rules"].slug) if "rules" in context else "",
        "has_picture": png is not None,
        "is_answer": unsubscribing.category_of(notice) == "receipts",
        "also": [(one_line(said.line or said.subject, SENTENCE), said.own_link) for said in notice.also],
    }
    fits = context.pop("fits", is_order)
    text = wrapped(render_to_string(f"{template}.txt", context, using="jinja2"), lambda line: is_risky(line, fits))
    html = inliner().inline(render_to_string(f"{template}.html", context, using="jinja2"))
    more = {key: context[key] for key in ("in_reply_to", "brief", "line") if context.get(key)}
    more["reply_to"] = context.get("reply_to") or context.get("answers_to") or site_address(notice)
    return Letter(subject, text, html, {"board": png} if png else {}, thread, link, context["link"], **more)


def own_links(user: User | None) -> dict[str, str]:
    """Return the addresses of a member's own pages about letters and leave, which need no signing in."""
    if user is None:
        return {}
    token = unsubscribing.own_token(user)
    pages = {"settings_link": "notifications:signed_wishes", "leave_link": "signed_leave"}
    return {key: settings.SITE_URL + reverse(page, args=[token]) for key, page in pages.items()}


def site_address(notice: Telling) -> str:
    """Return where answers to a letter go that asks nothing: there they are commands. Strangers write to the address all know."""
    return command_address.standing_address(notice.user) if notice.user else settings.DESK.partition("@")[0]


def seat_row(game: Game, user: User) -> ReplyAddress | None:
    """Return the row of a letter that asks nothing: its key shows the table, and at a running one its address takes answers.

    Return None if the reader has no chair there.
    """
    chair = prepared.chair.first(game.pk, user.pk)
    if chair is None:
        return None
    wait = prepared.open_wait_of.first(game.pk, chair.seat_number) if game.status == Game.Status.RUNNING else None
    return row_about(game, chair.seat, wait, user)


def own_page(game: Game, user: User, row: ReplyAddress | None = None) -> str:
    """Return the page that shows the table to the reader of a letter without signing in; that for everybody if they have no chair."""
    row = row or seat_row(game, user)
    if row is not None:
        return answer_page(row)
    return table_link(game) if game.open_to_all else site_link("lobby")


def row_about(game: Game, seat: int | None, wait: Wait | None, user: User) -> ReplyAddress:
    """Return an address that takes “board”, “help” and orders in words for this seat, though its letter prints no codes."""
    where = reply_codes.position(game, wait) if wait else ""
    facts = Printed(game=game.pk, wait=wait.pk if wait else 0, where=where, codes={})
    if seat is not None:
        facts["seat"] = seat
    return reply_addresses.new_row(user, "game", facts)


def answer_page(row: ReplyAddress) -> str:
    """Return the address of the page that takes answers to a letter without signing in."""
    return settings.SITE_URL + reverse("answer_by_link", args=[reply_addresses.link_key(row)])


def law_link(game: Game, law: str) -> str:
    """Return the address of a law on the public rules page; "" if it has no number there.

    Older rules stand only on the rules page of a table that plays by them.
    """
    if law not in rules_text.written(game.ruleset).laws:
        return ""
    page = site_link("rules_of", game.ruleset) if game.version == game.edition.version else site_link("table_rules", game.pk)
    return f"{page}#{rules_text.key_of(law)}"


def table_link(game: Game) -> str:
    """Return the address of the table's page."""
    return site_link("table", game.pk)


def site_link(name: str, *args: Any) -> str:
    """Return the full address of a page, for a letter."""
    return settings.SITE_URL + address(name, tuple(map(str, args)), escaped=False)


def sign_in_link(name: str, *args: Any) -> str:
    """Return the page for signing in that leads on to this one; letters name it so."""
    return f"{site_link('account_login')}?next={address(name, tuple(map(str, args)), escaped=False)}"


# -- when -----------------------------------------------------------------------------------------
def deadline_words(due: datetime | None, user: User) -> dict[str, Any]:
    """Return a moment in the reader's zone, its distance from now, and whether it has passed; empty for a table without a clock."""
    if due is None:
        return {"when": "", "left": "", "is_past": False}
    return {
        "is_past": due <= timezone.now(),
        "when": local_time(due, user, MOMENT),
        "left": timeuntil(due, timezone.now()).replace("\xa0", " "),
    }


def local_time(moment: datetime, user: User, form: str) -> str:
    """Return a moment in the reader's zone, with the zone's name."""
    return f"{moment.astimezone(ZoneInfo(user.time_zone)):{form}} ({zone_name(user)})"


def zone_name(user: User) -> str:
    """Return the name of the reader's zone, as letters show it."""
    return user.time_zone.split("/")[-1].replace("_", " ")


# -- what is asked --------------------------------------------------------------------------------
def question_facts(table: TableView, decision: Decision, user: User) -> dict[str, Any]:
    """Return what is asked, until when, and what happens if nobody answers."""
    rules, names = table.rules, table.names
    return {
        "question": rules.ask(decision, names),
        "help": rules.help(decision),
        "off_turn": decision.reaction,
        **time_left(table, user),
        "due": due_of(table),
        "after": timeout_preview.sentence(table, decision) if table.due else "",
    }


def time_left(table: TableView, user: User) -> dict[str, Any]:
    """Return until when an answer counts: the deadline, or once that is past the end of its grace.

    `sleeps`: if nobody was there, the moment at which the table closes unless somebody comes.
    """
    wait = own_wait(table)
    return {
        "until": deadline_words(due_of(table), user),
        "late": wait is not None and wait.overdue_at is not None,
        "sleeps": deadline_words(clock_queries.closes_at(table.waits), user)["when"],
    }


def due_of(table: TableView) -> datetime | None:
    """Return until when an answer counts; None if the reader is not waited for, or at a table without clocks."""
    wait = own_wait(table)
    return wait.next_at if wait is not None and wait.overdue_at is not None else table.due


def own_wait(table: TableView) -> Wait | None:
    """Return the wait for the reader, or the open window in which they may answer; None if there is neither."""
    waits = [*table.waits, *([table.window] if table.window else [])]
    return next((wait for wait in waits if wait.seat == table.seat), None)


def required_decision(table: TableView) -> Decision | None:
    """Return the question the reader must answer before the game goes on; None if there is none."""
    return next((decision for decision in table.decisions if not decision.optional), None)


def asks_reader(table: TableView, wait: Wait) -> bool:
    """Is the reader asked something: a required question, or in a window any?"""
    return bool(table.decisions) if wait.is_window else required_decision(table) is not None


# -- how to answer --------------------------------------------------------------------------------
def possible_answers(table: TableView, user: User, receipt: str = "") -> dict[str, Any]:
    """Return every possible answer, as a line of reply or a link, and the reply address.

    `receipt` is the notice's key if this letter is a receipt, which then also serves as a turn letter.
    Return {} if the reader is asked nothing: no address may exist without a question.
    """
    game, seat, wait = table.game, table.seat, own_wait(table)
    if wait is None or seat is None or not asks_reader(table, wait):
        return {}
    row, entries = printed_codes.new_answers(table, wait, user, receipt)
    on_board = face_of(table.rules).text_board is not None
    to, key = reply_addresses.reply_address(row), reply_addresses.link_key(row)
    here = settings.SITE_URL + reverse("play_by_link", args=[key, A_CODE]).removesuffix(f"{A_CODE}/")
    return {
        "entries": [(entry, play_link(here, entry), write_link(to, entry), square_links(here, entry, on_board)) for entry in entries],
        "row": row,
        "answer_link": answer_page(row),
        "on_board": on_board,
        "a_square": first_square(table),
        "fits": reply_words.all_words(table.rules, table.decisions, table.names),
        "reply_to": to,
        "local": settings.MAILBOX,
        "can_undo": table.can_undo,
        "more_time": wait.wants_day_at is None and extensions.may_be_given(game, table.players, wait),
    }


def also_words(context: dict[str, Any]) -> str:
    """Return the words that answer this letter beside its codes; "" if it asks nothing, or explains them at length."""
    if not context.get("entries") or not context.get("reply_to") or context.get("is_new"):
        return ""
    rare = [word for word, key in (("undo", "can_undo"), ("more time", "more_time")) if context.get(key)]
    return " · ".join(["try", *rare, "board", "away", "help", "stop"])


def is_new(table: TableView) -> bool:
    """Return whether these are the reader's first rounds of this edition: only then do letters explain the board and how to answer."""
    game, seat = table.game, table.seat
    if seat is None or game.round > FIRST_ROUNDS:
        return False
    earlier = Game.objects.filter(players__user=table.players[seat].user_id, ruleset=game.ruleset).exclude(pk=game.pk)
    return not earlier.exclude(started_at=None).exists()


def orders_first(table: TableView) -> str:
    """Return why the reader should give standing orders first; "" if they have given some, have had a turn, or need none."""
    game, seat = table.game, table.seat
    if seat is None or game.status != Game.Status.RUNNING or table.wishes.orders:
        return ""
    if game.last_moves[seat] and not table.players[seat].former_id:  # a substitute has not answered yet
        return ""
    return standing_orders.before_the_game(game)


def orders_before(game: Game, user: User) -> tuple[str, str]:
    """Return why this captain should give standing orders before the game begins, and the page; ("", "") if that is needless."""
    why = why_orders_before(game, user)
    return (why, orders_page(game, user)) if why else ("", "")


def why_orders_before(game: Game, user: User) -> str:
    """Return why this captain should give standing orders before the game begins; "" if that is needless."""
    hand = Hand.objects.filter(player__game=game, player__user=user).first()
    return standing_orders.before_the_game(game) if hand is not None and not hand.orders else ""


def orders_page(game: Game, user: User) -> str:
    """Return the page that takes this captain's standing orders without signing in."""
    row = seat_row(game, user)
    return settings.SITE_URL + reverse("orders_by_link", args=[reply_addresses.link_key(row)]) if row else site_link("orders", game.pk)


def orders_lacking(game: Game, user: User) -> str:
    """Return why this captain's letter may not begin the game yet: their first orders are missing.

    Return "" if it would not begin, or nothing is missing. Owners who move first are asked by other letters.
    """
    begins = game.status == Game.Status.RUNNING and not (game.owner_id == user.pk and not game.rules.draws_who_begins)
    why = why_orders_before(game, user) if begins else ""
    return f"The game would begin at once, so nothing was done yet. {why}" if why else ""


def one_word(words: tuple[str, ...]) -> str:
    """Return how to answer a letter that takes a single word."""
    listed = " or ".join(f"“{word}”" for word in words)
    return f"Answer this letter with the one word {listed} on the first line, or do it on the page."


def first_square(table: TableView) -> str:
    """Return a square that, alone on a line, answers the question the game waits for; "" if it asks for no square."""
    decision = required_decision(table)
    options = decision.options if isinstance(decision, Place) else ()
    return next((option for option in options if square_runs.A_SQUARE.fullmatch(option)), "")


def play_link(here: str, entry: Entry) -> str:
    """Return the link to preview and play an entry, or to choose one of its squares; "" if other things are written behind its code."""
    return f"{here}{entry.code}/" if entry.option is not None or entry.squares else ""


def square_links(here: str, entry: Entry, on_board: bool) -> list[list[tuple[str, str]]]:
    """Return the squares that may be written behind this code in lines of (square, link to preview and play it).

    `on_board`: does the letter's board name them all? Then long lines are folded; the dots have no link.
    """
    links = {square: f"{here}{entry.code}-{number}/" for number, square in enumerate(entry.squares)} | {square_runs.MORE: ""}
    lines = square_runs.in_lines(entry.squares)
    return [[(square, links[square]) for square in (square_runs.folded(line) if on_board else line)] for line in lines]


def write_link(to: str, entry: Entry) -> str:
    """Return a mailto link with the order filled in; no use on a machine that sends no mail."""
    if settings.MAILBOX or not to:
        return ""
    body = quote(entry.shown + (": " if entry.option is None else ""))
    return f"mailto:{to}@{settings.REPLY_DOMAIN}?subject={quote('An order')}&body={body}"


# -- what happened, what was said -----------------------------------------------------------------
def newest_sentences(table: TableView, moves: list[journal.SeenMove]) -> dict[str, Any]:
    """Return the newest sentences of these moves, in order, and how many came before them.

    Answers by standing orders are kept apart, so that they are never left out.
    """
    about = table.rules, table.names, table.seat
    lines = [one_line(line, SENTENCE) for line in journal.news_of(moves, *about, face_of(table.rules).quiet)]
    answered = [one_line(line, SENTENCE) for line in journal.answered(moves, *about)]
    return {
        "happened": [*clock_queries.changed_chairs(table), *lines[-LINES:]], "more": max(0, len(lines) - LINES),
        "answered": answered[-ANSWERED:], "answered_more": max(0, len(answered) - ANSWERED),
    }  # fmt: skip


def chat_lines(table: TableView) -> list[dict[str, str]]:
    """Return the newest few lines that others wrote at the table."""
    game, seat = table.game, table.seat
    me = table.players[seat].user_id if seat is not None else None
    lines = [line for line in journal.chat(game, me, 30) if line.user_id != me and line.is_shown]
    if not lines:
        return []
    since = game.started_at
    if seat is not None:
        since = prepared.made_at.first(game.pk, game.last_moves[seat]) or since
    lines = [line for line in lines if since is None or line.said_at >= since]
    return [{"name": line.user.name if line.user else "Someone", "text": line.text, "quoted": quoted(line.text)} for line in lines[-SAID:]]


# -- elsewhere ------------------------------------------------------------------------------------
def letter_of(wait_id: int, notice: Telling) -> str:
    """Return the address that answers “board” with what this wait's own letter would have said; "" if the site sends no mail."""
    if settings.MAILBOX or not settings.REPLY_DOMAIN:
        return ""
    wait = Wait.objects.select_related("game").get(pk=wait_id)
    return f"{reply_addresses.reply_address(row_about(wait.game, wait.seat, wait, notice.reader))}@{settings.REPLY_DOMAIN}"
