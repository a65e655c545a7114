"""Write letters about mail to the site: results of members' commands, lists of commands, and limits on incoming letters."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.utils.text import get_text_list

from accounts.models import User
from core.plain_text import one_line
from games.clocks.terms import PRESETS, pace_name
from games.engine import TableOption
from games.mail import letter_parts as parts
from games.mail import other_tables
from games.mail.grammar import order_words
from games.mail.grammar.reply_grammar import plain
from games.mail.grammar.table_words import edition_in, names_of
from games.mail.letters.invitation_letters import join_link
from games.mail.letters.receipts import DEAD, why_held
from games.models import Game, Wait
from games.play.controllers import bot_levels, bots_in_words
from games.play.standing_orders import orders_asked_first
from games.queries import lists
from games.queries.lists import OwnGame
from games.rulesets import on_offer
from games.storage import prepared
from games.tables import starting
from notifications import KindName, Letter, writes
from notifications.inbound import LetterFacts, limits
from notifications.models import LetterIn
from notifications.telling import Telling

SUBJECT = "[Buccaneer] Your letters to us"
MAX_TABLES, MAX_QUESTIONS = 20, 10
RECEIPT, HELD = KindName[LetterFacts]("receipt-desk"), KindName[LetterFacts]("held-desk")
"""Stored kinds of notice: the receipt for a command, and the request to confirm a command."""
Line = dict[str, str]


@writes(RECEIPT, "receipts", again=False, role="now")
def write_receipt(notice: Telling[LetterFacts]) -> Letter | None:
    answered = LetterIn.objects.filter(pk=notice.facts["letter"]).first()
    if answered is None:
        return None
    facts, game = answered.facts, Game.objects.filter(pk=answered.facts.get("game", 0)).first()
    shows = facts.get("shows") or ([] if game or facts.get("word") == "own" else ["help"])
    why, orders_page = parts.orders_before(game, notice.reader) if game else ("", "")
    about = [*(state_of(game, notice.reader) if game else []), *([line("", why, orders_page)] if why else [])]
    context = {
        "said": facts.get("said") or DEAD.get(facts.get("dead", ""), ""), "about": about,
        "read": [one_line(line, 60) for line in facts.get("quoted", [])], "rest": one_line(facts.get("rest", ""), 60),
        "sections": [
            options_of(name.removeprefix("options").lstrip()) if name.startswith("options") else SECTIONS[name](notice) for name in shows
        ],
        "link": parts.table_link(game) if game else parts.site_link("my_games"),
        "in_reply_to": answered.message_id,
    }  # fmt: skip
    if game:
        context["own_link"] = parts.own_page(game, notice.reader)
    return letter("letters/commands", notice, context)


@writes(HELD, "receipts", again=False, role="now")
def write_held(notice: Telling[LetterFacts]) -> Letter | None:
    held = LetterIn.objects.filter(pk=notice.facts["letter"], state=LetterIn.State.HELD).first()
    if held is None:
        return None
    context = {"link": parts.site_link("held_letter", held.pk), "why_held": why_held(held)}
    return letter("letters/commands-held", notice, context)


def letter(template: str, notice: Telling, context: dict[str, Any]) -> Letter:
    """Return a letter in the person's e-mail thread about commands, with the command address for replies."""
    to = settings.DESK.partition("@")[0]
    context |= {"local": settings.MAILBOX, "reply_to": to, "command_address": settings.DESK}
    return parts.render(template, notice, SUBJECT, context, thread=f"desk.{notice.reader.pk}")


# -- sections -------------------------------------------------------------------------------------
def line(order: str, words: str, link: str = "", write: str = "") -> Line:
    takes_mail = order and settings.DESK and not settings.MAILBOX
    mailto = f"mailto:{settings.DESK}?subject={quote('To the desk')}&body={quote(order)}" if takes_mail else ""
    return {"order": order, "words": words, "link": link, "write": write, "mailto": mailto}


def section(title: str, lines: list[Line], none: str = "") -> dict[str, Any]:
    return {"title": title, "lines": lines, "none": none}


def state_of(game: Game, user: User) -> list[Line]:
    called = f"“{one_line(game.name)}” ({game.offer.name})"
    if game.status != Game.Status.OPEN:
        return [line("", f"{called} has begun. A letter tells you when it is your turn.")]
    if game.ready_by is not None:
        return [line("", f"{called}: every chair is taken. A letter asks you to say that you are ready.")]
    free = game.seats - len(game.players.all())
    waits = f"It is waiting for {free} more captain{'s' if free > 1 else ''}, and begins when every chair is taken."
    lines = [line("", f"{called} is table {game.pk}: {taken(game)}. {waits}")]
    if game.owner_id == user.pk:
        if not starting.why_not_yet(game, len(game.players.all())):
            lines.append(line(f"start {game.pk}", "begins it with the captains who have joined"))
        invites = f"invites someone by name or e-mail address; “remove NAME from {game.pk}” takes them off again"
        lines.append(line(f"invite NAME to {game.pk}", invites))
    return [*lines, line(f"leave {game.pk}", "gives up your chair")]


