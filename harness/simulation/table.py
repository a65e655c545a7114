"""Whole random games on the site: real services over the present database (a scratch one), pages by a client, letters as they are sent."""

import json
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.api import shapes
from games.engine import Action, Decision, RulesError, Ruleset
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
from notifications.inbound.store import store
from notifications.kinds import KINDS
from notifications.models import Delivery, LetterIn, Notice, State
from notifications.tasks import sweep
from notifications.telling import Telling

from . import Errors, ledgers, letters, must
from .browsers import browser, posted
from .chances import some_orders
from .in_memory import RandomGame

LEAVES, BY_BOT, UNSEEN, LATER_PAGES = 120, 0.15, 150, 8
"""One action in LEAVES is a resignation; the share of bots; the most actions before the first check; one check in 8 reads other pages."""
MOST_ACTIONS = 40
"""The most actions that are checked; then the game is ended as it stands."""
NAMES = ("Anne", "Mary", "Jack", "Grace", "Henry", "Edward", "Olivier", "Stede", "Howell")
DONE = (200, 302)
WORKS = (*DONE, 409, 410, 422)
"""The statuses a page may answer: done, redirected, the table has changed, too late, refused."""
WAYS = ["page"] * 8 + ["time", "orders", "queue", "undo", "letter", "link", "try"]


