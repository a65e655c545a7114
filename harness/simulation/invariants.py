"""Check a simulation's invariants against what people and the mail relay saw, not against the site's own calculations."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import or_
from random import Random
from typing import NamedTuple

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
"""Seconds without faults within which all due work must be done."""
WARNING = 12 * HOUR
"""A turn letter must be sent this many seconds before its deadline, or before half of the turn's time has passed, if that is later."""
NEVER_TOLD = ("absent", "precedence", "too-many", "told-already")
"""Reasons to leave a letter unanswered: a machine wrote it, or its sender was told recently."""
AT_FIRST, SECONDS = 6, 10
"""The most letters in the first seconds after an outage of the relay: a trial letter and five more."""
NEAR = timedelta(minutes=1)
NEWER, SLACK = 1000, 900.0
"""Versions between this code and newer code, and seconds that this code may take to notice games of newer code."""
NEEDED = ("worker", "beat", "disk", "redis", "clock", "upgrade")
"""The parts of a town that must be up for an invariant with `fair`, unless the invariant names others."""


class Invariants:
    """The data that a simulation gathers, and the checks of its invariants. `check` raises Broken."""

    def __init__(self, clock: Clock, weather: Weather, office: Office, journal: Journal, heard: dict[str, int], is_swept: bool = True):
        self.clock, self.weather, self.office, self.journal, self.heard = clock, weather, office, journal, heard
        self.is_swept = is_swept
        """Whether sweeps run often enough for the site to trust its clock between them."""
        self.checked_to: dict[int, int] = {}
        """Game -> the number of the newest move checked."""
        self.goods: dict[int, dict[str, int]] = {}
        self.unexplained: Counter[int] = Counter()
        """Game -> the number of moves by letter or link, and undone moves, not yet reported to anybody; 0 once all letters are counted."""
        self.counted: set[str] = set()
        """Message-IDs of the letters already counted."""
        self.fresh: dict[str, tuple[str, float]] = {}
        """Letters sent since the last check: Message-ID -> (recipient, Unix time)."""

    def check(self, at_the_end: bool = False) -> None:
        """Check all changes since the last check, or everything at the end. Raise Broken at the first invariant that does not hold."""
        self.fresh, self.office.fresh = self.office.fresh, {}
        for invariant in INVARIANTS:
            is_meant = not (invariant.without & self.weather.faults) and (at_the_end or not invariant.at_the_end)
            if is_meant and (not invariant.fair or self.is_fair(invariant.fair, *invariant.needs)):
                for wrong in invariant.check(self):
                    raise Broken(f"{wrong} ({invariant.name})")

    def is_fair(self, span: float, *needed: str) -> bool:
        """Return whether everything named in `needed` (by default, NEEDED) was up for the last `span` seconds."""
        return self.weather.was_clear(needed or NEEDED, self.clock.now - span, self.clock.now)

    @property
    def away(self) -> float:
        """The seconds for which the site or its mail may have been down, including the time to catch up."""
        return sum((WARNING + end - begin for spans in self.weather.spans.values() for begin, end in spans), PROMPT)

    @property
    def began(self) -> datetime:
        return datetime.fromtimestamp(self.clock.began, UTC)

    # -- moves --------------------------------------------------------------------------------------------
    def moves(self) -> Iterator[str]:
        """Check that no accepted move was lost or played twice, and that the site played only for people it had warned."""
        newest = dict(Game.objects.exclude(number=0).values_list("pk", "number"))
        changed = {game: self.checked_to.get(game, 0) for game in sorted(newest) if newest[game] != self.checked_to.get(game, 0)}
        since = reduce(or_, (Q(game=game, number__gt=after) for game, after in changed.items()), Q(pk=None))
        games, moves = Game.objects.in_bulk(changed), list(Move.objects.filter(since).order_by("number"))
        for game, after in changed.items():
            new = [move for move in moves if move.game_id == game]
            if [move.number for move in new] != list(range(after + 1, newest[game] + 1)):
                yield f"game {game} has no move for each number after {after}"
            self.checked_to[game] = newest[game]
            for move in new:
                move.game = games[game]
                yield from self.move(move)
            yield from self.ledgers_of(games[game])
        for game, number in [key for key in self.journal.pages if key[1] <= self.checked_to.get(key[0], 0)]:
            yield f"move {number} of game {game} was accepted by a page, but is not the player's in the journal"

    def ledgers_of(self, game: Game) -> Iterator[str]:
        """Check the goods, banks and end of a game after its newest moves, and that open pages were told of the moves."""
        if "killed" not in self.weather.faults and self.heard.get(live.group(game.pk), 0) < self.checked_to[game.pk]:
            yield f"open pages of game {game.pk} were not told of move {self.checked_to[game.pk]}"
        if not game.is_too_new:
            yield from ledgers.goods(game, self.goods)
        yield from ledgers.endings(game)
        if "clock" not in self.weather.faults:
            yield from ledgers.banks(game)

    def move(self, move: Move) -> Iterator[str]:
        where = f"move {move.number} of game {move.game_id} ({move.decision})"
        key, played = (move.game_id, move.number), (move.seat, move.decision, in_rows(move.answer))
        if move.seat is None:  # the site itself moved after a person read the page and before they answered
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
        """Check that the player got the letter in time, unless they saw the question, turned letters off, or have no working address."""
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
        sent_at = first_sent([f"turn:{wait.pk}", *receipts], went)  # a receipt may contain the next question
        if sent_at is None or sent_at > in_time.timestamp():
            when = "never" if sent_at is None else f"at {datetime.fromtimestamp(sent_at, move.made_at.tzinfo):%d %b %H:%M}"
            yield f"{where} was played for {user.email} at {move.made_at:%d %b %H:%M}, but the letter left {when}"

    # -- letters ------------------------------------------------------------------------------------------
    def letters_in(self) -> Iterator[str]:
        """Check that every letter received more than two hours ago was processed, and that its sender was told."""
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
        """Check that the letter was answered, unless there is a reason not to answer."""
        answers = Notice.objects.filter(facts__letter=row.pk)
        if name in self.journal.told or answers.exists() or row.reason.startswith(NEVER_TOLD):
            return
        since = row.ended_at and row.ended_at - timedelta(days=1)
        lately = Notice.objects.filter(user=row.user, created_at__gte=since)
        if lately.filter(kind=limits.KIND).exists():  # that notice said that answers stop for today
            return
        if row.state == LetterIn.State.HELD and lately.filter(key__startswith="held:").exists():  # that notice lists all held letters
            return
        yield f"the letter {name} was {row.state} ({row.reason}), and its sender was not told"

    def played_by_letter(self) -> Iterator[str]:
        """Check that the site told the player of every move by letter, and that pages showed every move by link."""
        names = [name for name in self.journal.letters if name not in self.counted]
        for row in LetterIn.objects.filter(message_id__in=names).exclude(ended_at=None):
            self.counted.add(row.message_id)
            self.unexplained[row.facts.get("game")] -= len(row.facts.get("played", ())) + ("taken_back" in row.facts)
            if (ordered := self.journal.ordered.pop(row.message_id, None)) and row.facts.get("played"):
                yield from ledgers.as_ordered(row, ordered)
        for game, moves in sorted(self.unexplained.items(), key=str):
            if moves != self.journal.links[game] and game not in self.journal.blurred:
                yield f"game {game}: {moves} moves were told to nobody but those who pressed {self.journal.links[game]} links"

    # -- the site as a whole ------------------------------------------------------------------------------
    def trusted_clock(self) -> Iterator[str]:
        if self.is_swept and not heartbeat.is_ok():
            yield "the site still takes its clock for a wrong one"

    def sent_twice(self) -> Iterator[str]:
        for name, times in self.office.taken.items():
            if len(times) > 1 and name not in self.office.unsure:
                yield f"the letter {name} was sent {len(times)} times"