def taken(game: Game) -> str:
    pace = pace_name(game.terms.pace)
    return f"{len(game.players.all())} of {game.seats} captains, {pace[:1].lower()}{pace[1:]}"


def tables_of(notice: Telling) -> dict[str, Any]:
    tables = lists.open_tables(notice.reader)[:MAX_TABLES]
    asked = set(lists.invitations_of(notice.reader).values_list("game", flat=True))
    lines = [
        line(
            f"join {game.pk}",
            f"“{one_line(game.name)}”: {game.offer.name}, {taken(game)}{', and you are invited' if game.pk in asked else ''}",
            parts.table_link(game) if game.open_to_all else join_link(game),
        )
        for game in tables
        if len(game.players.all()) < game.seats
    ]
    none = "None is free just now. A table of your own begins whenever you like: write “new”, and the name of a game."
    return section("Tables with a free chair", lines, none)


def games_of(notice: Telling) -> dict[str, Any]:
    going_on = (Game.Status.RUNNING, Game.Status.OPEN, Game.Status.STUCK)
    current = [listed for listed in lists.my_games(notice.reader) if listed.game.status in going_on]
    waits = {wait.game_id: wait for wait in prepared.waiting_for(notice.reader.pk)[:MAX_QUESTIONS]}
    lines = [game_line(listed, waits.get(listed.game.pk), notice) for listed in current[:MAX_TABLES]]
    return section("Your games", lines, "You have none just now.")


def game_line(listed: OwnGame, wait: Wait | None, notice: Telling) -> Line:
    game = listed.game
    called, link = f"“{one_line(game.name)}” ({game.offer.name})", parts.own_page(game, notice.reader)
    if game.status == Game.Status.OPEN:
        return line(f"leave {game.pk}", f"{called}: {taken(game)}, not begun", link)
    if listed.is_waiting:
        until = parts.deadline_words(listed.due, notice.reader)["when"]
        asked = other_tables.question_at(wait, notice) if wait else {}
        words = f"{called} is waiting for you{f', until {until}' if until else ''}. {asked.get('question', '')}".rstrip()
        return line("", words, asked.get("answer_link", link), parts.letter_of(wait.pk, notice) if wait else "")
    return line("", f"{called} {state_words(listed, notice.reader)}", link)


def state_words(listed: OwnGame, user: User) -> str:
    if listed.game.status == Game.Status.STUCK:
        return "has stopped because of a fault on our side"
    if listed.window:
        return f"goes on at {parts.deadline_words(listed.window, user)['when']}; until then {listed.game.edition.window_words.open}"
    return f"waiting for {', '.join(listed.waiting_names)}"


def help_of(notice: Telling) -> dict[str, Any]:
    return section("What you may write to us", [
        line("tables", "lists the tables at which a chair is free"),
        *join_lines(),
        line("leave 12", "gives it up, as long as the game has not begun"),
        *new_lines(),
        line(f"find {' or '.join(editions()[:2])} weekly", "looks for players: the game begins as soon as others want the same"),
        line("find anything", "the same for any game; “find nothing” ends it"),
        line("invite NAME to 12", "invites someone to your table by name or e-mail address; “remove NAME from 12” takes anyone off"),
        line("start 12", "begins your game with the captains who have joined"),
        line("games", "lists your games, and which are waiting for you"),
        line("stop", "ends letters about your turns; your games go on; “start” brings them again"),
        line("away 3 Dec to 10 Dec", "stops your clocks while you are on leave; “back” takes it back"),
        line("quiet 22:00 to 7:00", "keeps letters away at night; “quiet off” ends it"),
        line("zone Berlin", "shows times in that zone"),
        line("letters daily", "brings one letter a day; also “letters each”, “letters every 3 hours” or “letters reminders”"),
        line("help", "brings this list"),
        *also_understood(),
    ])  # fmt: skip


def join_lines() -> list[Line]:
    place = next((slug for rules in on_offer().values() for slug, _ in rules.places), "")
    takes = f"; “join 12 {place}” takes that seat" if place else ""
    gives = "also gives an order that the table asks for; its page and its letters say which"
    return [line("join 12", f"takes a chair at table 12{takes}"), *(line(f"join 12 {order}", gives) for _, order in an_order())]


