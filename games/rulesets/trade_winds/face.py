"""The optional parts of this edition."""

from games.kit.face import Face

from . import notation, page, story
from .drawing import picture
from .pictures import PICTURES
from .piles import piles
from .seen import View
from .text_board import text

FACE: Face[View] = Face(
    styles=page.STYLES, quiet=page.QUIET, parts=page.parts, ask=page.ask,
    picture=picture, text_board=text, pictures=PICTURES, piles=piles,
    words=notation.WORDS, squares_asked=notation.SQUARES_ASKED,
    teller=story.teller, holding=story.holding,
)  # fmt: skip
