"""Motions on a page after an event: none that the reader may not know, and one for everything that moves."""

import json
import re
from math import dist

import pytest

from games.kit.motion import ship
from games.kit.parts import face_of
from games.queries.journal import SeenMove, scenes
from games.rulesets import all_rulesets
from tests.rulesets.walks import TABLES, every

at_every_drawn_table = pytest.mark.parametrize(
    ("slug", "players"), [table for table in TABLES if face_of(all_rulesets()[table[0]]).picture]
)
PIECE = re.compile(r'data-(ship|monster)="(\d+)" transform="translate\((-?[\d.]+) (-?[\d.]+)\)')
NEAR = 30
"""Ships that share a square lie this far from its middle at most."""
KINDS = {
    "move": {"who", "way"}, "dice": {"faces"}, "fight": {"who", "won"}, "card": {"title", "text"},
    "goods": {"things", "at"}, "mark": {"at"},
}  # fmt: skip
OPTIONAL = {"dice": {"at"}, "goods": {"to"}, "mark": {"sign"}}


def pieces(drawn: str) -> dict[str, tuple[float, float]]:
    """Return the position of each piece in a drawing."""
    return {f"{kind}-{number}": (float(x), float(y)) for kind, number, x, y in PIECE.findall(drawn)}


def motions_of(rules, step, seat=None) -> list[dict]:
    view = rules.view(step.after, seat)
    return [motion for event in step.events if event.seen_by(seat) for motion in face_of(rules).motions(event, view)]


def is_on_its_way(rules, step) -> bool:
    """Return whether the voyage still goes on: its captain is asked for the next square, or another one whether to attack."""
    return any(asked.reaction or (asked.seat, asked.name) == step.action[:2] for asked in rules.decisions(step.after))


@at_every_drawn_table
def test_a_ship_or_monster_that_lies_elsewhere_after_a_move_was_seen_to_go_there(slug, players):
    rules = all_rulesets()[slug]
    draw, moved = face_of(rules).picture, 0
    for step in every(slug, players, 3):
        before, after = (pieces(draw(rules.view(state, None)).above) for state in (step.state, step.after))
        went = [one for one in motions_of(rules, step) if one["do"] == "move"]
        for piece, place in after.items():
            if piece in before and dist(before[piece], place) > 2 * NEAR:
                ends = [one["way"][-1] for one in went if one["who"] == piece]
                if not ends and is_on_its_way(rules, step):
                    continue
                assert ends, (piece, step.action, step.events)
                assert dist(ends[-1], place) <= NEAR, (piece, step.action, step.events)
                moved += 1
    assert moved


@at_every_drawn_table
def test_motions_are_of_the_known_kinds_and_name_only_what_is_drawn(slug, players):
    rules, found = all_rulesets()[slug], set()
    for step in every(slug, players, 6):
        drawing = face_of(rules).picture(rules.view(step.after, None))
        drawn, symbols = pieces(drawing.above) | pieces(face_of(rules).picture(rules.view(step.state, None)).above), drawing.symbols
        for seat in (None, *range(players)):
            for motion in json.loads(json.dumps(motions_of(rules, step, seat))):
                named = set(motion) - {"do"}
                assert KINDS[motion["do"]] <= named <= KINDS[motion["do"]] | OPTIONAL.get(motion["do"], set())
                found.add(motion["do"])
                who = motion.get("who", ())
                spots = [*([who] if isinstance(who, str) else who), *(motion[key] for key in ("at", "to") if key in motion)]
                assert all(not isinstance(spot, str) or spot in drawn for spot in spots), (motion, step.events)
                signs = [*motion.get("things", ()), *filter(None, [motion.get("sign")])]
                assert all(sign == "crew" or f'id="sea-{sign}"' in symbols for sign in signs), (motion, step.events)
    assert {"move", "goods"} <= found


@at_every_drawn_table
def test_a_reader_is_shown_nothing_moving_that_hangs_on_what_they_may_not_know(slug, players):
    rules = all_rulesets()[slug]
    names = [f"Captain {number}" for number in range(players)]
    for step in every(slug, players, 12):
        for seat in (None, *range(players)):
            secret = [event.to_json() for event in step.events if not event.seen_by(seat)]
            every_one = SeenMove(
                7, step.action.seat, step.action.decision, None, "player", None, [event.to_json() for event in step.events]
            )
            allowed = SeenMove(7, None, "", None, "player", None, [event.to_json() for event in step.events if event.seen_by(seat)])
            told = scenes(rules, rules.view(step.after, seat), [every_one], names, seat)
            assert told == scenes(rules, rules.view(step.after, None), [allowed], names, seat), secret


def test_an_event_without_sentence_or_motion_is_no_scene():
    rules = all_rulesets()["buccaneer"]
    assert face_of(rules).quiet >= {"turn-ended"}
    move = SeenMove(3, 0, "end", None, "player", None, [{"name": "turn-ended", "seat": 0}])
    assert scenes(rules, rules.view(every("buccaneer", 2, 12)[0].state, 0), [move], ["Anne", "Mary"], 0) == []


def test_a_ship_is_named_as_the_drawing_names_it():
    assert ship(1) in pieces('<g data-ship="1" transform="translate(10 20) scale(1.2)">')
