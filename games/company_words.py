"""What somebody who looks for company would play, in one line of words: “bounty or piracy for 4, weekly”. The rest is as on the page."""

from games.company_form import CompanyForm
from games.errors import NotAllowed
from games.reply_grammar import plain
from games.rulesets import on_offer
from games.services.company import PACES
from games.table_words import BETWEEN, SEATS, count, names_of

ANYTHING, NOTHING = "anything", "nothing"


def wish_of(words: str) -> dict:
    """The arguments of `company.look_for`. Raises NotAllowed."""
    rulesets, paces, least = [], [], None
    rest = words.replace("-", " ")
    known = sorted(games() + steady_paces(), key=lambda pair: -len(pair[0]))
    while rest := BETWEEN.sub("", rest).removeprefix("or ").lstrip():
        seats = SEATS.match(rest)
        name, value = next(((name, value) for name, value in known if f"{rest},".startswith((f"{name} ", f"{name},"))), ("", None))
        if seats:
            least, rest = count(seats[1]), rest[seats.end() :]
        elif name:
            (paces if isinstance(value, int) else rulesets).extend([value] if isinstance(value, int) else value)
            rest = rest[len(name) :]
        else:
            raise NotAllowed("unread-words", f"We did not understand “{rest[:60]}”, so nothing was noted.")
    if not rulesets:
        raise NotAllowed("unread-words", f"Say at least one game, or “{ANYTHING}”; so far nothing was noted.")
    usual = CompanyForm.base_fields
    return {
        "rulesets": list(dict.fromkeys(rulesets)), "paces": list(dict.fromkeys(paces)) or usual["paces"].initial,
        "least": usual["least"].initial if least is None else least,
    }  # fmt: skip


def games() -> list[tuple[str, list[str] | int]]:
    """(what it may be called, slugs) of each game, and of all of them."""
    offered = on_offer().values()
    return [(ANYTHING, [rules.slug for rules in offered]), *((name, [rules.slug]) for rules in offered for name in names_of(rules))]


def steady_paces() -> list[tuple[str, list[str] | int]]:
    """(its name, seconds) of each pace."""
    return [(plain(preset.name).replace("-", " "), seconds) for seconds, preset in PACES.items()]
