"""The first voyage: out of Bombay, to Treasure Island, and home with a full hold. One idea per step."""

from collections.abc import Sequence

from games.engine import Action, Decision
from games.engine.decisions import Below
from games.kit.bot import seat_of
from games.kit.lesson import Lesson, Step
from games.rulesets.buccaneer.seen import View

from .bots import BOTS

COURSES = {
    (1, 1): ("I5", "NE"), (1, 2): ("L8", "SW"), (1, 3): ("J6", "W"), (1, 4): ("F6", "N"),
    (2, 1): ("E16", "E"), (2, 2): ("G16", "SE"), (2, 3): ("H15", "W"), (2, 4): ("D15", "S"),
}  # fmt: skip
"""(seat, round) -> where that bot sails and how it points then."""


def others(view: View, decisions: Sequence[Decision], below: Below) -> Action | None:
    """Return the moves of the two other captains: fixed courses first, later those of the easiest bot."""
    course = COURSES.get((seat_of(view), view.public.round))
    if course is None:
        return BOTS["easy"](view, decisions, below)
    asked = next((decision for decision in decisions if not decision.optional), None)
    if asked is None:
        return None
    wanted = dict(zip(("sail", "heading"), course, strict=True)).get(asked.name)
    return Action(asked.seat, asked.name, wanted if wanted in getattr(asked, "options", ()) else asked.default)


STEPS = (
    Step(
        "Your crew is your wind",
        "The six cards in the golden frame are your crew. Their numbers together are your sailing strength: ten, so you may sail up to "
        "ten squares in one straight line. Treasure Island lies to the west. Sail three squares out of Bombay: press the marked square "
        "on the chart, V14.",
        "sail", "V14", "board hand",
    ),
    Step(
        "A ship sails where it points",
        "Every move ends with pointing the ship, and the next one can only go that way. The island lies due west: press W on "
        "the compass rose.",
        "heading", "W", "asked",
    ),
    Step(
        "Think again, then end the turn",
        "Until your turn is over, Undo takes your choices back. Try it if you like. When the ship lies at V14 and points west, press "
        "“End the turn”: London and Venice sail then.",
        "end", "yes", "asked",
    ),
    Step(
        "To the island",
        "The others have moved; what they did stands under “Since your last turn”. Now sail seven squares to the shaded coast: press "
        "O14. Whoever stops there draws a chance card.",
        "sail", "O14", "board news",
    ),
    Step(
        "Think of the way home",
        "The way the ship points now is the way it leaves the island. Bombay lies back where you came from: press E.",
        "heading", "E", "asked",
    ),
    Step(
        "A chance card",
        "A good one: treasure worth up to seven, or three crew cards. Crew makes you faster and stronger at once. Treasure wins the game, "
        "but only when it is home. Press “Treasure”.",
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
        "London and Venice have sailed, and nobody is near you. Sail seven squares back: press V14.",
        "sail", "V14", "board",
    ),
    Step(
        "The harbour lies north-east",
        "You leave and enter a harbour along its three lines only. From V14 the line to Bombay runs north-east: press NE.",
        "heading", "NE", "asked",
    ),
    Step(
        "One more night at sea",
        "It takes one more turn to come home. Press “End the turn”.",
        "end", "yes", "asked",
    ),
    Step(
        "Into Bombay",
        "Harbours are safe: nobody fights there. Sail in: press your harbour, the marked square at the edge of the chart.",
        "sail", "Bombay", "board",
    ),
    Step(
        "Land the treasure",
        "Only treasure at home counts; whoever has twenty points of it first wins. Tick the diamond and the rum under “You give”, then "
        "press “Move these”.",
        "stow", (("D", "M"), ()), "asked",
    ),
)  # fmt: skip

LESSON = Lesson(
    name="The first voyage",
    seed=b"the first voyage, tide 391".ljust(32, b"."),
    places=("bombay", "london", "venice"),
    others=others,
    steps=STEPS,
    farewell="Seven points lie on your docks: more than a third of the way to twenty. You know now how to sail, to draw, to carry and to "
    "land. What is left are fights, deals with the other ports and bluffs about your crew; the help beneath each question tells of them "
    "when they come.",
)
