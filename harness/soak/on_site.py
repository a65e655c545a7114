"""Whole games on the site: real services over the present database (a scratch one), pages by a client, letters as they are sent.

Faults that the site catches (and turns into a plain line) are logged as errors; `Errors` collects these.
"""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.api import shapes
from games.engine import Action, Deal, Decision, Pick, RulesError, Ruleset
from games.engine.dice import commitment
from games.models import Game, Player, Seed, Wait
from games.play import acting, bots, queued_answers, standing_orders
from games.play.loading import load
from games.play.session import Session
from games.queries import past, table_view
from games.storage.snapshots import state_of
from games.tables import lobby
from games.timeouts import closing_windows, expiring
from games.timeouts.due import Due
from harness.soak import Fault, must, open_questions
from harness.soak.browsers import browser
from harness.soak.chances import Agreement, agreement, some_orders
from harness.soak.replies import LINK
from notifications.inbound.store import store
from notifications.kinds import KINDS
from notifications.models import Delivery, LetterIn, Notice, State
from notifications.tasks import sweep
from notifications.telling import Telling

LEAVES, BY_BOT, UNSEEN, LATER_PAGES = 120, 0.15, 150, 8
"""One action in LEAVES is a resignation; the share of bots; the most actions before the first check; one check in 8 reads other pages."""
MOST_ACTIONS = 40
"""The most actions that are checked; then the game is ended as it stands."""
CODE = re.compile(r"^\[(\d+ [A-Z]{2})\]", re.MULTILINE)
WORDS = ("Anne", "Mary", "Jack", "Grace", "Henry", "Edward", "Olivier", "Stede", "Howell")
WORKS = (200, 302, 409, 410, 422)
"""The statuses a page may answer: done, redirected, the table has changed, too late, refused."""


