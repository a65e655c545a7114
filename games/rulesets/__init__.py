"""Every edition on offer, found automatically in its folder. A folder has one (RULESET), or a few that share it (RULESETS)."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from games.engine import Ruleset, TooNew


class UnknownEdition(TooNew, KeyError):
    """This code does not have the edition: a newer release added it, or it never existed."""

    def __str__(self) -> str:
        return " ".join(map(str, self.args))  # as a sentence, not as a key


@cache
def all_rulesets() -> dict[str, Ruleset]:
    """Return slug -> ruleset, ordered by name."""
    folders = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg]
    rulesets = [rules for folder in folders for rules in editions_in(folder)]
    return {rules.slug: rules for rules in sorted(rulesets, key=lambda rules: rules.name)}


def editions_in(folder: ModuleType) -> tuple[Ruleset, ...]:
    """Return the editions in one folder."""
    return getattr(folder, "RULESETS", None) or (folder.RULESET,)


def on_offer() -> dict[str, Ruleset]:
    """Return the editions that players may choose from; drafts are for their authors only."""
    return {slug: rules for slug, rules in all_rulesets().items() if rules.status != "draft"}


@cache
def get_ruleset(slug: str, version: int | None = None) -> Ruleset:
    """Return the ruleset of that slug, in its newest or an older version. Raises UnknownEdition or UnknownVersion."""
    newest = all_rulesets().get(slug)
    if newest is None:
        raise UnknownEdition(f"the edition {slug} is not known here")
    return newest if version in (None, newest.version) else newest.of_version(version)
