"""The editions of Buccaneer: data only. These files hold all differences between them."""

from .classic import CLASSIC
from .family import FAMILY
from .online import ONLINE

EDITIONS = {edition.slug: edition for edition in (ONLINE, CLASSIC, FAMILY)}

__all__ = ["CLASSIC", "EDITIONS", "FAMILY", "ONLINE"]
