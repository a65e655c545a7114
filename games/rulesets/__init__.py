"""Every edition on offer: one folder each, found by looking, with no list to edit."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from games.engine import Ruleset


@cache
def all_rulesets() -> dict[str, Ruleset]:
    """Slug -> ruleset, in the order of their names."""
    found = [import_module(f"{__name__}.{module.name}").RULESET for module in iter_modules(__path__) if module.ispkg]
    return {rules.slug: rules for rules in sorted(found, key=lambda rules: rules.name)}


def on_offer() -> dict[str, Ruleset]:
    """The editions people may choose from; drafts are for their makers only."""
    return {slug: rules for slug, rules in all_rulesets().items() if rules.status != "draft"}


def get_ruleset(slug: str) -> Ruleset:
    """The ruleset of that slug. Raises KeyError."""
    return all_rulesets()[slug]