def replayed() -> Iterator[str]:
    """Check with the site's own verifier that replaying every game gives the stored game."""
    yield from (f"game {result.game} is not what its moves make it: {result.wrong}" for result in verify(begun_games(), 0) if result.wrong)


def misdirected(went: Mapping[str, tuple[str, float]]) -> Iterator[str]:
    """Check that each letter was sent to the right person, unless that person deleted their account."""
    idents = {name: name[1:].partition("@")[0] for name in went}
    rows = Delivery.objects.filter(message_id__in=idents.values(), transport="email")
    meant = dict(rows.values_list("message_id", Coalesce("notice__user__email", "notice__address")))
    for name, (to, _) in went.items():
        if to != (reader := (meant.get(idents[name]) or to).lower()):
            yield f"the letter {name} went to {to}, and is for {reader}"


def first_sent(keys: Iterable[str], went: Mapping[str, float]) -> float | None:
    """Return the Unix time of the first letter that contained a notice with one of the keys; `went`: Message-ID -> Unix time."""
    names = [name for key in keys for name in idents_of(key)]
    return min((at for name, at in went.items() if name[1:].partition("@")[0] in names), default=None)


def idents_of(key: str) -> Iterator[str]:
    """Yield the local part of each Message-ID of a letter that may contain the notice with this key."""
    row = Delivery.objects.filter(notice__key=key, transport="email").select_related("notice").first()
    if row is not None:
        yield row.message_id
    if row is not None and row.last_code == "with-another" and row.ended_at is not None:
        others = Delivery.objects.filter(notice__user=row.notice.user_id, ended_at__lte=row.ended_at + NEAR)
        yield from others.filter(ended_at__gte=row.ended_at - NEAR).values_list("message_id", flat=True)


