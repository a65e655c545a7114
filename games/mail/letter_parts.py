"""Build the parts of letters about games, and render the letters."""

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
from core.web import address
from games.agreements import clock_queries, clock_sentences, extensions
from games.editions import rules_text
from games.engine import Decision, Place
from games.kit.parts import face_of
from games.mail import answered, letter_subjects
from games.mail.answered import Printed
from games.mail.grammar import reply_codes, reply_words, square_runs
from games.mail.grammar.command_grammar import is_order, is_risky
from games.mail.grammar.reply_codes import Entry
from games.models import Game, Hand, Wait
from games.play import standing_orders
from games.queries import journal
from games.queries.table_view import TableView
from games.storage import prepared
from games.timeouts import expiring
from notifications import Letter, unsubscribing
from notifications.css_inlining import inliner
from notifications.inbound import command_address, reply_addresses
from notifications.kinds import CATEGORIES
from notifications.models import ReplyAddress
from notifications.telling import Telling

MAX_EVENTS, MAX_ANSWERS = 12, 15
"""The maximum number of sentences about events, and of sentences about answers by standing orders. The journal has the rest."""
MAX_CHAT_LINES, FIRST_ROUNDS = 5, 2
SENTENCE = 300
MOMENT = "%a %-d %b, %H:%M"
A_CODE = "0"
"""A placeholder for an option's code: the URLs of all options differ only in their last part."""


def letter(template: str, notice: Telling, table: TableView, context: dict[str, Any]) -> Letter:
    """Return a letter in the game's e-mail thread. The subject names the kind of letter and reveals no events of the game."""
    game = table.game
    other_tables, due = context.get("others", []), context.pop("due", None)
    if context.get("asks_all") and other_tables:
        subject = letter_subjects.of_several([game, *(other["game"] for other in other_tables)], notice.reader)
        context["brief"] = f"{1 + len(other_tables)} games wait for you."
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
    answered.number_tables(row, other_tables)
    standing = reply_addresses.reply_address(row) if row and game.status == Game.Status.RUNNING else ""
    context["answers_to"] = context.get("reply_to") or standing
    return render(template, notice, subject, context, thread=f"g.{game.pk}.{notice.reader.pk}")


def render(template: str, notice: Telling, subject: str, context: dict[str, Any], thread: str = "") -> Letter:
    png, link = context.pop("png", None), context["link"]
    if notice.user:
        token = unsubscribing.own_token(notice.user)
        context["settings_link"] = settings.SITE_URL + reverse("notifications:signed_wishes", args=[token])
        context["leave_link"] = settings.SITE_URL + reverse("signed_leave", args=[token])
    context |= {
        "link": context.get("own_link") or link,
        "subject": subject,
        "user": notice.user,
        "stop": unsubscribing.unsubscribe_link(notice),
        "stops_what": CATEGORIES[unsubscribing.category_of(notice)],
        "rules_link": site_link("rules_of", context["rules"].slug) if "rules" in context else "",
        "has_picture": png is not None,
        "is_answer": unsubscribing.category_of(notice) == "receipts",
        "also": [(one_line(notice_part.line or notice_part.subject, SENTENCE), notice_part.own_link) for notice_part in notice.also],
    }
    fits = context.pop("fits", is_order)
    text = wrapped(render_to_string(f"{template}.txt", context), lambda line: is_risky(line, fits))
    html = inliner().inline(render_to_string(f"{template}.html", context))
    more = {key: context[key] for key in ("in_reply_to", "brief", "line") if context.get(key)}
    commands_to = command_address.standing_address(notice.user) if notice.user else settings.DESK.partition("@")[0]
    more["reply_to"] = context.get("reply_to") or context.get("answers_to") or commands_to
    return Letter(subject, text, html, {"board": png} if png else {}, thread, link, context["link"], **more)


def seat_row(game: Game, user: User) -> ReplyAddress | None:
    """Return a reply address for a letter without questions; the address's key opens the table. Return None if the reader has no seat."""
    chair = prepared.chair.first(game.pk, user.pk)
    if chair is None:
        return None
    wait = prepared.open_wait_of.first(game.pk, chair.seat_number) if game.status == Game.Status.RUNNING else None
    return row_about(game, chair.seat, wait, user)


def own_page(game: Game, user: User, row: ReplyAddress | None = None) -> str:
    """Return the URL of the reader's own page, which needs no sign-in; without a chair, the URL of the table's page or the lobby."""
    row = row or seat_row(game, user)
    if row is not None:
        return answer_page(row)
    return table_link(game) if game.open_to_all else site_link("lobby")


def row_about(game: Game, seat: int | None, wait: Wait | None, user: User) -> ReplyAddress:
    """Return a reply address without codes, which accepts “board”, “help” and orders in words for the seat."""
    where = reply_codes.position(game, wait) if wait else ""
    facts = Printed(game=game.pk, wait=wait.pk if wait else 0, where=where, codes={})
    if seat is not None:
        facts["seat"] = seat
    return reply_addresses.new_row(user, "game", facts)


