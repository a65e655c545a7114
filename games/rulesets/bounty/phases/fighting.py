"""Attacks: which ships may attack which other ships, and the result (table 2.3 of our rules), settled at once by roles and dice."""

from games.rulesets.bounty.cards import ROLE
from games.rulesets.bounty.chart import ADMIRALTY, FAR_OFF, HARBOURS, NAMES, distances
from games.rulesets.bounty.context import GameContext
from games.rulesets.bounty.state import State

THROWS = 3


def prey(state: State, ship: int, throw: int) -> dict[str, list[int]]:
    """Return the squares that a ship may attack with its throw, nearest first, each with all ships that it would attack there."""
    hold = state.holds[ship]
    if not (state.known[ship] or state.commission or (hold and ROLE[hold[-1]] != "merchant")) or ship in state.bankrupt:
        return {}  # checked first, because most ships are merchants and every step calls this function
    hunted = quarry(state, ship)
    far = distances(state.at[ship])
    squares = {state.at[other] for other in hunted if open_to_attack(state, state.at[other]) and far.get(state.at[other], FAR_OFF) <= throw}
    return {NAMES[square]: attacked(state, ship, square) for square in sorted(squares, key=lambda square: (far[square], square))}


def attacked(state: State, ship: int, square: int) -> list[int]:
    """Return the ships that an attack on `square` meets. A warship that meets known pirates spares other warships [BO-W3]."""
    there = [other for other in quarry(state, ship) if state.at[other] == square]
    pirates = [other for other in there if state.known[other] == "pirate"]
    return pirates if pirates and state.role(ship) == "warship" else there


def open_to_attack(state: State, square: int) -> bool:
    """Return whether ships on `square` may be attacked: never in a harbour [BO-H1], except Admiralty Island at tables that allow it."""
    return square not in HARBOURS or (square == ADMIRALTY and not state.options["admiralty_safe"])


def enemies(state: State, ship: int) -> list[int]:
    owner = state.owners[ship]
    return [other for other, seat in enumerate(state.owners) if seat != owner and state.at[other] >= 0]


def quarry(state: State, ship: int) -> list[int]:
    """Return the ships that a ship may attack in its role, wherever they lie."""
    hunted = state.hunted_by(ship)
    if hunted is not None:
        return [hunted]
    role = state.role(ship)
    if role == "pirate":
        return enemies(state, ship)
    if role == "warship":
        return [other for other in enemies(state, ship) if state.known[other] and not state.commissioned(other)]
    return []


def armed(state: State, ship: int) -> bool:
    """Return whether a pirate that attacks the ship meets a warship, whether shown, hidden or temporary."""
    return state.known[ship] != "pirate" and (state.commissioned(ship) or state.role(ship) == "warship")


def attack(context: GameContext, ship: int, square: int, throw: int) -> None:
    """Sail to `square` and settle the attack on the ships there."""
    state = context.state
    there = attacked(state, ship, square)
    role = "commission" if state.commissioned(ship) else state.role(ship)
    context.move(ship, square, "attacked", throw=throw, others=there)
    if role == "commission":
        seize(context, ship, there)
    elif role == "pirate":
        context.show(ship, "pirate")
        raid(context, ship, there)
    else:
        context.show(ship, "warship")
        settle = seize if state.known[there[0]] == "pirate" else fight
        settle(context, ship, there)


def raid(context: GameContext, ship: int, there: list[int]) -> None:
    """Settle a pirate's attack on the ships of all other captains on its square [BO-P4 to P6, P10]."""
    state = context.state
    warships = [other for other in there if armed(state, other)]
    pirates = [other for other in there if state.role(other) == "pirate"]
    if warships:
        for other in warships:
            if state.role(other) == "warship":
                context.show(other, "warship")
        winner = throw_for_it(context, warships) if len(warships) > 1 else warships[0]
        plunder(context, winner, [ship])
    elif pirates:
        for other in pirates:
            context.show(other, "pirate")
        winner = throw_for_it(context, [ship, *pirates])
        rob(context, winner, [other for other in (ship, *there) if other != winner], pirates=(ship, *pirates))
    else:
        rob(context, ship, there, pirates=(ship,))


def rob(context: GameContext, winner: int, losers: list[int], pirates: tuple[int, ...]) -> None:
    """Let a pirate take all cargo of other captains' ships. Robbed ships that are not pirates get a claim on the pirate [BO-P4, C1]."""
    state = context.state
    robbed = [other for other in losers if state.owners[other] != state.owners[winner]]
    lost = [other for other in robbed if state.holds[other] or state.loot[other]]
    plunder(context, winner, robbed)
    claims = tuple((other, winner) for other in lost if other not in pirates and (other, winner) not in state.claims)
    state.claims += claims


def seize(context: GameContext, ship: int, pirates: list[int]) -> None:
    """Let a warship, temporary or not, take the cargo of known pirates [BO-W3, C3], or throw for it at tables that want dice."""
    if context.state.options["seizure"] == "dice":
        fight(context, ship, pirates)
    else:
        plunder(context, ship, pirates)
    if context.state.hunted_by(ship) in pirates:
        context.lay_down()


def fight(context: GameContext, ship: int, others: list[int]) -> None:
    """Throw three times for each ship; the winner takes the cargo of the others [BO-W4]."""
    state, ships = context.state, [ship, *others]
    winner = throw_for_it(context, ships)
    plunder(context, winner, [other for other in ships if state.owners[other] != state.owners[winner]])


def throw_for_it(context: GameContext, ships: list[int]) -> int:
    """Throw three times for each ship, and return the ship with the highest total; tied ships throw again."""
    tied = ships
    while len(tied) > 1:
        throws = [[1 + context.dice.below(6, "fight") for _ in range(THROWS)] for _ in tied]
        totals = list(map(sum, throws))
        best = [ship for ship, total in zip(tied, totals, strict=True) if total == max(totals)]
        context.tell("fought", ships=tied, throws=throws, totals=totals, winners=best, reveals=True)
        tied = best
    return tied[0]


def plunder(context: GameContext, winner: int, losers: list[int]) -> None:
    """Move all cargo of the losers under the winner's hold; the losers become merchants [BO-P9, W4]."""
    state = context.state
    for other in losers:
        cards = context.empty(other)
        context.tell("plundered", state.owners[winner], ship=winner, other=other, count=len(cards), reveals=True)
        context.stow(winner, cards)
