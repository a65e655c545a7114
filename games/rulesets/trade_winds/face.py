"""The optional parts of this edition."""

from games.kit.face import Face, GameCard

from . import motions, notation, page, story
from .bots.advice import advise
from .drawing import picture
from .ledger import ledger
from .pictures import PICTURES
from .piles import piles
from .seen import View
from .text_board import short, text
from .tutorial import FIGHTS, LESSON
from .warning import warn

FACE: Face[View] = Face(
    styles=page.STYLES, quiet=page.QUIET, parts=page.parts, motions=motions.motions, warn=warn, ask=page.ask,
    picture=picture, text_board=text, short_board=short, colours=page.colours, goal=page.goal, pictures=PICTURES, piles=piles,
    words=notation.WORDS, squares_asked=notation.SQUARES_ASKED,
    teller=story.teller, holding=story.holding,
    lessons=(LESSON, FIGHTS),
    ledger=ledger, advise=advise,
    cards=(GameCard(rounds=15, weight="medium"),),
)  # fmt: skip