def answer_page(row: ReplyAddress) -> str:
    return settings.SITE_URL + reverse("answer_by_link", args=[reply_addresses.link_key(row)])


def law_link(game: Game, law: str) -> str:
    """Return the URL of a law on the rules page, or on the table's own rules page if the table uses older rules; "" for an unknown law."""
    if law not in rules_text.written(game.ruleset).laws:
        return ""
    page = site_link("rules_of", game.ruleset) if game.version == game.edition.version else site_link("table_rules", game.pk)
    return f"{page}#{rules_text.key_of(law)}"


def table_link(game: Game) -> str:
    return site_link("table", game.pk)


def site_link(name: str, *args: Any) -> str:
    return settings.SITE_URL + address(name, *args)


def sign_in_link(name: str, *args: Any) -> str:
    return f"{site_link('account_login')}?next={address(name, *args)}"


# -- times ----------------------------------------------------------------------------------------
def deadline_words(due: datetime | None, user: User) -> dict[str, Any]:
    """Return the deadline in the user's time zone, the time left, and whether the deadline has passed; empty strings if `due` is None."""
    if due is None:
        return {"when": "", "left": "", "is_past": False}
    return {
        "is_past": due <= timezone.now(),
        "when": local_time(due, user, MOMENT),
        "left": timeuntil(due, timezone.now()).replace("\xa0", " "),
    }


def local_time(moment: datetime, user: User, form: str) -> str:
    return f"{moment.astimezone(ZoneInfo(user.time_zone)):{form}} ({zone_name(user)})"


def zone_name(user: User) -> str:
    """Return the last part of the reader's time zone, such as "Berlin"."""
    return user.time_zone.split("/")[-1].replace("_", " ")


# -- questions ------------------------------------------------------------------------------------
def question_facts(table: TableView, decision: Decision, user: User) -> dict[str, Any]:
    rules, names = table.rules, table.names
    return {
        "question": rules.ask(decision, names),
        "help": rules.help(decision),
        "off_turn": decision.reaction,
        **time_left(table, user),
        "due": due_of(table),
        "after": expiring.timeout_sentence(table, decision) if table.due else "",
    }


def time_left(table: TableView, user: User) -> dict[str, Any]:
    """Return the end of the time for an answer, whether grace has begun, and the time at which a table without captains closes."""
    wait = own_wait(table)
    return {
        "until": deadline_words(due_of(table), user),
        "late": wait is not None and wait.overdue_at is not None,
        "sleeps": deadline_words(clock_queries.closes_at(table.waits), user)["when"],
    }


def due_of(table: TableView) -> datetime | None:
    """Return the time by which the reader must answer; None if the game does not wait for the reader or has no clocks."""
    wait = own_wait(table)
    return wait.next_at if wait is not None and wait.overdue_at is not None else table.due


def own_wait(table: TableView) -> Wait | None:
    """Return the reader's wait for a turn or in a reaction window; None if the game does not wait for the reader."""
    waits = [*table.waits, *([table.window] if table.window else [])]
    return next((wait for wait in waits if wait.seat == table.seat), None)


def required_decision(table: TableView) -> Decision | None:
    return next((decision for decision in table.decisions if not decision.optional), None)


def asks_reader(table: TableView, wait: Wait) -> bool:
    """Return whether the reader has a required question or, in a reaction window, any question."""
    return bool(table.decisions) if wait.is_window else required_decision(table) is not None


# -- answers --------------------------------------------------------------------------------------
def possible_answers(table: TableView, user: User, receipt: str = "") -> dict[str, Any]:
    """Return every possible answer as a reply line and a link; {} without a question. In a receipt, `receipt` is the notice's key."""
    game, seat, wait = table.game, table.seat, own_wait(table)
    if wait is None or seat is None or not asks_reader(table, wait):
        return {}
    row, entries = answered.new_answers(table, wait, user, receipt)
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
        "more_time": wait.wants_day_at is None and extensions.why_no_extension(game, table.players, wait) is None,
    }


def also_words(context: dict[str, Any]) -> str:
    """Return the words that a letter accepts besides codes; "" if the letter asks nothing or already explains the words."""
    if not context.get("entries") or not context.get("reply_to") or context.get("is_new"):
        return ""
    rare = [word for word, key in (("undo", "can_undo"), ("more time", "more_time")) if context.get(key)]
    return " · ".join(["try", *rare, "board", "away", "help", "stop"])


def is_new(table: TableView) -> bool:
    """Return whether the reader is in the first rounds of their first game of an edition, when letters explain the board and answers."""
    game, seat = table.game, table.seat
    if seat is None or game.round > FIRST_ROUNDS:
        return False
    earlier = Game.objects.filter(players__user=table.players[seat].user_id, ruleset=game.ruleset).exclude(pk=game.pk)
    return not earlier.exclude(started_at=None).exists()