class Errors(logging.Handler):
    """Collect errors from the log; `check` raises Fault with them."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def __enter__(self) -> "Errors":
        logging.getLogger().addHandler(self)
        return self

    def __exit__(self, *_: Any) -> None:
        logging.getLogger().removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(logging.Formatter().format(record))

    def check(self) -> None:
        """Check that nothing was logged since the last check. Raises Fault."""
        found, self.found = self.found, []
        must(not found, "\n".join(found))


@dataclass
class SiteTrial:
    """One table on the site, with what is needed to repeat it after a fault."""

    rules: Ruleset
    number: int
    agreed: Agreement
    errors: Errors
    pk: int = 0
    actions: int = 0
    doing: str = "setting up"
    done: list[str] = field(default_factory=list)
    people: list[Any] = field(default_factory=list)
    clients: dict[int | None, Client] = field(default_factory=dict)

    @classmethod
    def begin(cls, rules: Ruleset, number: int, errors: Errors) -> "SiteTrial":
        """Return the game with this number, full and dealt."""
        trial = cls(rules, number, agreement(rules, number), errors)
        cache.clear()  # limits that the table before has reached must not count here
        trial.people = [person(f"{word} {number % 10**8} {rules.slug[:2]}{rules.slug[-3:]}") for word in WORDS[: trial.agreed.players + 1]]
        trial.clients = {user.pk: browser(user) for user in trial.people}
        return trial

    def __str__(self) -> str:
        """Return everything that is needed to repeat the game, as text."""
        about = {
            "ruleset": self.rules.slug, "seed": self.number, "part": "site", "players": self.agreed.players, "options": self.agreed.options,
            "places": self.agreed.places, "actions": self.actions, "last": self.done[-10:], "while": self.doing,
        }  # fmt: skip
        return json.dumps(about, default=str)

    def record(self) -> str:
        """Return the record of the game so far, for debugging."""
        if not Game.objects.filter(pk=self.pk).exists():
            return ""
        return json.dumps(past.whole_record(self.game) | {"seed": self.secret.hex()}, default=str)

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pk)

    @property
    def secret(self) -> bytes:
        return f"soak {self.number}".encode().ljust(32, b".")

    def play(self) -> Iterator[int]:
        """Play an action a step, until enough is checked. Raises what the site raises, and Fault."""
        self.sit_down()
        for _ in range(self.agreed.chance.randrange(UNSEEN)):
            if not self.answer_quickly():
                break
        for _ in range(MOST_ACTIONS):
            if self.game.status != Game.Status.RUNNING:
                break
            self.step()
            self.look()
            yield self.actions
        if self.game.status == Game.Status.RUNNING:
            self.doing = "ending"
            acting.end_as_it_stands(self.pk, "agreed")
        self.look(at_the_end=True)
        yield self.actions

    # -- actions ----------------------------------------------------------------------------------
    def sit_down(self) -> None:
        """Seat people and some bots; the last one begins the game, with a known seed."""
        agreed, chance = self.agreed, self.agreed.chance
        owner, *guests = self.people[:-1]
        game = lobby.create(owner, self.rules.slug, agreed.options, seats=agreed.players, place=agreed.places[0], open_to_all=True)
        self.pk = game.pk
        Seed.objects.filter(game=game).update(secret=self.secret)
        Game.objects.filter(pk=game.pk).update(commitment=commitment(self.secret))
        for guest, place in zip(guests, agreed.places[1:], strict=True):
            if self.rules.bots and chance.random() < BY_BOT:
                lobby.add_bot(game.pk, owner, chance.choice(list(self.rules.bots)))
            else:
                lobby.join(game.pk, guest, place=place, token=game.join_token)
        for player in self.seated():
            self.order(player)

    def seated(self) -> list[Player]:
        """Return the people who play."""
        return [player for player in Player.objects.filter(game=self.pk).select_related("user", "hand").order_by("seat") if player.user]

    def order(self, player: Player) -> None:
        """Save new standing orders, and who plays when time runs out."""
        chance = self.agreed.chance
        self.did(f"new orders of seat {player.seat}")
        wishes = some_orders(standing_orders.orders_on_offer(self.game, player.seat_number), chance)
        standing_orders.save_orders(self.pk, player.seat_number, wishes, chance.choice(standing_orders.FALLBACKS))

    def did(self, doing: str) -> None:
        self.doing = doing
        self.done.append(doing)

    def next_question(self) -> tuple[Game, Wait | None, Decision | None]:
        """Let bots play on. Return the game, its wait for a person, and the question; None if there are none."""
        bots.play_on(self.pk)
        game = self.game
        seats = [player.seat_number for player in self.seated() if not player.plays_itself]
        wait = game.waits.filter(closed_at=None, seat__in=seats).order_by("pk").first() if game.status == Game.Status.RUNNING else None
        if wait is None:
            return game, None, None
        found = game.rules.decisions(state_of(game))
        mine = sorted((decision for decision in found if decision.seat == wait.seat), key=lambda decision: decision.optional)
        return game, wait, mine[0]

    def answer_quickly(self) -> bool:
        """Play anything legal, without a page. Return False if no person is asked."""
        game, wait, decision = self.next_question()
        if decision is None or wait is None:
            return False
        if wait.is_window and self.agreed.chance.random() < 0.8:
            self.time_out(wait)
            return True
        self.did(f"{decision.name} by seat {decision.seat}")
        acting.act(self.pk, Action(decision.seat, decision.name, decision.sample(self.agreed.chance.randrange)), game.number)
        return True

    def step(self) -> None:
        """Do one thing that people do at a table."""
        game, wait, decision = self.next_question()
        self.actions += 1
        chance, player = self.agreed.chance, self.agreed.chance.choice(self.seated())
        if chance.randrange(LEAVES) == 0 or decision is None or wait is None:
            self.post(player, "resign", {"sure": "yes"})
            return
        mine = next(one for one in self.seated() if one.seat == decision.seat)
        what = chance.choice(["page"] * 8 + ["time", "orders", "queue", "undo", "letter", "link", "try"])
        if what == "page":
            self.post(mine, "move", {"seen": game.number} | form(decision, chance))
        elif what == "time":
            self.time_out(wait)
        elif what == "orders":
            self.order(player)
        elif what == "queue":
            self.queue(player)
        elif what == "undo":
            self.post(mine, "undo", {"seen": game.number})
        elif what == "try":
            self.get(mine.user, f"/games/{self.pk}/what-if/")
        else:
            self.by_letter(mine, wait, what)

    def post(self, player: Player, what: str, data: dict[str, Any]) -> None:
        """Post a form as a page does."""
        self.did(f"{what} by seat {player.seat}: {data}")
        answer = self.clients[player.user_id].post(f"/games/{self.pk}/{what}/", data)
        must(answer.status_code in WORKS, (answer.status_code, answer.content[:500]))

    def time_out(self, wait: Wait) -> None:
        """Let the time of a wait run out, or the window of a finished turn."""
        self.did(f"time of seat {wait.seat} is out")
        with transaction.atomic():
            if wait.is_window:
                game = Game.objects.select_for_update().get(pk=self.pk)
                closing_windows.close_window(Due(load(game), wait, wait.deadline, any_unread=True))
            else:
                expiring.play_for(Session.load(self.pk), Wait.objects.get(pk=wait.pk))

    def queue(self, player: Player) -> None:
        """Queue some of the captain's latest answers."""
        known = queued_answers.suggested_answers(self.game, player.seat_number)
        some = self.agreed.chance.sample(known, min(len(known), self.agreed.chance.randint(0, queued_answers.MOST)))
        self.did(f"seat {player.seat} gives in advance: {some}")
        try:
            queued_answers.save_queue(
                self.pk, player.seat_number, [(name, answer, self.agreed.chance.random() < 0.5) for name, answer in some]
            )
        except RulesError:
            self.done.append("refused")

    def by_letter(self, player: Player, wait: Wait, what: str) -> None:
        """Send back a code of the turn letter, or follow and press a link in it."""
        letter, chance, user = self.letter("turn", player, wait), self.agreed.chance, player.user
        if letter is None or user is None or user.email is None:
            return
        codes, links = CODE.findall(letter.text), LINK.findall(letter.html)
        if what == "letter" and codes:
            words = [f"{chance.choice(('', 'try '))}{chance.choice(codes)}", *chance.sample(["undo", "board", "nonsense"], 1)]
            self.did(f"seat {player.seat} answers by letter: {words}")
            kept = store(
                written(user.email, letter.reply_to, words),
                f"{letter.reply_to}@localhost",
                user.email,
                timezone.now(),
                "pass",
            )
            kept.refresh_from_db()
            must(kept.state != LetterIn.State.FAILED, kept.reason)
        elif links:
            link = chance.choice(links)
            self.did(f"seat {player.seat} presses a link of a letter")
            self.get(player.user, link, WORKS)
            answer = self.clients[player.user_id].post(link, {"what": "play"})
            must(answer.status_code in WORKS, (answer.status_code, link))

    # -- checks -----------------------------------------------------------------------------------
    def look(self, at_the_end: bool = False) -> None:
        """Read the page of every captain and of a stranger, everyone's letters, now and then the other pages."""
        now, stranger = timezone.now(), self.people[-1]
        Delivery.objects.filter(state=State.PENDING).update(not_before=now)
        self.doing = "sending letters"
        sweep()
        self.errors.check()
        waits = {wait.seat: wait for wait in self.game.waits.filter(closed_at=None)}
        for player in self.seated():
            self.get(player.user, f"/games/{self.pk}/")
            for kind in ("turn", "reminder", "played", *(["over"] if at_the_end else [])):
                self.letter(kind, player, waits.get(player.seat_number))
        self.get(stranger, f"/games/{self.pk}/")
        self.doing = "the table for a program"
        for user in self.people:
            json.dumps(shapes.table_data(table_view.table(self.game, user)), cls=DjangoJSONEncoder)
        if at_the_end or self.agreed.chance.randrange(LATER_PAGES) == 0:
            self.other_pages(at_the_end)
        self.errors.check()
        wrong = next(open_questions.without_moment(), None)
        must(wrong is None, wrong)

    def other_pages(self, at_the_end: bool) -> None:
        """Read history, feed and orders; after the end the story too."""
        player = self.agreed.chance.choice(self.seated())
        number = self.agreed.chance.randint(0, self.game.number)
        pages = ["history/", f"history/{number}/", "feed/", "clock/", *(["story/", "record/"] if at_the_end else ["orders/"])]
        for page in pages:
            self.get(player.user, f"/games/{self.pk}/{page}")
        self.get(self.people[-1], f"/games/{self.pk}/history/{number}/")

    def get(self, user: User | None, page: str, works: tuple[int, ...] = (200, 302)) -> None:
        """Read a page, which must come or redirect."""
        if user is None:
            raise Fault("nobody looks at it")
        self.doing = f"{page} for {user.name}"
        answer = self.clients[user.pk].get(page)
        must(answer.status_code in works, (answer.status_code, page))

    def letter(self, kind: str, player: Player, wait: Wait | None) -> Any:
        """Return a letter of this kind to this captain, as it would be sent now; letters about a turn only if they are asked."""
        if kind in ("turn", "reminder") and wait is None:
            return None
        self.doing = f"letter {kind} to seat {player.seat}"
        key = f"soak:{kind}:{self.pk}:{player.seat}:{self.actions}:{timezone.now().timestamp()}"
        facts = {"game": self.pk, "seat": player.seat, "wait": wait.pk if wait else None, "number": self.game.number}
        notice = Notice.objects.create(kind=kind, user=player.user, key=key, facts=facts, not_before=timezone.now())
        letter = KINDS[kind].write(Telling.of(notice))
        must(letter is None or (letter.text and letter.html), "an empty letter")
        return letter


def person(name: str) -> Any:
    """Return a person who gets letters."""
    return get_user_model().objects.create_user(email=f"{name.replace(' ', '-').lower()}@example.org", name=name)


def form(decision: Decision, chance: Any) -> dict[str, Any]:
    """Return any legal answer to a question, as form data."""
    return posted(decision, decision.sample(chance.randrange))


def posted(decision: Decision, said: Any) -> dict[str, Any]:
    """Return this answer as form data."""
    if isinstance(decision, Deal):
        return {"decision": decision.name, "kind": "deal", "give": list(said[0]), "take": list(said[1])}
    return {"decision": decision.name, "answer": list(said) if isinstance(decision, Pick) else said}


def written(sender: str, to: str, words: list[str]) -> bytes:
    """Return an incoming letter, as bytes."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"], letter["Message-ID"] = (
        sender,
        f"{to}@localhost",
        "Re: table",
        f"<{to}.{len(words)}@example.org>",
    )
    letter.set_content("\n".join(words))
    return letter.as_bytes()