def an_order() -> list[tuple[str, str]]:
    """Return [(edition, example of a first order)], worded as in a letter; [] if no edition on offer asks for first orders."""
    asked = ((names_of(rules)[0], orders_asked_first(rules)) for rules in on_offer().values())
    return [(name, order_words.some_answer(orders[0])) for name, orders in asked if orders][:1]


def new_lines() -> list[Line]:
    first, *_ = on_offer().values()
    edition, more = names_of(first)[0], "says more: how many captains, and a pace; “open” lets anyone join, and no bots"
    orders = "also gives a standing order that such a table asks for before the game begins"
    return [
        line(f"new {edition}", f"makes a table of your own with {bots_in_words(first)}, and begins at once"),
        line(f"new {edition} for {first.usual_seats} open weekly", more),
        *(line(f"new {name} {order}", orders) for name, order in an_order()),
    ]


def also_understood() -> list[Line]:
    best = bot_levels(next(iter(on_offer().values())))[-1]
    more = f"“without bots”, “with a {best} bot”, any pace or option (“help new” lists them), and finally “called” and a name"
    return [line("", f"You can add {more}."), line("", f"The games: {', '.join(editions())}.")]


def options_of(name: str) -> dict[str, Any]:
    """Return a section that lists an edition's options and choices; without a name, the paces and the options of every edition."""
    named = edition_in(name)
    if named is not None:
        lines = [line("", f"{option_name(option)}: {', '.join(choice_names(option))}") for option in named[1].options]
        return section(f"The options of {named[0]}, each with its choices", lines)
    names: dict[str, list[str]] = {}
    for rules in on_offer().values():
        names.setdefault(", ".join(map(option_name, rules.options)), []).append(names_of(rules)[0])
    lines = [line("", f"{get_text_list(called, 'and')}: {options}.") for options, called in names.items() if options]
    paces = ", ".join(plain(preset.name) for preset in PRESETS)
    asked = line(f"help new {editions()[0]}", f"lists the choices of each, to write after its name; the paces: {paces}")
    return section("The options of a new table", [asked, *lines])


def option_name(option: TableOption) -> str:
    return plain(option.label).replace("-", " ")


def choice_names(option: TableOption) -> list[str]:
    names = (label if isinstance(value, bool) else f"{value} ({label})" if value == 0 else str(value) for value, label in option.choices)
    return [plain(name) for name in names]


def editions() -> list[str]:
    return [names_of(rules)[0] for rules in on_offer().values()]


SECTIONS: dict[str, Callable[[Telling], dict[str, Any]]] = {
    "tables": tables_of,
    "games": games_of,
    "help": help_of,
    "new": lambda notice: section("How a table is made", [*new_lines(), *also_understood()]),
}


LIMIT_SENTENCES = {
    "unread": "We found no order in this letter, either. Letters without an order are answered once an hour: the next one gets an answer "
    "after {until}. We still carry out your orders at any time.",
    "refusals": "We could not do what you wrote. This was the eleventh time in a day, and we say why only ten times a day: the next "
    "time after {until}. We still do everything that we can do, at any time.",
    "too-many": "You sent us too many letters in a short time, so we did not read this one, and did nothing in it. The same goes "
    "for all that come before {until}. After that, please write again. On the site you can play at any time.",
    "held": "Today more letters came in your name without proof than we keep for you, so this one was not kept, and nothing in it was "
    "done. The same goes for others without proof, until {until}. On the site you can do the same at once.",
    "unreadable": "We could not read a letter of yours, so nothing in it was done: it is too large, or not built as letters are. We say "
    "this once an hour. A short letter of plain text is always read.",
    "encrypted": "We could not read a letter of yours, so nothing in it was done: it is encrypted, or signed in a way that hides its "
    "text. We say this once an hour. Please write it without encryption.",
    "odd-from": "We could not tell who answered a letter to you, so nothing was done: the answer’s From line does not have one address. We "
    "say this once an hour. Please write from one address.",
    "failed": "A fault on our side kept us from reading a letter of yours, so nothing in it was done. Please do it on the site, or write "
    "again.",
    "gone": "You answered a letter of ours, but its question is not for you any more. So nothing was done.",
}


@writes(limits.KIND, "receipts", again=False, role="now")
def write_limited(notice: Telling[limits.LimitFacts]) -> Letter | None:
    """Return a letter that says why a letter was not read or answered, and when the limit ends; None if that letter was deleted."""
    answered = LetterIn.objects.filter(pk=notice.facts["letter"]).first()
    if answered is None:
        return None
    until = notice.facts["until"]
    when = parts.deadline_words(datetime.fromisoformat(until), notice.reader)["when"] if until else ""
    sentence = LIMIT_SENTENCES[notice.facts["why"]].format(until=when)
    context = {"said": sentence, "link": parts.site_link("my_games"), "in_reply_to": answered.message_id}
    return letter("letters/commands", notice, context)