def orders_first(table: TableView) -> str:
    """Return why the reader should give standing orders first; "" if the reader has orders, has already played, or needs none."""
    game, seat = table.game, table.seat
    if seat is None or game.status != Game.Status.RUNNING or table.wishes.orders:
        return ""
    if game.last_moves[seat] and not table.players[seat].former_id:  # a substitute has not answered yet
        return ""
    return standing_orders.why_first(game.rules, game.options)


def orders_before(game: Game, user: User) -> tuple[str, str]:
    """Return (reason, URL) if the captain should give standing orders before the game begins; else ("", "")."""
    why = why_orders_before(game, user)
    return (why, orders_page(game, user)) if why else ("", "")


def why_orders_before(game: Game, user: User) -> str:
    """Return why the captain should give standing orders before the game begins; "" if the captain need not."""
    hand = Hand.objects.filter(player__game=game, player__user=user).first()
    return standing_orders.why_first(game.rules, game.options) if hand is not None and not hand.orders else ""


def orders_page(game: Game, user: User) -> str:
    """Return the URL of the captain's standing orders page, which needs no sign-in if the captain has a chair."""
    row = seat_row(game, user)
    return settings.SITE_URL + reverse("orders_by_link", args=[reply_addresses.link_key(row)]) if row else site_link("orders", game.pk)


def orders_lacking(game: Game, user: User) -> str:
    """Return a refusal if the game would begin without the captain's first orders; "" if not, or for an owner who moves first."""
    begins = game.status == Game.Status.RUNNING and not (game.owner_id == user.pk and not game.rules.draws_who_begins)
    why = why_orders_before(game, user) if begins else ""
    return f"The game would begin at once, so nothing was done yet. {why}" if why else ""


def one_word(words: tuple[str, ...]) -> str:
    listed = " or ".join(f"“{word}”" for word in words)
    return f"Answer this letter with the one word {listed} on the first line, or do it on the page."


def first_square(table: TableView) -> str:
    decision = required_decision(table)
    options = decision.options if isinstance(decision, Place) else ()
    return next((option for option in options if square_runs.A_SQUARE.fullmatch(option)), "")


def play_link(here: str, entry: Entry) -> str:
    """Return the URL that previews an entry's answer or asks for a square; "" if the entry needs other arguments."""
    return f"{here}{entry.code}/" if entry.option is not None or entry.squares else ""


def square_links(here: str, entry: Entry, on_board: bool) -> list[list[tuple[str, str]]]:
    """Return lines of (square, preview URL) for an entry. Abbreviate long lines if the letter has a board, which names all squares."""
    links = {square: f"{here}{entry.code}-{number}/" for number, square in enumerate(entry.squares)} | {square_runs.MORE: ""}
    lines = square_runs.in_lines(entry.squares)
    return [[(square, links[square]) for square in (square_runs.folded(line) if on_board else line)] for line in lines]


def write_link(to: str, entry: Entry) -> str:
    """Return a mailto URL with the order filled in; "" on a site that sends no mail."""
    if settings.MAILBOX or not to:
        return ""
    body = quote(entry.shown + (": " if entry.option is None else ""))
    return f"mailto:{to}@{settings.REPLY_DOMAIN}?subject={quote('An order')}&body={body}"


# -- events and chat ------------------------------------------------------------------------------
def newest_sentences(table: TableView, moves: list[journal.SeenMove]) -> dict[str, Any]:
    """Return the newest sentences about the moves and the number of earlier sentences; list answers by standing orders separately."""
    about = table.rules, table.names, table.seat
    lines = [one_line(line, SENTENCE) for line in journal.news_of(moves, *about, face_of(table.rules).quiet)]
    answered = [one_line(line, SENTENCE) for line in journal.answered(moves, *about)]
    return {
        "happened": [*clock_queries.changed_chairs(table), *lines[-MAX_EVENTS:]], "more": max(0, len(lines) - MAX_EVENTS),
        "answered": answered[-MAX_ANSWERS:], "answered_more": max(0, len(answered) - MAX_ANSWERS),
    }  # fmt: skip


def chat_lines(table: TableView) -> list[dict[str, str]]:
    game, seat = table.game, table.seat
    me = table.players[seat].user_id if seat is not None else None
    lines = [line for line in journal.chat(game, me, 30) if line.user_id != me and line.is_shown]
    if not lines:
        return []
    since = (prepared.made_at.first(game.pk, game.last_moves[seat]) if seat is not None else None) or game.started_at
    lines = [line for line in lines if since is None or line.said_at >= since]
    return [
        {"name": line.user.name if line.user else "Someone", "text": line.text, "quoted": quoted(line.text)}
        for line in lines[-MAX_CHAT_LINES:]
    ]


# -- other tables ---------------------------------------------------------------------------------
def letter_of(wait_id: int, notice: Telling) -> str:
    """Return the e-mail address that accepts answers to a wait; "" if the site sends no mail."""
    if settings.MAILBOX or not settings.REPLY_DOMAIN:
        return ""
    wait = Wait.objects.select_related("game").get(pk=wait_id)
    return f"{reply_addresses.reply_address(row_about(wait.game, wait.seat, wait, notice.reader))}@{settings.REPLY_DOMAIN}"
