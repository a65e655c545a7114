"""Every edition on offer, found by looking, with no list to edit: a folder has one (RULESET) or a few that share it (RULESETS)."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from games.engine import Ruleset, TooNew


class UnknownEdition(TooNew, KeyError):
    """An edition that this code does not have: one that a newer release brought, or a word that is none."""

    silent_variable_failure = True
    """A list shows the other facts of such a table."""

    def __str__(self) -> str:
        return " ".join(map(str, self.args))  # as a sentence, not as a key


@cache
def all_rulesets() -> dict[str, Ruleset]:
    """Slug -> ruleset, in the order of their names."""
    folders = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg]
    found = [rules for folder in folders for rules in editions_in(folder)]
    return {rules.slug: rules for rules in sorted(found, key=lambda rules: rules.name)}


def editions_in(folder: ModuleType) -> tuple[Ruleset, ...]:
    """The editions that live in one folder."""
    return getattr(folder, "RULESETS", None) or (folder.RULESET,)


def on_offer() -> dict[str, Ruleset]:
    """The editions people may choose from; drafts are for their makers only."""
    return {slug: rules for slug, rules in all_rulesets().items() if rules.status != "draft"}


@cache
def get_ruleset(slug: str, version: int | None = None) -> Ruleset:
    """The ruleset of that slug, of the newest version or of an older one. Raises UnknownEdition or UnknownVersion."""
    newest = all_rulesets().get(slug)
    if newest is None:
        raise UnknownEdition(f"the edition {slug} is not known here")
    return newest if version in (None, newest.version) else newest.of_version(version)
