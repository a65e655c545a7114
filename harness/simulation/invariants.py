"""Invariants of every moment, computed from what people and the relay saw, never with the site's own arithmetic."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import reduce
from itertools import chain
from operator import or_
from random import Random

from django.core.cache import cache
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.announcements import live
from games.deadlines import heartbeat, holding
from games.history.verifying import begun_games, verify
from games.models import Game, Move, Wait
from notifications.inbound import limits
from notifications.kinds import KINDS
from notifications.models import OPEN, Delivery, LetterIn, Notice, Outage, ReplyAddress, State, Stop

from . import Broken, ledgers
from .clock import Clock
from .letters import in_rows
from .people import Journal
from .post_office import Office
from .weather import HOUR, Weather

PROMPT = 2 * HOUR
"""Seconds of fair weather within which all due work must be done."""
WARNING = 12 * HOUR
"""So long before its deadline a turn letter must have left, or half of what the turn was given."""
NEVER_TOLD = ("absent", "precedence", "too-many", "told-already")
"""Reasons to leave a letter unanswered: a machine wrote it, or its writer was told lately."""

AT_FIRST, SECONDS = 6, 10
"""So many letters may go in so many seconds after an outage of the relay: the one that was tried, and five more."""
NEAR = timedelta(minutes=1)
NEWER = 1000
"""So many versions later."""
SLACK = 900.0
"""Seconds that may pass before the old code notices."""


class Invariants:
    """All of them, for one run. `check` raises Broken."""

    def __init__(self, clock: Clock, weather: Weather, office: Office, journal: Journal, heard: dict[str, int]):
        self.clock, self.weather, self.office, self.journal, self.heard = clock, weather, office, journal, heard
        self.is_swept = True
        """Return whether sweeps are frequent enough for the site to trust its clock between them."""
        self.looked_to: dict[int, int] = {}
        self.goods: dict[int, dict[str, int]] = {}
        self.unexplained: Counter[int] = Counter()
        """By game, the moves by letter or link (and those taken back) that nobody was told of yet: none, once all letters are counted."""
        self.counted: set[str] = set()

    def check(self) -> None:
        """Look at everything that has changed. Raises Broken with the first that does not hold."""
        for what in (self.ledgers, self.moves, self.played_by_letter, self.letters_in, self.waits, self.post):
            for wrong in what():
                raise Broken(wrong)

    def at_the_end(self) -> None:
        """Replay every game as the site's own verifier does, and recompute standings and ratings. Raises Broken."""
        self.check()
        for found in verify(begun_games(), 0):
            if found.wrong:
                raise Broken(f"game {found.game} is not what its moves make it: {found.wrong}")
        away = sum((WARNING + end - begin for spans in self.weather.spans.values() for begin, end in spans), PROMPT)
        now, began = timezone.now(), datetime.fromtimestamp(self.clock.began, UTC)
        time = chain(ledgers.turns_held(now, away), ledgers.leave(now, everybody=True), ledgers.stopped(began, now, away))
        for wrong in chain(ledgers.wrong_results(), ledgers.profiles(), time):
            raise Broken(wrong)

    def is_fair(self, span: float, *whats: str) -> bool:
        """Was everything the site needs there for so long?"""
        return self.weather.was_clear(
            whats or ("worker", "beat", "disk", "redis", "clock", "upgrade"), self.clock.now - span, self.clock.now
        )

    # -- moves --------------------------------------------------------------------------------------------
    def moves(self) -> Iterator[str]:
        """Check that no accepted move is lost or played twice, and that the site plays only for people it has warned."""
        newest = dict(Game.objects.exclude(number=0).values_list("pk", "number"))
        changed = {game: self.looked_to.get(game, 0) for game in sorted(newest) if newest[game] != self.looked_to.get(game, 0)}
        since = reduce(or_, (Q(game=game, number__gt=after) for game, after in changed.items()), Q(pk=None))
        games, moves = Game.objects.in_bulk(changed), list(Move.objects.filter(since).order_by("number"))
        for game, after in changed.items():
            found = [move for move in moves if move.game_id == game]
            if [move.number for move in found] != list(range(after + 1, newest[game] + 1)):
                yield f"game {game} has no move for each number after {after}"
            self.looked_to[game] = newest[game]
            for move in found:
                move.game = games[game]
                yield from self.move(move)
            yield from self.ledgers_of(games[game])
        for game, number in [key for key in self.journal.pages if key[1] <= self.looked_to.get(key[0], 0)]:
            yield f"move {number} of game {game} was accepted by a page, but is not the player's in the journal"

    def ledgers_of(self, game: Game) -> Iterator[str]:
        """Check that goods, cards and banks match the moves, that games end when agreed, and that open pages are told of each move."""
        if "killed" not in self.weather.faults and self.heard.get(live.group(game.pk), 0) < self.looked_to[game.pk]:
            yield f"open pages of game {game.pk} were not told of move {self.looked_to[game.pk]}"
        if not game.is_too_new:
            yield from ledgers.goods(game, self.goods)
        yield from ledgers.endings(game)
        if "clock" not in self.weather.faults:
            yield from ledgers.banks(game)

    def move(self, move: Move) -> Iterator[str]:
        where = f"move {move.number} of game {move.game_id} ({move.decision})"
        key, played = (move.game_id, move.number), (move.seat, move.decision, in_rows(move.answer))
        if move.seat is None:  # what the site itself says comes between the table that was read and the answer to it
            for known in (self.journal.pages, self.journal.perhaps):
                if key in known:
                    known[move.game_id, move.number + 1] = known.pop(key)
        elif move.by == "mail" or (move.decision == "undo" and key not in self.journal.pressed):
            self.unexplained[move.game_id] += 1
        elif move.by == "player":
            if played not in (self.journal.pages.pop(key, None), self.journal.perhaps.pop(key, None)) and key not in self.journal.pressed:
                yield f"{where} is said to be a player's, but no page accepted it from them"
        elif move.by == "clock" and move.seat is not None:
            yield from self.was_told(move, move.seat, where)
        self.journal.pressed.discard(key)

    def was_told(self, move: Move, seat: int, where: str) -> Iterator[str]:
        """The letter about the question must have left in good time, unless its reader saw it, wants none, or has no address that works."""
        wait = Wait.objects.filter(game=move.game_id, seat=seat, since_number__lt=move.number).order_by("-since_number", "-pk").first()
        player = move.game.players.select_related("user").filter(seat=seat).first()
        if wait is None or player is None or player.user is None or wait.is_window or wait.due_at is None:
            return
        if "clock" not in self.weather.faults:
            yield from ledgers.hurried(move, wait)
        user, in_time = player.user, move.made_at - timedelta(seconds=min(wait.allowance // 2, WARNING))
        seen = wait.seen_at is not None and wait.seen_at <= in_time
        if seen or (user.email or "").lower() in self.office.bounced or Stop.objects.filter(user=user).exists():
            return
        receipts = ReplyAddress.objects.filter(user=user, facts__wait=wait.pk).values_list("facts__receipt", flat=True)
        went = self.office.refused | {name: times[0] for name, times in self.office.taken.items()}
        left = left_at([f"turn:{wait.pk}", *receipts], went)  # a receipt may bring the next question
        if left is None or left > in_time.timestamp():
            when = "never" if left is None else f"at {datetime.fromtimestamp(left, move.made_at.tzinfo):%d %b %H:%M}"
            yield f"{where} was played for {user.email} at {move.made_at:%d %b %H:%M}, but the letter left {when}"

    # -- letters ------------------------------------------------------------------------------------------
    def letters_in(self) -> Iterator[str]:
        """Every letter that came is dealt with soon, and its sender told; what the site says it played by letter, it played."""
        if not self.is_fair(2 * PROMPT):
            return
        late = self.clock.now - PROMPT
        due = [name for name, (came, _) in self.journal.letters.items() if came < late]
        rows = {row.message_id: row for row in LetterIn.objects.filter(message_id__in=due)}
        for name in due:
            row = rows.get(name)
            if row is None or row.state in (LetterIn.State.STORED, LetterIn.State.READING, LetterIn.State.FAILED):
                yield f"the letter {name} came more than two hours ago and is {row.state if row else 'not read'}"
                continue
            yield from self.sender_told(name, row)
            del self.journal.letters[name]
            self.counted.discard(name)

    def sender_told(self, name: str, row: LetterIn) -> Iterator[str]:
        """There is an answer, or a reason why there is none."""
        told = Notice.objects.filter(facts__letter=row.pk)
        if name in self.journal.told or told.exists() or row.reason.startswith(NEVER_TOLD):
            return
        since = row.ended_at and row.ended_at - timedelta(days=1)
        lately = Notice.objects.filter(user=row.user, created_at__gte=since)
        if lately.filter(kind=limits.KIND).exists():  # they know of no answers
            return
        if row.state == LetterIn.State.HELD and lately.filter(key__startswith="held:").exists():  # its page lists this one
            return
        yield f"the letter {name} was {row.state} ({row.reason}), and its sender was not told"

    def played_by_letter(self) -> Iterator[str]:
        """Every move by letter is one that the site told its player of, and every one by link is one that the page showed as played."""
        names = [name for name in self.journal.letters if name not in self.counted]
        for row in LetterIn.objects.filter(message_id__in=names).exclude(ended_at=None):
            self.counted.add(row.message_id)
            self.unexplained[row.facts.get("game")] -= len(row.facts.get("played", ())) + ("taken_back" in row.facts)
            if (ordered := self.journal.ordered.pop(row.message_id, None)) and row.facts.get("played"):
                yield from ledgers.as_ordered(row, ordered)
        for game, moves in sorted(self.unexplained.items(), key=str):
            if moves != self.journal.links[game] and game not in self.journal.blurred:
                yield f"game {game}: {moves} moves were told to nobody but those who pressed {self.journal.links[game]} links"

    # -- waits and notices ----------------------------------------------------------------------------------
    def waits(self) -> Iterator[str]:
        """Check that every open question has a next step, that the step happens, and that no table is stuck."""
        now = timezone.now()
        yield from chain(ledgers.without_moment(), ledgers.standing(now))
        if self.is_fair(PROMPT):
            yield from ledgers.overdue(now - timedelta(seconds=PROMPT))
            if self.is_swept and not heartbeat.is_ok():
                yield "the site still takes its clock for a wrong one"

    def ledgers(self) -> Iterator[str]:
        """A turn is charged no more time than passed; nobody has more leave than they saved up since they came."""
        if "clock" not in self.weather.faults:
            yield from chain(ledgers.charges(timezone.now()), ledgers.leave(timezone.now(), everybody=False))

    def post(self) -> Iterator[str]:
        """No letter is sent twice, unless nobody knows whether it went the first time; each goes to its reader, and in time."""
        for name, times in self.office.taken.items():
            if len(times) > 1 and name not in self.office.unsure:
                yield f"the letter {name} was sent {len(times)} times"
        fresh, self.office.fresh = self.office.fresh, {}
        yield from chain(misdirected(fresh), doubled(fresh))
        if "clock" not in self.weather.faults:
            yield from hasty(fresh, timezone.now() - timedelta(hours=2))
        if self.is_fair(PROMPT, "relay", "worker", "beat", "disk", "redis", "clock", "upgrade"):
            yield from unsent(timezone.now() - timedelta(seconds=PROMPT))


def misdirected(went: Mapping[str, tuple[str, float]]) -> Iterator[str]:
    """Each letter went to the person it is for, as far as that person is still there."""
    idents = {name: name[1:].partition("@")[0] for name in went}
    rows = Delivery.objects.filter(message_id__in=idents.values(), transport="email")
    meant = dict(rows.values_list("message_id", Coalesce("notice__user__email", "notice__address")))
    for name, (to, _) in went.items():
        if to != (own := (meant.get(idents[name]) or to).lower()):
            yield f"the letter {name} went to {to}, and is for {own}"


def left_at(keys: Iterable[str], went: Mapping[str, float]) -> float | None:
    """Return when the first letter with one of these keys went, by itself or within another to the same reader; `went` by Message-ID."""
    names = [name for key in keys for name in idents_of(key)]
    return min((at for name, at in went.items() if name[1:].partition("@")[0] in names), default=None)


def idents_of(key: str) -> Iterator[str]:
    """Yield what the Message-IDs of the letters begin with in which this may have gone."""
    row = Delivery.objects.filter(notice__key=key, transport="email").select_related("notice").first()
    if row is not None:
        yield row.message_id
    if row is not None and row.last_code == "with-another" and row.ended_at is not None:
        others = Delivery.objects.filter(notice__user=row.notice.user_id, ended_at__lte=row.ended_at + NEAR)
        yield from others.filter(ended_at__gte=row.ended_at - NEAR).values_list("message_id", flat=True)


def doubled(went: Mapping[str, tuple[str, float]]) -> Iterator[str]:
    """Check that nobody gets two separate letters about one question."""
    rows = Delivery.objects.filter(message_id__in=[name[1:].partition("@")[0] for name in went], transport="email", notice__kind="turn")
    told = Counter(rows.filter(state=State.SENT).exclude(last_code="with-another").values_list("notice__user", "notice__facts__wait"))
    for (user, wait), count in told.items():
        if count > 1:
            yield f"captain {user} got {count} letters about wait {wait}"


def hasty(went: Mapping[str, tuple[str, float]], since: datetime) -> Iterator[str]:
    """Check that letters go slowly at first after an outage that has ended since the given time."""
    for end in Outage.objects.filter(ended_at__gt=since).values_list("ended_at", flat=True):
        count = sum(0 <= at - end.timestamp() < SECONDS for _, at in went.values()) if end else 0
        if count > AT_FIRST:
            yield f"{count} letters went within {SECONDS} seconds of the outage that ended at {end:%d %b %H:%M}"


def unsent(before: datetime) -> Iterator[str]:
    """Check that letters due by the given time were sent, and that no worker holds a letter for ever."""
    for row in Delivery.objects.filter(state=State.SENDING, lease_until__lt=before):
        yield f"delivery {row.pk} is held by nobody since {row.lease_until}"
    over = Q(state=State.UNKNOWN) & (~Q(fate="") | Q(notice__kind__in=[kind.name for kind in KINDS.values() if not kind.again]))
    for row in Delivery.objects.filter(state__in=OPEN, not_before__lt=before).exclude(over).select_related("notice"):
        yield f"delivery {row.pk} ({row.notice.kind}, {row.state} {row.last_code}) was to go at {row.not_before:%d %b %H:%M}"


class Upgrade:
    """Games that only newer code can open, and the time left at their tables when old code first met them."""

    def __init__(self, clock: Clock, chance: Random, invariants: Invariants):
        self.clock, self.chance, self.invariants = clock, chance, invariants
        self.left: dict[int, tuple[int, float]] = {}

    def forecast(self, end: float) -> None:
        """Plan the weather up to the given time."""
        for begin, until in self.invariants.weather.spans.get("upgrade", ()):
            if until < end:
                self.clock.at(begin, "old code is back", self.begin)
                self.clock.at(until, "new code is back", self.end)

    def begin(self) -> None:
        """Half of the running games are of newer code."""
        running = list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk").values_list("pk", flat=True))
        games = Game.objects.filter(pk__in=self.chance.sample(running, (len(running) + 1) // 2))
        now = timezone.now()
        for wait in Wait.objects.filter(game__in=games, closed_at=None).exclude(due_at=None).select_related("game"):
            self.left[wait.pk] = (wait.game.number, (wait.due_at - now).total_seconds() if wait.due_at else 0)
        games.update(version=F("version") + NEWER)
        cache.delete(holding.LOOKED)  # the processes have just started

    def end(self) -> None:
        """All code knows them again. Raises Broken if anything was done at a table meanwhile, or time was lost."""
        is_fair = self.invariants.is_fair(self.clock.now - self.clock.began, "worker", "beat", "disk", "redis", "clock")
        now = timezone.now()
        for wait in Wait.objects.filter(pk__in=self.left, game__version__gt=NEWER).select_related("game").order_by("pk"):
            number, left = self.left[wait.pk]
            if wait.closed_at is not None or wait.game.number != number:
                raise Broken(f"wait {wait.pk} of game {wait.game_id} was closed, although nobody could open the game")
            moment = wait.next_at if left < 0 else wait.due_at  # a moment that has passed stays; what comes next is put off
            if is_fair and moment and (moment - now).total_seconds() < max(left, 0) - SLACK:
                raise Broken(f"wait {wait.pk} of game {wait.game_id} had {left:.0f} s left, and has {moment - now}")
        self.left.clear()
        Game.objects.filter(version__gt=NEWER).update(version=F("version") - NEWER)
        cache.delete(holding.LOOKED)
