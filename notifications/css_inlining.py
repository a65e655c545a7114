"""Inline the styles of HTML letters."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import css_inline


@cache
def inliner() -> "css_inline.CSSInliner":
    """Return an inliner that copies style rules onto elements, because many mail programs drop style sheets. Dark-mode rules stay."""
    import css_inline  # 2 MB, and a web process writes no letters

    return css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)
