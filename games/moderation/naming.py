"""Names of tables and leagues, which are public and stand in letters to strangers."""

import unicodedata

from django.core.exceptions import ValidationError

from accounts.models import User
from accounts.names import looks_like_site, must_be_one_script, must_be_plain, pictures_apart
from games.editions.errors import NotAllowed
from games.moderation import limits

MAX_LENGTH = 60


def name_of(text: str, by: User, kind: str) -> str:
    """Return a name, normalised and cut to MAX_LENGTH; "" for an empty one.

    Raise NotAllowed for a misleading name, and for a person who may not write `kind`, one of `accounts.words.KINDS`.
    """
    name = pictures_apart(" ".join(unicodedata.normalize("NFC", text).split()))[:MAX_LENGTH].strip()
    try:
        must_be_plain(name)
        must_be_one_script(name)
    except ValidationError as refusal:
        raise NotAllowed("name", refusal.messages[0]) from None
    if name and not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        raise NotAllowed("name", "A name needs something to be seen by: a letter, a digit or a sign.")
    if name:
        limits.may_write(by, kind)
    if looks_like_site(name) and not by.is_host:
        raise NotAllowed("name", "That name would look as if this site’s hosts had given it. Please choose another.")
    return name
