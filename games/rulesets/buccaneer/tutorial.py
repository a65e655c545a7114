"""The first voyage: out of port, to Treasure Island, and home with a full hold. One idea per step, with the same steps in every edition."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from games.kit.lesson import Lesson, Script, Step, scripted

from .bots import BOTS


class Route(NamedTuple):
    """The course of the voyage, and the words for it in the lesson's texts. `strength`, `out` and `across` are numbers in words."""

    home: str
    strength: str
    out: str
    turning: str
    ahead: str
    ahead_word: str
    across: str
    coast: str
    back: str
    homeward: str
    homeward_word: str
    others: str


def sailing(courses: Mapping[tuple[int, int], tuple[str, str]]) -> Script:
    """Return a script from courses, given as {(seat, round): (square, heading)}."""
    return {turn: {"sail": square, "heading": heading} for turn, (square, heading) in courses.items()}


STEPS = (
    Step(
        "Your crew is your wind",
        "Twenty points of treasure at home win. The cards in the golden frame are your crew. Their numbers together are your "
        "sailing strength: {strength}, so you may sail up to {strength} squares in one straight line. Treasure Island lies to "
        "the {ahead_word}. Sail {out} squares out of {home}: press the marked square on the chart, {turning}.",
        "sail", "{turning}", "board hand",
    ),
    Step(
        "A ship sails where it points",
        "Every move ends with pointing the ship, and the next one can only go that way. The island lies due "
        "{ahead_word}: press {ahead} on the compass rose.",
        "heading", "{ahead}", "asked",
    ),
    Step(
        "Think again, then end the turn",
        "Until your turn is over, Undo takes your choices back. Try it if you like. When the ship lies at "
        "{turning} and points {ahead_word}, press “End the turn”: {others} sail then.",
        "end", "yes", "asked",
    ),
    Step(
        "To the island",
        "The others have moved; what they did stands under “Since your last turn”. A captain who stops at the shaded coast draws a "
        "chance card. Now sail {across} squares to it: press {coast}.",
        "sail", "{coast}", "board news",
    ),
    Step(
        "Think of the way home",
        "The way the ship points now is the way it leaves the island. {home} lies back where you came from: press {back}.",
        "heading", "{back}", "asked",
    ),
    Step(
        "A chance card",
        "A good one: treasure worth up to seven, or three crew cards. Crew makes you faster and stronger at once. Treasure wins the "
        "game, but only when it is home. Press “Treasure”.",
        "gain", "treasure", "asked",
    ),
    Step(
        "Fill the hold",
        "A ship carries two pieces. Diamonds and rubies are worth five, gold four, pearls three, rum two. A diamond and rum make seven: "
        "tick both, then press “Choose these”.",
        "treasure", ("D", "M"), "asked",
    ),
    Step(
        "Everyone can see your hold",
        "What you carry is known to all, and so is how many crew cards you hold; which ones they are is your secret. A captain who "
        "stops where you lie may attack, and the stronger crew takes the treasure. Press “End the turn”.",
        "end", "yes", "asked",
    ),
    Step(
        "Homeward",
        "{others} have sailed, and nobody is near you. Sail {across} squares back: press {turning}.",
        "sail", "{turning}", "board",
    ),
    Step(
        "The harbour lies {homeward_word}",
        "You leave and enter a harbour along its three lines only. From {turning} the line to {home} runs {homeward_word}: "
        "press {homeward}.",
        "heading", "{homeward}", "asked",
    ),
    Step(
        "One more night at sea",
        "It takes one more turn to come home. Press “End the turn”.",
        "end", "yes", "asked",
    ),
    Step(
        "Into {home}",
        "Harbours are safe: nobody fights there. Sail in: press your harbour, the marked square at the edge of the chart.",
        "sail", "{home}", "board",
    ),
    Step(
        "Land the treasure",
        "Only treasure at home counts; twenty points of it win. Tick the diamond and the rum under “You give”, then press “Move these”.",
        "stow", (("D", "M"), ()), "asked",
    ),
)  # fmt: skip
"""The steps of the lesson; words in braces are filled in from a route."""


def steps(to: Route) -> tuple[Step, ...]:
    words = to._asdict()

    def along(text: Any) -> Any:
        return text.format(**words) if isinstance(text, str) else text

    return tuple(replace(step, title=along(step.title), text=along(step.text), answer=along(step.answer)) for step in STEPS)


FAREWELL = (
    "Seven points lie on your docks: more than a third of the way to twenty. You know now how to sail, to draw, to carry and to land. "
    "What is left are fights{more}; the help beneath each question tells of them when they come."
)

LESSON = Lesson(
    name="The first voyage",
    seed=b"the first voyage, tide 391".ljust(32, b"."),
    places=("bombay", "london", "venice"),
    others=scripted(sailing({
        (1, 1): ("I5", "NE"), (1, 2): ("L8", "SW"), (1, 3): ("J6", "W"), (1, 4): ("F6", "N"),
        (2, 1): ("E16", "E"), (2, 2): ("G16", "SE"), (2, 3): ("H15", "W"), (2, 4): ("D15", "S"),
    }), BOTS["easy"]),
    steps=steps(Route("Bombay", "ten", "three", "V14", "W", "west", "seven", "O14", "E", "NE", "north-east", "London and Venice")),
    farewell=FAREWELL.format(more=", deals with the other ports and bluffs about your crew"),
)  # fmt: skip

CLASSIC = Lesson(
    name="The first voyage",
    edition="buccaneer-classic",
    seed=b"the box upon the table, 610".ljust(32, b"."),
    places=("bombay", "bristol", "london"),
    others=scripted(sailing({
        (1, 1): ("N3", "NW"), (1, 2): ("L5", "N"), (1, 3): ("L7", "W"), (1, 4): ("K7", "W"),
        (2, 1): ("I4", "N"), (2, 2): ("I6", "W"), (2, 3): ("G6", "N"), (2, 4): ("G8", "N"),
    }), BOTS["easy"]),
    steps=steps(Route("Bombay", "ten", "three", "V14", "W", "west", "seven", "O14", "E", "NE", "north-east", "Bristol and London")),
    farewell=FAREWELL.format(more=" and deals with the other ports"),
)  # fmt: skip

FAMILY = Lesson(
    name="The first voyage",
    edition="buccaneer-family",
    seed=b"a smaller sea for four, 312".ljust(32, b"."),
    places=("marseilles", "genoa", "london"),
    others=scripted(sailing({
        (1, 1): ("G4", "N"), (1, 2): ("G6", "N"), (1, 3): ("G7", "W"), (1, 4): ("F7", "W"),
        (2, 1): ("D14", "E"), (2, 2): ("F14", "E"), (2, 3): ("G14", "N"), (2, 4): ("G15", "N"),
    }), BOTS["easy"]),
    steps=steps(Route("Marseilles", "eight", "four", "P11", "W", "west", "three", "M11", "E", "SE", "south-east", "Genoa and London")),
    farewell=FAREWELL.format(more=" and deals with the other ports"),
)  # fmt: skip

LESSONS = (LESSON, CLASSIC, FAMILY)