def doubled(went: Mapping[str, tuple[str, float]]) -> Iterator[str]:
    """Check that nobody got two separate letters about the same question."""
    rows = Delivery.objects.filter(message_id__in=[name[1:].partition("@")[0] for name in went], transport="email", notice__kind="turn")
    letters = Counter(rows.filter(state=State.SENT).exclude(last_code="with-another").values_list("notice__user", "notice__facts__wait"))
    for (user, wait), count in letters.items():
        if count > 1:
            yield f"captain {user} got {count} letters about wait {wait}"


def hasty(went: Mapping[str, tuple[str, float]], since: datetime) -> Iterator[str]:
    """Check that few letters were sent at first after each outage that has ended since the given time."""
    for end in Outage.objects.filter(ended_at__gt=since).values_list("ended_at", flat=True):
        count = sum(0 <= at - end.timestamp() < SECONDS for _, at in went.values()) if end else 0
        if count > AT_FIRST:
            yield f"{count} letters went within {SECONDS} seconds of the outage that ended at {end:%d %b %H:%M}"


def unsent(before: datetime) -> Iterator[str]:
    """Check that letters due by the given time were sent, and that no dead worker holds a letter."""
    for row in Delivery.objects.filter(state=State.SENDING, lease_until__lt=before):
        yield f"delivery {row.pk} is held by nobody since {row.lease_until}"
    given_up = Q(state=State.UNKNOWN) & (~Q(fate="") | Q(notice__kind__in=[kind.name for kind in KINDS.values() if not kind.again]))
    for row in Delivery.objects.filter(state__in=OPEN, not_before__lt=before).exclude(given_up).select_related("notice"):
        yield f"delivery {row.pk} ({row.notice.kind}, {row.state} {row.last_code}) was to go at {row.not_before:%d %b %H:%M}"


class Invariant(NamedTuple):
    """A condition that must hold: its name, its check, and when it applies.

    `without`: faults that suspend it; `fair`: the last seconds for which everything in `needs`, or by default NEEDED, must have been up.
    """

    name: str
    check: Callable[[Invariants], Iterable[str]]
    without: frozenset[str] = frozenset()
    fair: float = 0.0
    needs: tuple[str, ...] = ()
    at_the_end: bool = False


