"""The story of an ended game, computed from its record: points, turning points, and the chapters that its edition tells."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from games.editions import guard
from games.engine import Event, Ruleset
from games.formats.replay import replay
from games.kit.parts import face_of
from games.kit.sentences import joined
from games.kit.story import Chapter
from games.models import Game, Seed
from games.queries import journal, past
from games.storage import archive

MAX_LINES = 12
"""The maximum number of lines of one chapter."""


class Line(NamedTuple):
    """A line of the story, with its move and round."""

    number: int
    round: int
    text: str


class Sides:
    """The sides of a game: teams whose members share one score. `names` holds the members of each side in words."""

    def __init__(self, teams: Sequence[tuple[int, ...]], names: Sequence[str]):
        self.teams, self.names = teams, [joined([names[seat] for seat in team]) for team in teams]

    def scores(self, row: Sequence[int]) -> list[int]:
        """Return the score of each side, given the scores of all seats."""
        return [row[team[0]] for team in self.teams]


@dataclass(slots=True)
class Story:
    points: list[tuple[int, ...]] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    turning: list[Line] = field(default_factory=list)
    chapters: list[Chapter] = field(default_factory=list)
    """The edition's own chapters."""
    happened: dict[int, str] = field(default_factory=dict)


def scenes(game: Game) -> Iterator[tuple[int, Any, list[Event]]]:
    """Yield (number, state, events) for every move from the deal on. The states are secret while the game is running."""
    moves = archive.moves(game)
    events = {move.number: move.events for move in moves}
    state = past.state_at(game, 0)
    yield 0, state, events_from_json(events[0])
    dice = Seed.objects.get(game=game).dice
    rules = game.rules.of_version(past.version_at(game, 0))
    for entry, after in replay(rules, state, 0, (past.entry_of(move) for move in moves[1:]), dice):
        yield entry.number, after, events_from_json(events[entry.number])


def events_from_json(events: Sequence[dict[str, Any]]) -> list[Event]:
    return [Event.from_json(data) for data in events]


def taken_back(game: Game, until: int | None = None) -> set[int]:
    """Return the numbers of the moves undone by move `until` (None: by now), including the undo moves themselves."""
    counted = [move for move in archive.moves(game, until=until) if move.decision == "undo"]
    return {lost for undo in counted for lost in range(undo.goes_back_to + 1, undo.number + 1)}


def story(game: Game, names: list[str]) -> Story:
    rules, lost, tale = game.rules, taken_back(game), Story()
    make = face_of(rules).teller
    teller = guard.serve(rules, "story", None, make) if make else None
    for number, state, events in scenes(game):
        tale.points.append(tale.points[-1] if number in lost else rules.scores(state))
        tale.rounds.append(rules.turn(state)[0])
        if tale.points[-2:-1] != tale.points[-1:]:
            tale.happened[number] = happened(rules, events, names, *tale.points[-2:])
        for event in events if number not in lost else ():
            if teller is not None:
                guard.serve(rules, "story", None, teller.look, state, event, Line(number, tale.rounds[-1], sentence(rules, event, names)))
    if teller is not None:
        tale.chapters = guard.serve(rules, "story", tale.chapters, teller.chapters)
    tale.turning = turning_points(tale, Sides(rules.teams(game.options, len(names)), names), rules)
    return tale


def happened(rules: Ruleset, events: list[Event], names: list[str], before: tuple[int, ...] = (), after: tuple[int, ...] = ()) -> str:
    """Return sentences for the public events of the seats whose points changed, or for all public events if those seats have none."""
    changed = {seat for seat, points in enumerate(after) if before[seat : seat + 1] != (points,)}
    quiet = face_of(rules).quiet
    public = [event for event in events if event.to is None and event.name not in quiet]
    own = [event for event in public if event.seat in changed]
    return " ".join(sentence(rules, event, names) for event in own or public)


def sentence(rules: Ruleset, event: Event, names: list[str]) -> str:
    return journal.event_sentence(rules, event, names, None)


def turning_points(tale: Story, sides: Sides, rules: Ruleset) -> list[Line]:
    """Return the changes of the lead and the largest gains and losses, in order, with what happened at each."""
    weights, texts = Counter[int](), defaultdict(list)
    for weight, number, text in (*strokes(tale, sides, rules), *leads(tale, sides, rules)):
        weights[number] += weight
        texts[number].append(text)
    numbers = sorted(number for number, _ in weights.most_common(MAX_LINES))
    return [Line(number, tale.rounds[number], " ".join((*texts[number], tale.happened[number])).strip()) for number in numbers]


def leads(tale: Story, sides: Sides, rules: Ruleset) -> Iterator[tuple[int, int, str]]:
    """Yield (weight, move, sentence) for every change of the lead; later changes weigh more."""
    leader = None
    for number, row in enumerate(map(sides.scores, tale.points)):
        best = max(row)
        first = [side for side, value in enumerate(row) if value == best]
        if len(first) == 1 and best > 0 and first[0] != leader:
            leader = first[0]
            yield number * 10 // len(tale.points), number, f"{sides.names[leader]} took the lead with {rules.counted(best)}."


def strokes(tale: Story, sides: Sides, rules: Ruleset) -> Iterator[tuple[int, int, str]]:
    """Yield (weight, move, sentence) for the largest changes of a side's points."""
    rows = [sides.scores(row) for row in tale.points]
    steps = [
        (after[side] - before[side], number, side)
        for number, (before, after) in enumerate(pairwise(rows), 1)
        for side in range(len(after))
        if after[side] != before[side]
    ]
    for change, number, side in sorted(steps, key=lambda step: -abs(step[0]))[:6]:
        verb = "gained" if change > 0 else "lost"
        text = f"{sides.names[side]} {verb} {rules.counted(abs(change))} and had {rows[number][side]}."
        yield 5 + abs(change), number, text