class SiteTrial(RandomGame):
    """One table on the site, with a spectator."""

    def __init__(self, rules: Ruleset, number: int, errors: Errors):
        super().__init__(rules, number)
        cache.clear()  # limits that the table before has reached must not count here
        names = [f"{name} {number % 10**8} {rules.slug[:2]}{rules.slug[-3:]}" for name in NAMES[: self.agreed.players + 1]]
        create = get_user_model().objects.create_user
        self.people: list[Any] = [create(email=f"{name.replace(' ', '-').lower()}@example.org", name=name) for name in names]
        self.clients = {user.pk: browser(user) for user in self.people}
        self.secret, self.errors, self.pk, self.done = f"soak {number}".encode().ljust(32, b"."), errors, 0, list[str]()

    def about(self) -> dict[str, Any]:
        return {"part": "site", "last": self.done[-10:]}

    def record(self) -> str:
        """Return the record of the game so far, for debugging."""
        game = Game.objects.filter(pk=self.pk).first()
        return json.dumps(past.whole_record(game) | {"seed": self.secret.hex()}, default=str) if game else ""

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.pk)

    def play(self) -> Iterator[int]:
        """Play an action a step, until enough is checked. Raises what the site raises, and Broken."""
        self.sit_down()
        for _ in range(self.chance.randrange(UNSEEN)):
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
        agreed, chance = self.agreed, self.chance
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
        players = Player.objects.filter(game=self.pk).exclude(user=None)
        return list(players.select_related("user", "hand").order_by("seat"))

    def did(self, doing: str) -> None:
        self.doing = doing
        self.done.append(doing)

    def next_question(self) -> tuple[Game, Wait, Decision] | None:
        """Let bots play on. Return the game, its wait for a person, and the question; None if no person is asked."""
        bots.play_on(self.pk)
        game = self.game
        seats = [player.seat_number for player in self.seated() if not player.plays_itself]
        wait = game.waits.filter(closed_at=None, seat__in=seats).order_by("pk").first()
        if wait is None or game.status != Game.Status.RUNNING:
            return None
        mine = [decision for decision in game.rules.decisions(state_of(game)) if decision.seat == wait.seat]
        return game, wait, min(mine, key=lambda decision: decision.optional)

    def answer_quickly(self) -> bool:
        """Play anything legal, without a page. Return False if no person is asked."""
        if (question := self.next_question()) is None:
            return False
        game, wait, decision = question
        if wait.is_window and self.chance.random() < 0.8:
            self.time_out(wait)
        else:
            self.did(f"{decision.name} by seat {decision.seat}")
            acting.act(self.pk, Action(decision.seat, decision.name, decision.sample(self.chance.randrange)), game.number)
        return True

    def step(self) -> None:
        """Do one thing that people do at a table."""
        question, chance = self.next_question(), self.chance
        self.actions += 1
        player = chance.choice(self.seated())
        if chance.randrange(LEAVES) == 0 or question is None:
            self.post(player, "resign", {"sure": "yes"})
            return
        game, wait, decision = question
        mine, way = next(player for player in self.seated() if player.seat == decision.seat), chance.choice(WAYS)
        {
            "page": lambda: self.post(mine, "move", {"seen": game.number} | posted(decision, decision.sample(chance.randrange))),
            "time": lambda: self.time_out(wait),
            "orders": lambda: self.order(player),
            "queue": lambda: self.queue(player),
            "undo": lambda: self.post(mine, "undo", {"seen": game.number}),
            "try": lambda: self.get(mine.user, f"/games/{self.pk}/what-if/"),
            "letter": lambda: self.by_letter(mine, wait),
            "link": lambda: self.by_link(mine, wait),
        }[way]()

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

    def order(self, player: Player) -> None:
        """Save new standing orders, and who plays when time runs out."""
        self.did(f"new orders of seat {player.seat}")
        wishes = some_orders(standing_orders.orders_on_offer(self.game, player.seat_number), self.chance)
        standing_orders.save_orders(self.pk, player.seat_number, wishes, self.chance.choice(standing_orders.FALLBACKS))

    def queue(self, player: Player) -> None:
        """Queue some of the captain's latest answers."""
        known, chance = queued_answers.suggested_answers(self.game, player.seat_number), self.chance
        some = chance.sample(known, min(len(known), chance.randint(0, queued_answers.MAX_QUEUED)))
        self.did(f"seat {player.seat} gives in advance: {some}")
        try:
            queued_answers.save_queue(self.pk, player.seat_number, [(name, answer, chance.random() < 0.5) for name, answer in some])
        except RulesError:
            self.done.append("refused")

    def by_letter(self, player: Player, wait: Wait) -> None:
        """Send back a code of the turn letter, and something else."""
        letter, chance, user = self.letter("turn", player, wait), self.chance, player.user
        codes = letters.CODE.findall(letter.text) if letter else []
        if not (codes and user and user.email):
            return
        words = f"{chance.choice(('', 'try '))}{chance.choice(codes)[0]}\n{chance.choice(['undo', 'board', 'nonsense'])}"
        self.did(f"seat {player.seat} answers by letter: {words}")
        to, original = f"{letter.reply_to}@{settings.REPLY_DOMAIN}", letters.Letter(body=letter.text, subject="table")
        _, raw = letters.answer("thunderbird", "en", words, original, user.email, to, len(self.done))
        row = store(raw, to, user.email, timezone.now(), "pass")
        row.refresh_from_db()
        must(row.state != LetterIn.State.FAILED, row.reason)

    def by_link(self, player: Player, wait: Wait) -> None:
        """Follow a link of the turn letter, and press the button of its page."""
        letter = self.letter("turn", player, wait)
        if not (links := letters.LINK.findall(letter.html) if letter else []):
            return
        link = self.chance.choice(links)
        self.did(f"seat {player.seat} presses a link of a letter")
        self.get(player.user, link, WORKS)
        answer = self.clients[player.user_id].post(link, {"what": "play"})
        must(answer.status_code in WORKS, (answer.status_code, link))

    # -- checks -----------------------------------------------------------------------------------
    def look(self, at_the_end: bool = False) -> None:
        """Read the page of every captain and of a stranger, everyone's letters, now and then the other pages."""
        Delivery.objects.filter(state=State.PENDING).update(not_before=timezone.now())
        self.doing = "sending letters"
        sweep()
        self.errors.check()
        waits = {wait.seat: wait for wait in self.game.waits.filter(closed_at=None)}
        for player in self.seated():
            self.get(player.user, f"/games/{self.pk}/")
            for kind in ("turn", "reminder", "played", *(["over"] if at_the_end else [])):
                self.letter(kind, player, waits.get(player.seat_number))
        self.get(self.people[-1], f"/games/{self.pk}/")
        self.doing = "the table for a program"
        for user in self.people:
            json.dumps(shapes.table_data(table_view.table(self.game, user)), cls=DjangoJSONEncoder)
        if at_the_end or self.chance.randrange(LATER_PAGES) == 0:
            self.other_pages(at_the_end)
        self.errors.check()
        wrong = next(ledgers.without_moment(), None)
        must(wrong is None, wrong)

    def other_pages(self, at_the_end: bool) -> None:
        """Read history, feed and orders; after the end the story too."""
        player, number = self.chance.choice(self.seated()), self.chance.randint(0, self.game.number)
        pages = ["history/", f"history/{number}/", "feed/", "clock/", *(["story/", "record/"] if at_the_end else ["orders/"])]
        for page in pages:
            self.get(player.user, f"/games/{self.pk}/{page}")
        self.get(self.people[-1], f"/games/{self.pk}/history/{number}/")

    def get(self, user: User | None, page: str, works: tuple[int, ...] = DONE) -> None:
        """Read a page, which must come or redirect."""
        self.doing = f"{page} for {user and user.name}"
        answer = self.clients[user and user.pk].get(page)
        must(answer.status_code in works, (answer.status_code, page))

    def letter(self, kind: str, player: Player, wait: Wait | None) -> Any:
        """Return a letter of this kind to this captain, as it would be sent now; letters about a turn only if they are asked."""
        if kind in ("turn", "reminder") and wait is None:
            return None
        self.doing = f"letter {kind} to seat {player.seat}"
        now, facts = timezone.now(), {"game": self.pk, "seat": player.seat, "wait": wait and wait.pk, "number": self.game.number}
        key = f"soak:{kind}:{self.pk}:{player.seat}:{self.actions}:{now.timestamp()}"
        notice = Notice.objects.create(kind=kind, user=player.user, key=key, facts=facts, not_before=now)
        letter = KINDS[kind].write(Telling.of(notice))
        must(letter is None or (letter.text and letter.html), "an empty letter")
        return letter
