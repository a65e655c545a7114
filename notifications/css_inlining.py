"""How the HTML of a letter comes by its looks."""

from functools import cache

import css_inline


@cache
def inliner() -> css_inline.CSSInliner:
    """Style rules go onto the elements, since many mail programs drop them; those for the dark stay where they are."""
    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
