"""People of a town: they read letters and pages, answer each in their own way and time, and note what the site told them."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from math import inf
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from django.db import OperationalError
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.api_keys import create_key
from accounts.models import User
from games.deadlines import absences
from games.editions.errors import NotAllowed
from games.engine import Action, TooNew, Words
from games.engine.random_play import random_bot
from games.models import Game, Player
from games.queries import table_view
from leagues.models import Season

from . import letters
from .breakdowns import Breakdowns, Killed
from .browsers import Browser, forms_of, posted
from .clock import Clock
from .habits import WAYS, Habits
from .letters import CODE, GAME, LINK, Letter, in_rows, reply
from .post_office import Office

HOUR, DAY = 3600.0, 86400.0
NONSENSE = ("What is all this about?", "99 ZZ", "Please take me off your list", "I attack everybody!!", "try", "1", "undo")
WORKS = (200, 302, 400, 403, 404, 409, 410, 422, 429)
"""Status codes that a page may return; any other code is a fault of the site."""
TURNS = ("turn", "reminder", "overdue")
TABLE_PAGES = ("", "clock/", "clock/", "orders/", "notes/", "story/", "history/", "rules/")
SITE_PAGES = ("/my/", "/lobby/", "/find-players/", "/leave/", "/friends/", "/blocks/", "/leagues/", "/ratings/", "/tables/new/piracy/")
CANARY = re.compile(r"canary-(\d+)-")
MOST_READS = 20
AT_ONCE = 25
"""The most answers in a row at one table."""


class PageFailed(Exception):
    """A page did something that no page should do, such as answer with an unexpected status; the message says what."""


@dataclass
class Journal:
    """A record of people's actions and of the site's responses, to be compared with the site's rows.

    pages: (game, move number) -> (seat, decision, answer) accepted by a page; perhaps: likewise, for posts that may have failed
    pressed: (game, move number) of moves made by other buttons
    links: game -> number of answers by link; blurred: games in which a person could not see what their link did
    letters: Message-ID -> (Unix time of arrival, game) of letters to the site; told: Message-IDs of answered letters
    ordered: Message-ID -> the (seat, decision, answer) that the letter asks for, None if unknown
    """

    pages: dict[tuple[int, int], tuple[int | None, str, Any]] = field(default_factory=dict)
    perhaps: dict[tuple[int, int], tuple[int | None, str, Any]] = field(default_factory=dict)
    pressed: set[tuple[int, int]] = field(default_factory=set)
    blurred: set[int | None] = field(default_factory=set)
    links: Counter[int] = field(default_factory=Counter)
    letters: dict[str, tuple[float, int | None]] = field(default_factory=dict)
    told: set[str] = field(default_factory=set)
    ordered: dict[str, tuple[int | None, str, Any] | None] = field(default_factory=dict)
    visits: int = 0

    def must_be_for(self, reader: int | None, text: str, where: str) -> None:
        """Raise PageFailed if the text contains another person's private notes."""
        if other := next((writer for writer in CANARY.findall(text) if int(writer) != reader), None):
            raise PageFailed(f"what captain {other} wrote for themselves is in {where}, for {reader}")


