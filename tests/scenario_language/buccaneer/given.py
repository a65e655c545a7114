"""Read a position into a state. Scenarios write only what matters; everything else has its usual value."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from games.engine import Event, version_of
from games.kit.crew_game.crew import CREW, sailing
from games.rulesets.buccaneer.cards import CHANCE, CHARTS, HOLD, TREASURE
from games.rulesets.buccaneer.context import GameContext
from games.rulesets.buccaneer.editions import Edition
from games.rulesets.buccaneer.ending import judge
from games.rulesets.buccaneer.options import VERSION
from games.rulesets.buccaneer.phases import PHASES
from games.rulesets.buccaneer.phases.turn import hours_agreed, is_doubtful
from games.rulesets.buccaneer.setup import crew_pack, empty_state, setup
from games.rulesets.buccaneer.state import STEPS, State
from tests.scenario_language.crew_game.given import chance_pack, in_any_order, kept_once, later, put
from tests.scenario_language.crew_game.piles import REST, deal, left_of, ordered
from tests.scenario_language.crew_game.position import CrewPosition
from tests.scenario_language.crew_game.words import heading, only
from tests.scenario_language.shared.given import named, table_options
from tests.scenario_language.shared.script import ScriptedDice
from tests.scenario_language.words import WordError, mapping, one_of, read_keys, under, whole, yes_or_no

from . import words
from .pending import read_pending
from .piles import KEPT_AS, USUAL, chance_numbers

MOVES = {"sailed": "sail", "turned": "turn", "stayed": "stay", "drifted": "drift", "attacked": "attack"}


def position(edition: Edition, given: Mapping[str, Any], dice: ScriptedDice) -> tuple[State, list[Event]]:
    """Return the written position, played on until a seat has to be asked, and the events on the way."""
    given = dict(given)
    ports = captains(edition, given)
    homes = sorted(ports)
    options = table_options(given, edition.options, VERSION)
    with under("dealer"):
        dealer = words.port(edition.sea, given.pop("dealer", edition.sea.ports[ports[0]].name))
        if dealer not in homes:
            raise WordError("The dealer is one of the captains.")
    if "new game" in given:
        with under("new game"):
            return new_game(edition, homes, homes.index(dealer), options, given, dice)
    state = empty_state(edition, homes, homes.index(dealer), options)
    Position(state, given).read()
    context = GameContext(state, dice)
    if len(state.agenda) > 1:
        go_on(context)
    state.draws = dice.count
    return state, context.events


def go_on(context: GameContext) -> None:
    """Carry out pending steps until a seat is asked. Raises WordError for steps that do not fit their position."""
    state = context.state
    try:
        PHASES.advance(context)
        judge(context)
        if state.agenda:
            PHASES.ask(state)
    except (LookupError, StopIteration, ValueError):
        raise WordError("impossible: what is pending does not fit the position.", "pending") from None


def captains(edition: Edition, given: dict[str, Any]) -> list[int]:
    """Return the home ports: the named ones, or else those with ships, filled up to two from the first home port clockwise."""
    sea = edition.sea
    among = given.pop("captains", None)
    ships = mapping(given.get("ships"), "ships")
    with under("captains" if among is not None else "ships"):
        homes = [words.port(sea, name) for name in ([*ships] if among is None else named(among))]
        if len(set(homes)) < len(homes):
            raise WordError("Every captain has a home port of their own.")
        if among is not None and (extra := [name for name in ships if words.port(sea, name) not in homes]):
            raise WordError(f"{extra[0]} has a ship and is not among the captains.")
        if foreign := [home for home in homes if sea.ports[home].name in edition.trading_only]:
            raise WordError(f"{sea.ports[foreign[0]].name} is for trading only; it is nobody's home in this edition.")
    for slug, _ in edition.places:
        if len(homes) < 2 and (home := sea.slugs.index(slug)) not in homes:
            homes.append(home)
    return homes


def new_game(
    edition: Edition, homes: list[int], dealer: int, options: dict[str, Any], given: dict[str, Any], dice: ScriptedDice
) -> tuple[State, list[Event]]:
    """Start a game by laws 1 to 6; `cut`, `crew pack` and `gem` set the chance."""
    start = given.pop("new game")
    if given:
        raise WordError(f"A new game has no {', '.join(given)}; only captains, dealer, options.")
    read: dict[str, Any] = {}
    keys = {
        "cut": lambda value: read.update(cut=chance_numbers(value)),
        "crew pack": lambda value: read.update(crew=words.crew(value)),
        "gem": lambda value: read.update(gem=gem(value)),
    }
    read_keys(mapping(None if isinstance(start, bool) else start, "new game"), keys, "a new game")
    dice.orders["crew"] = [read["crew"]] if "crew" in read else []
    if edition.cut_for_dealer:
        dice.orders["cut"] = [read.get("cut") or dealing(len(homes), dealer)]
    dice.numbers["gem"] = [read["gem"]] if "gem" in read else []
    return setup(edition, [edition.sea.slugs[home] for home in homes], dealer, options, dice)


def dealing(count: int, dealer: int) -> tuple[int, ...]:
    """Return a cut that makes this seat the dealer."""
    return tuple(max(CHANCE) if seat == dealer else seat + 1 for seat in range(count))


def gem(value: Any) -> int:
    """Return the random number that draws a diamond or a ruby."""
    return one_of(value, "gem", {"diamond": 0, "D": 0, "ruby": 1, "U": 1})


class Position(CrewPosition):
    """Reads one position into `state`, key by key."""

    words, kinds = words, tuple(TREASURE)
    KEYS = {
        "ships": "ships", "docks": "docks", "safety zones": "zones", "flat island": "flat", "out of the game": "out",
        "treasure island": "treasure", "chart used": "chart_used", "round": "round", "turn": "turn", "phase": "phase",
        "moved": "moved", "after a free move": "by_fight", "met": "met", "ended": "ended",
        "pirate island": None, "chance pack": None, "last move": None, "pending": None,
    }  # fmt: skip
    """Key -> the method that reads it; None: it is read after everything else."""
    SHIP_KEYS = ("at", "heading", "hand", "drawn", "hold", "kept", "bound", "caught", "strength", "left")

    def __init__(self, state: State, given: dict[str, Any]):
        super().__init__(state, given, state.sea)
        self.pending: list[tuple] = []

    def read(self) -> None:
        state = self.state
        read_keys(self.given, {key: getattr(self, name) if name else later for key, name in self.KEYS.items()}, "position")
        self.deal()
        late = {"last move": self.last_move, "pending": self.read_pending}
        read_keys({key: value for key, value in self.given.items() if key in late}, late, "position")
        self.check_squares()
        self.check_captains()
        if self.pending:
            state.agenda = STEPS.all([("after" if "phase" not in self.given else state.agenda[-1].kind, state.turn), *self.pending])
        if state.ended is not None:
            state.agenda = []

    # -- ships ------------------------------------------------------------------------------------
    def ship(self, seat: int, given: Mapping[str, Any]) -> None:
        """Read one captain: their ship, their hand and what they keep."""
        state = self.state

        def add(key: str) -> Any:
            return lambda value: setattr(state, key, (*getattr(state, key), seat)) if yes_or_no(value) else None

        readers = (
            lambda value: self.lie(seat, words.square(state.sea, value)), put(state, "heading", seat, heading),
            lambda value: self.hand(seat, value), put(state, "fresh", seat, in_any_order(words.crew)), put(state, "holds", seat, self.hold),
            put(state, "kept", seat, in_any_order(words.kept)), add("bound"), add("barred"), put(state, "strength", seat, whole),
            lambda value: self.left(seat, value),
        )  # fmt: skip
        read_keys(given, dict(zip(self.SHIP_KEYS, readers, strict=True)), "ship")
        if "strength" not in given:
            state.strength[seat] = sailing(state.hands[seat])

    def hold(self, value: Any) -> tuple[str, ...]:
        pieces = words.treasure(value)
        if len(pieces) > HOLD:
            raise WordError(f"impossible: a ship carries at most {HOLD} pieces of treasure, not {len(pieces)}.")
        return tuple(sorted(pieces))

    # -- goods ------------------------------------------------------------------------------------
    def docks(self, given: Any) -> None:
        for name, value in mapping(given, "docks").items():
            with under(name):
                self.state.docks[words.port(self.state.sea, name)] = tuple(sorted(words.goods(value)))

    def flat(self, value: Any) -> None:
        self.state.flat = tuple(sorted(only(words.goods(value), (*CREW, *TREASURE), "crew card or treasure")))

    def out(self, value: Any) -> None:
        self.state.discarded = tuple(sorted(only(words.goods(value), CHARTS, "chart")))
        self.state.chart_used = self.state.chart_used or bool(self.state.discarded)

    def chart_used(self, value: Any) -> None:
        self.state.chart_used = yes_or_no(value)

    def lying(self) -> list[str]:
        """Return everything outside the piles, Treasure Island and unwritten hands."""
        state = self.state
        piles = [*state.hands, *state.fresh, *state.holds, *state.kept, *state.docks, *state.zones, state.flat, state.discarded]
        return [item for pile in piles for item in pile]

    def deal(self) -> None:
        """Put everything that is not written into its usual place."""
        state, lying = self.state, self.lying()
        pieces = [kind for kind in TREASURE for _ in range(state.edition.pieces)]
        on_island = [] if "treasure island" not in self.given else [k for k, n in state.treasure.items() for _ in range(n)]
        remaining = left_of(pieces, [item for item in (*lying, *on_island) if item in TREASURE], "the box")
        if "treasure island" not in self.given:
            state.treasure = {kind: remaining.count(kind) for kind in TREASURE}
        self.deal_crew([item for item in lying if item in CREW])
        state.chance = chance_pack(self.given, chance_numbers, kept_once(lying, KEPT_AS), CHANCE)

    def deal_crew(self, lying: list[str]) -> None:
        with under("pirate island"):
            top, rest = ordered(self.given.get("pirate island", REST), words.crew)
        pack = crew_pack(self.state.options["crew_deck"], len(self.state.homes))
        remaining = left_of(pack, (*lying, *top), "the pack of crew")
        for seat in sorted(self.handless):
            self.state.hands[seat] = deal(remaining, USUAL)
            self.state.strength[seat] = self.state.strength[seat] or sailing(self.state.hands[seat])
        self.state.crew = (*top, *remaining) if rest else top

    # -- the turn ---------------------------------------------------------------------------------
    def turn(self, value: Any) -> None:
        self.state.turn = words.seat_of(self.state, value)
        self.state.agenda = [STEPS(("before", self.state.turn))]

    def phase(self, value: Any) -> None:
        kind = one_of(value, "phase", {"before sailing": "before", "after sailing": "after"})
        self.state.agenda = [STEPS((kind, self.state.turn))]
        if kind == "after":
            self.state.moved = "sail"

    def moved(self, value: Any) -> None:
        self.state.moved = one_of(value, "move", MOVES)

    def by_fight(self, value: Any) -> None:
        self.state.by_fight = yes_or_no(value)

    def last_move(self, value: Any) -> None:
        """Read the move that may still be disputed."""
        move: dict[str, Any] = {}
        keys = {
            "captain": lambda word: move.update(seat=words.seat_of(self.state, word)),
            "squares": lambda number: move.update(squares=whole(number, 1)),
            "crew": lambda number: move.update(crew=whole(number)),
            "strength": lambda number: move.update(strength=whole(number)),
        }
        read_keys(mapping(value, "last move"), keys, "last move")
        if "seat" not in move or "squares" not in move:
            raise WordError("The last move names its captain and its squares.")
        seat = move["seat"]
        self.state.sailed = (seat, move["squares"], move.get("crew", len(self.state.hands[seat])))
        self.state.strength[seat] = move.get("strength", sailing(self.state.hands[seat]))
        self.open_window(seat)

    def open_window(self, mover: int) -> None:
        """Open the window for disputes before the next captain's turn begins (from version 2 of the rules on)."""
        state = self.state
        if (
            version_of(state) < 2
            or state.agenda != [("before", state.turn)]
            or state.others(mover)[:1] != (state.turn,)
            or not is_doubtful(state)
        ):
            return
        order = [(state.first + step) % len(state.homes) for step in state.seats]
        if order.index(state.turn) <= order.index(mover):
            state.round -= 1  # the count rises again as the turn begins
        state.turn, state.agenda = mover, [STEPS(("window", mover, hours_agreed(state)))]

    def met(self, value: Any) -> None:
        """Read pairs [attacker, ship] that have already met in this chain of free moves."""
        pairs = value if isinstance(value, list) else []
        if not pairs or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            raise WordError("Who has met is written as pairs: [[Bristol, Cadiz]].")
        self.state.chain = tuple((words.seat_of(self.state, attacker), words.seat_of(self.state, attacked)) for attacker, attacked in pairs)

    def read_pending(self, value: Any) -> None:
        self.pending = read_pending(self.state, value)

    def check_captains(self) -> None:
        """Check that a running game has at least two captains left, and one of them on turn."""
        state = self.state
        if state.ended is None and len(state.playing()) < 2:
            raise WordError("impossible: fewer than two captains are left, and the game goes on.", "ships")
        if state.turn in state.gone:
            raise WordError("impossible: the captain whose turn it is has left.", "turn" if "turn" in self.given else "ships")

    def check_squares(self) -> None:
        """Check that no more than two ships lie on one square at sea."""
        for square, count in Counter(self.state.at).items():
            if count > 2 and square >= 0 and square not in self.state.sea.port_at and not self.pending:
                raise WordError(f"impossible: {count} ships lie on {self.state.sea.names[square]}; two is the most.", "ships")
