"""Read positions: options, hands and holds, zones, piles, and how a game has ended."""

from collections.abc import Iterable
from typing import Any

from games.engine import TableOption, agreed
from tests.scenario_language.words import WordError, mapping, under, unknown, whole, yes_or_no


def table_options(given: dict[str, Any], known: Iterable[TableOption], newest: int) -> dict[str, Any]:
    """Take `options` and `version` out of a position and return the table's options, with the usual ones for those left out.

    Raises WordError for an unknown option, choice or version of the rules.
    """
    with under("version"):
        version = whole(given.pop("version", newest), 1)
        if version > newest:
            raise WordError(f"The newest version of these rules is {newest}.")
    options = {option.key: option for option in known if option.since <= version}
    found = agreed(options.values(), version)
    with under("options"):
        for key, value in mapping(given.pop("options", None), "options").items():
            with under(key):
                if key not in options:
                    raise unknown("option", key, options)
                found[key] = choice([value for value, _ in options[key].choices], value)
    return found


def choice(values: list[Any], value: Any) -> Any:
    """Return one of the values of an option. Raises WordError."""
    said = yes_or_no(value) if values == [True, False] and isinstance(value, str) else value
    if not any(said == one and type(said) is type(one) for one in values):
        raise unknown("choice of this option", value, values)
    return said


def named(value: Any) -> list[Any]:
    """Return one name or several as a list."""
    return value if isinstance(value, list) else [value]