CLOCK = frozenset({"clock"})
INVARIANTS = (
    Invariant("leave adds up", lambda run: ledgers.leave(timezone.now(), everybody=False), CLOCK),
    Invariant("moves are stored once, and no player is played for without warning", Invariants.moves),
    Invariant("a move by letter is one that its player was told of", Invariants.played_by_letter),
    Invariant("letters are read and answered", Invariants.letters_in, fair=2 * PROMPT),
    Invariant("each open question has a next step", lambda run: ledgers.without_moment()),
    Invariant("due steps happen", lambda run: ledgers.overdue(timezone.now() - timedelta(seconds=PROMPT)), fair=PROMPT),
    Invariant("the site trusts a right clock", Invariants.trusted_clock, fair=PROMPT),
    Invariant("no letter goes twice", Invariants.sent_twice),
    Invariant("letters go to the right person", lambda run: misdirected(run.fresh)),
    Invariant("a question comes in one letter", lambda run: doubled(run.fresh)),
    Invariant("letters go slowly after an outage", lambda run: hasty(run.fresh, timezone.now() - timedelta(hours=2)), CLOCK),
    Invariant("due letters go", lambda run: unsent(timezone.now() - timedelta(seconds=PROMPT)), fair=PROMPT, needs=("relay", *NEEDED)),
    Invariant("every game follows from its moves", lambda run: replayed(), at_the_end=True),
    Invariant("tables give the right points", lambda run: ledgers.points(), at_the_end=True),
    Invariant("totals are sums of points", lambda run: ledgers.totals(), at_the_end=True),
    Invariant("ratings follow results", lambda run: ledgers.ratings(), at_the_end=True),
    Invariant("standings and ratings can be recomputed", lambda run: ledgers.recomputed(), at_the_end=True),
    Invariant("profiles count games", lambda run: ledgers.profiles(), at_the_end=True),
    Invariant("no turn is held too long", lambda run: ledgers.turns_held(timezone.now(), run.away), at_the_end=True),
    Invariant("leave adds up for everybody", lambda run: ledgers.leave(timezone.now(), everybody=True), at_the_end=True),
    Invariant("clocks run", lambda run: ledgers.stopped(run.began, timezone.now(), run.away), at_the_end=True),
)  # fmt: skip
"""The invariants checked every hour, then the invariants checked at the end."""


class Upgrade:
    """Periods in which only newer code can open half of the games; nothing may happen in those games, and nobody may lose time."""

    def __init__(self, clock: Clock, chance: Random, invariants: Invariants):
        self.clock, self.chance, self.invariants = clock, chance, invariants
        self.time_left: dict[int, tuple[int, float]] = {}

    def forecast(self, end: float) -> None:
        """Plan the upgrades that finish before the given Unix time."""
        for begin, until in self.invariants.weather.spans.get("upgrade", ()):
            if until < end:
                self.clock.at(begin, "old code is back", self.begin)
                self.clock.at(until, "new code is back", self.end)

    def begin(self) -> None:
        """Mark half of the running games as games that only newer code can open."""
        running = list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk").values_list("pk", flat=True))
        games = Game.objects.filter(pk__in=self.chance.sample(running, (len(running) + 1) // 2))
        now = timezone.now()
        for wait in Wait.objects.filter(game__in=games, closed_at=None).exclude(due_at=None).select_related("game"):
            self.time_left[wait.pk] = (wait.game.number, (wait.due_at - now).total_seconds() if wait.due_at else 0)
        games.update(version=F("version") + NEWER)
        cache.delete(holding.LOOKED)  # as in newly started processes

    def end(self) -> None:
        """Let this code open all games again. Raise Broken if a marked game went on meanwhile, or a player lost time."""
        is_fair = self.invariants.is_fair(self.clock.now - self.clock.began, "worker", "beat", "disk", "redis", "clock")
        now = timezone.now()
        for wait in Wait.objects.filter(pk__in=self.time_left, game__version__gt=NEWER).select_related("game").order_by("pk"):
            number, time_left = self.time_left[wait.pk]
            if wait.closed_at is not None or wait.game.number != number:
                raise Broken(f"wait {wait.pk} of game {wait.game_id} was closed, although nobody could open the game")
            moment = wait.next_at if time_left < 0 else wait.due_at  # a deadline that has passed stays; the next step is postponed
            if is_fair and moment and (moment - now).total_seconds() < max(time_left, 0) - SLACK:
                raise Broken(f"wait {wait.pk} of game {wait.game_id} had {time_left:.0f} s left, and has {moment - now}")
        self.time_left.clear()
        Game.objects.filter(version__gt=NEWER).update(version=F("version") - NEWER)
        cache.delete(holding.LOOKED)
