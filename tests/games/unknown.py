"""Orders and past positions for tests that change underneath what a reader may not know (`harness.simulation.leaks`).

Everything is drawn from a seed, so that a run is the same each time. `LEAKS=40 LEAKS_FROM=1000` looks at forty other positions of each
edition, and at some more of them closely.
"""

import os
from random import Random

from games.engine import Action, Choose, Dice
from games.formats.replay import to_json
from games.mail.grammar.reply_codes import ONE_LETTER, entries, position
from games.mail.letter_parts import own_wait
from games.models import Checkpoint, Game
from games.play.hypothetical import Hypothetical
from games.queries import past
from games.queries.table_view import TableView
from games.storage.snapshots import stored
from tests.depth import DEPTH

SEEDS = [int(os.environ.get("LEAKS_FROM", "1")) + number for number in range(int(os.environ.get("LEAKS", DEPTH)))]
MOST_LINES = 8


def keep_every_position(game: Game) -> None:
    """The past can be looked at without playing any move again: with other cards not every move could be played."""
    for number in range(game.number + 1):
        snapshot = to_json(game.rules.dump(past.state_at(game, number)))
        Checkpoint.objects.get_or_create(game=game, number=number, defaults={"snapshot": snapshot})


def lines_for(game: Game, seat: int, table: TableView, random: Random) -> list[str]:
    """Orders as this captain might write them, by number and letters: one or more for each line of their letter."""
    wait, found = own_wait(table), []
    for entry in entries(game.rules, table.decisions, table.names, position(game, wait)):
        if entry.option is not None:
            found.append(entry.shown)
        elif entry.squares:
            found += [f"{entry.shown}: {square}" for square in random.sample(entry.squares, min(2, len(entry.squares)))]
        elif entry.how == ONE_LETTER:
            found.append(f"{entry.shown}: a")
        else:
            decision = next(decision for decision in table.decisions if decision.name == entry.decision)
            found.append(f"{entry.shown}: {next(decision.answers()) if decision.kind in ('amount', 'order') else 'a'}")
    return found


def turn_in_words(game: Game, seat: int, random: Random) -> list[str]:
    """The rest of a turn as its captain might write it, line by line, as long as each answer is one word of the question."""
    rules, lines = game.rules, []
    thought = Hypothetical.begin(rules, rules.load(stored(game)), seat, Dice(random.randbytes(32)))
    while len(lines) < MOST_LINES:
        decision = next((found for found in thought.open() if not found.optional), None)
        if not isinstance(decision, Choose):
            break
        said = random.choice(decision.options)
        lines.append(f"{decision.name} {said}")
        thought.play(Action(seat, decision.name, said))
    return lines
