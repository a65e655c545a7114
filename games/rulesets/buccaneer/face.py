"""The optional parts of the three editions."""

from functools import partial

from games.kit.face import Face, GameCard

from . import motions, notation, page, story
from .bots.advice import advise
from .cards import WIN
from .drawing import picture
from .drawing_ships import paints
from .drawing_symbols import PRINT
from .ledger import ledger
from .pictures import PICTURES
from .piles import piles
from .seen import View
from .text_board import short, text
from .tutorial import LESSONS
from .tutorial_subjects import SUBJECTS
from .warning import warn

FACE: Face[View] = Face(
    styles=page.STYLES, quiet=page.QUIET, parts=page.parts, motions=motions.motions, warn=warn, ask=page.ask,
    picture=picture, text_board=text, short_board=short, colours=partial(paints, ink=PRINT), goal=lambda view: WIN, pictures=PICTURES, piles=piles,
    words=notation.WORDS, squares_asked=notation.SQUARES_ASKED,
    teller=story.teller, holding=story.holding, lessons=(*LESSONS, *SUBJECTS),
    ledger=ledger, advise=advise,
    cards=(
        GameCard(rounds=20, weight="heavy", is_first=True),
        GameCard(edition="buccaneer-classic", rounds=22, weight="medium"),
        GameCard(edition="buccaneer-family", rounds=19, weight="medium", picture="small-family"),
    ),
)  # fmt: skip