@dataclass
class Person:
    """A person who plays, and knows only what letters and pages say."""

    user: User
    email: str
    habits: Habits
    chance: Random
    clock: Clock
    office: Office
    journal: Journal
    breakdowns: Breakdowns
    client: Client
    key: str = ""

    @property
    def is_gone(self) -> bool:
        return self.clock.now > self.clock.began + self.habits.vanishes_after

    def begin(self) -> None:
        """Plan visits to the site, and perhaps a period of leave and the deletion of the account."""
        self.office.mailboxes[self.email] = self.read
        self.clock.at(self.awake(self.clock.now + self.chance.uniform(0, DAY)), f"{self.email} looks in", self.look_in)
        if self.habits.leave_after < inf:
            self.clock.at(self.awake(self.clock.began + self.habits.leave_after), f"{self.email} takes leave", self.take_leave)
        if self.habits.vanishes_after < inf and self.chance.random() < 0.5:
            self.clock.at(self.clock.began + self.habits.vanishes_after, f"{self.email} deletes their account", self.leave_for_ever)

    def awake(self, when: float) -> float:
        """Return the first Unix time at or after `when` at which this person is awake on a playing day."""
        local = self.clock.moment.fromtimestamp(when, ZoneInfo(self.habits.zone))
        while not self.habits.is_up(local):
            early = local.hour < self.habits.wakes
            local = (local if early else local + timedelta(days=1)).replace(hour=self.habits.wakes)
        return max(when, local.timestamp())

    # -- what they do ---------------------------------------------------------------------------------
    def look_in(self) -> None:
        """Visit the site unprompted, answer wherever it is this person's turn, and plan the next visit."""
        if self.is_gone:
            return
        self.clock.at(self.awake(self.clock.now + self.chance.uniform(*self.habits.visits) * DAY), f"{self.email} looks in", self.look_in)
        self.get("/my/")
        self.get(f"/games/{self.chance.randint(1, 1 + Game.objects.count())}/")  # mostly a table where this person does not play
        for player in Player.objects.filter(user=self.user, game__status=Game.Status.OPEN, ready=False).exclude(game__ready_by=None):
            with self.breakdowns_noted():
                self.post(f"/games/{player.game_id}/ready/", {})
        for game in self.tables_that_wait():
            self.play_at(game)
        for game in Player.objects.filter(user=self.user).order_by("-game").values_list("game", flat=True)[:2]:
            self.fiddle(f"/games/{game}/{self.chance.choice(TABLE_PAGES)}")
        self.fiddle(self.chance.choice((*SITE_PAGES, f"/captains/{self.chance.randint(1, max(2, self.user.pk))}/", *self.season_pages())))

    def season_pages(self) -> list[str]:
        """Return the paths of the newest season's pages, for an organiser with the organising page."""
        season = Season.objects.select_related("league").order_by("-pk").first()
        if season is None:
            return []
        base = f"/leagues/{season.league.slug}/{season.number}/"
        return [base, f"{base}me/", *([f"{base}organise/"] * 3 if season.league.organisers.filter(pk=self.user.pk).exists() else [])]

    def fiddle(self, page: str) -> None:
        """Press a random button on a page, as often as this person's habits say."""
        if self.chance.random() < self.habits.fiddles:
            self.press(page)

    def press(self, page: str) -> None:
        """Press a random button on a page, and note any moves that it made."""
        answer = self.get(page)
        markup = answer.content.decode() if answer and answer.status_code == 200 else ""
        if not (offered := forms_of(markup, page, self.chance, f"canary-{self.user.pk}-")):
            return
        form = self.chance.choice(offered)
        games = Game.objects.filter(pk__in=GAME.findall(form.action)[:1])
        before = {game.pk: game.number for game in games}
        with self.breakdowns_noted():
            self.post(form.action, form.fields)
        for game in games.all():
            self.journal.pressed |= {(game.pk, number) for number in range(before[game.pk] + 1, game.number + 1)}

    @contextmanager
    def breakdowns_noted(self) -> Iterator[None]:
        """Ignore a simulated breakdown of a page: the reader tries again another day."""
        try:
            yield
        except Killed:
            pass
        except OperationalError:
            if not self.breakdowns.struck:
                raise

    def tables_that_wait(self) -> list[int]:
        asked = Player.objects.filter(user=self.user, game__status=Game.Status.RUNNING, game__waits__seat=F("seat"))
        return list(asked.filter(game__waits__closed_at=None).order_by("game").values_list("game", flat=True).distinct())

    def take_leave(self) -> None:
        begin = timezone.now() + timedelta(hours=2)
        with suppress(NotAllowed):
            absences.declare_absence(self.user, begin, begin + timedelta(days=self.chance.randint(1, 6)))

    def leave_for_ever(self) -> None:
        """Delete the account, and remove its letters from the journal."""
        with self.breakdowns_noted():
            self.post("/account/leave/", {"proof": self.user.name})
        self.journal.letters = {name: sent for name, sent in self.journal.letters.items() if not name.endswith(f".{self.email}>")}

    def read(self, letter: Letter) -> None:
        """Read a new letter, and plan an answer."""
        if letter.answers:
            self.journal.told.add(letter.answers.split()[-1])
        if self.is_gone:
            return
        way = self.chance.choices(WAYS, self.habits.ways)[0]
        quick = letter.kind not in TURNS
        if (letter.game is None and letter.kind != "muster") or (quick and self.chance.random() >= self.habits.follows):
            return
        wait = self.chance.lognormvariate(0, 1) * (0.1 * HOUR if quick else self.habits.patience)
        when = self.awake(self.clock.now + wait)
        if self.habits.stalls and not quick and letter.game is not None:
            with suppress(TooNew):
                due = table_view.table(letter.game, self.user).due
                when = due.timestamp() - 90 if due else when
        self.clock.at(when, f"{self.email} answers {letter.kind} by {way}", self.answer, letter, way)

    def answer(self, letter: Letter, way: str) -> None:
        if self.is_gone:
            return
        if self.chance.randrange(self.habits.nonsense) == 0 and letter.reply_to:
            for later in range(self.chance.randint(1, 3)):  # some insist
                self.clock.after(600 * later, f"{self.email} writes nonsense", self.write, letter, self.chance.choice(NONSENSE))
        elif letter.kind == "muster":
            self.look_in()
        elif way == "letter" and letter.reply_to and CODE.search(letter.body):
            self.by_letter(letter)
        elif way == "link" and LINK.search(letter.html):
            self.by_link(LINK.findall(letter.html), letter.game)
        elif letter.game is not None:
            if letter.kind not in TURNS:
                self.press(f"/games/{letter.game}/{'story/' if letter.kind == 'over' else ''}")
            self.play_at(letter.game, way == "program")

    # -- by page, link and letter -----------------------------------------------------------------------
    def choice_at(self, game: int) -> tuple[Any, Any, Action | None]:
        """Return the table, and the decision and action that this person chooses there; None for whatever is unavailable."""
        action = None
        try:
            table = table_view.table(game, self.user)
        except TooNew:
            return None, None, None
        if table.seat is not None and table.decisions:
            plays = table.rules.bots["easy"] if self.chance.random() < self.habits.skill else random_bot
            action = plays(table.view, table.decisions, self.chance.randrange)
        decision = action and next(decision for decision in table.decisions if decision.name == action.decision)
        return table, decision, action

    def play_at(self, game: int, by_program: bool = False) -> None:
        """Read a table on its page or through the API, and answer until nothing more is asked."""
        if by_program:
            self.by_api("get", game)
        else:
            self.get(f"/games/{game}/")
        for _ in range(AT_ONCE):
            table, decision, action = self.choice_at(game)
            if action is None:
                return
            key, played = (game, table.number + 1), (table.seat, action.decision, in_rows(action.answer))
            is_accepted = False
            for _ in range(2 if self.chance.randrange(30) == 0 else 1):
                self.journal.perhaps[key] = played
                with self.breakdowns_noted():
                    if by_program:
                        move = {"seen": table.number, "decision": action.decision, "answer": action.answer}
                        is_accepted |= self.by_api("post", game, "/moves", move) in (200, 201)
                    else:
                        form = {"seen": table.number, "sure": "yes"} | posted(decision, action.answer)
                        is_accepted |= self.post(f"/games/{game}/move/", form) == 302
            if not is_accepted:
                return
            self.journal.pages[key] = played

    def by_api(self, method: str, game: int, path: str = "", *body: Any) -> int:
        """Send an API request as this person's own program; return the status, 0 after a breakdown."""
        program = Browser(self.client.handler)  # without a session
        with self.breakdowns_noted():
            self.key = self.key or create_key(self.user, "a program")
            named = {"content_type": "application/json", "headers": {"authorization": f"Bearer {self.key}"}}
            return int(self.request(getattr(program, method), f"/api/games/{game}{path}", *body, **named).status_code)
        return 0

    def by_link(self, links: list[str], letter_game: int | None) -> None:
        """Follow a link in a letter, and press the answer button on its page and on the pages that follow."""
        stranger = Browser(self.client.handler)  # the mail program's browser is not signed in
        for number in range(AT_ONCE):
            link, answer = self.chance.choice(links), None
            if number == 0:
                self.get(link, stranger)
            with self.breakdowns_noted():
                answer = self.request(stranger.post, link, {"what": "play"})
            is_played = answer is not None and answer.status_code == 302 and link.split("/")[3] not in answer["location"]
            if answer is not None and answer.status_code != 503 and not is_played:
                return  # refused, or a page with the same key asks for a square
            page = self.get(answer["location"], stranger) if is_played else None
            if page is None or page.status_code != 200:
                self.journal.blurred.add(letter_game)
                return
            self.journal.links[int(GAME.findall(page.content.decode())[0])] += 1
            if not (links := LINK.findall(page.content.decode())):
                return

    def by_letter(self, letter: Letter) -> None:
        """Reply with the line for this person's choice, or with a random code from the letter."""
        table, decision, action = self.choice_at(letter.game) if letter.game else (None, None, None)
        line, ordered = self.chance.choice(CODE.findall(letter.body))[0], None
        if action is not None and decision is not None and table is not None:
            with suppress(LookupError):
                line = reply(table.rules, letter, decision, action, table.names)
                ordered = None if isinstance(decision, Words) else (table.seat, action.decision, in_rows(action.answer))
        self.journal.ordered[self.write(letter, line)] = ordered

    def write(self, letter: Letter, line: str) -> str:
        """Send a reply as this person's mail program writes it; return its Message-ID."""
        self.office.came += 1
        name, raw = letters.answer(self.habits.program, line, letter, self.email, letter.reply_to, self.office.came)
        self.journal.letters[name] = (self.office.send_in(raw, letter.reply_to, self.email), letter.game)
        return name

    # -- pages ------------------------------------------------------------------------------------------
    def get(self, page: str, client: Client | None = None) -> Any:
        """Return the response for a page, or None after a breakdown. Raise PageFailed if the page took too many queries."""
        answer = None
        with self.breakdowns_noted():
            answer = self.request((client or self.client).get, page)
            reads = self.breakdowns.reads
            if len(reads) > MOST_READS and self.breakdowns.is_alone:
                raise PageFailed(f"{len(reads)} queries for {page}, from\n  " + "\n  ".join(reads))
        return answer

    def post(self, page: str, form: dict[str, Any]) -> int:
        """Post a form; return the status."""
        return int(self.request(self.client.post, page, form).status_code)

    def request(self, ask: Any, page: str, *given: Any, **named: Any) -> Any:
        """Return the response to a request. Raise PageFailed for an unexpected status or others' notes, and the error of a breakdown."""
        self.journal.visits += 1
        with self.breakdowns.work() as work:
            answer = ask(page, *given, **named)
        is_older = self.breakdowns.weather.is_down("upgrade", self.clock.now)
        if answer.status_code not in (*WORKS, *[500] * work.struck, *[503] * (work.struck or is_older)):
            raise PageFailed(f"{answer.status_code} from {page} for {self.email}")
        if answer.get("content-type", "").startswith(("text/html", "application/json")) and not answer.streaming:
            self.journal.must_be_for(self.user.pk, answer.content.decode(), page)
        return answer
