"""The optional parts of this edition."""

from games.kit.face import Face, GameCard

from . import motions, page
from .bots.advice import advise
from .drawing import control, picture
from .ledger import ledger
from .pictures import PICTURES
from .piles import piles
from .seen import View
from .text_board import short, text
from .tutorial import CANNON, HOARD, LESSON
from .warning import warn

FACE: Face[View] = Face(
    styles=page.STYLES, quiet=page.QUIET, parts=page.parts, motions=motions.motions, warn=warn, ask=control,
    picture=picture, text_board=text, short_board=short, colours=page.colours, goal=page.goal, pictures=PICTURES, piles=piles, lessons=(LESSON, CANNON, HOARD),
    ledger=ledger, advise=advise,
    cards=(
        GameCard(
            rounds=17, weight="light",
            summary="A race: fetch two coins from the hoard before anyone else does. Keep clear of two monsters, and rob captains who were quicker.",
        ),
        GameCard(
            slug="hoard", name="Hoard", options={"mode": "hoard"}, seats=(4, 6), rounds=18, weight="light", chapter="hoard",
            lesson="hoard", picture="small-hoard",
            summary="Teams of two share a chest and bring home more coins than the others, past the same two monsters.",
        ),
    ),
)  # fmt: skip
