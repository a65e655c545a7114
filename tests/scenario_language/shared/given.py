"""Read positions: options, and names."""

from collections.abc import Iterable
from typing import Any

from games.engine import TableOption, agreed
from tests.scenario_language.words import WordError, mapping, under, unknown, whole, yes_or_no


def table_options(given: dict[str, Any], known: Iterable[TableOption], newest: int) -> dict[str, Any]:
    """Take `options` and `version` out of a position; return the table's options, with defaults for missing ones.

    Raises WordError for an unknown option, choice or version of the rules.
    """
    with under("version"):
        version = whole(given.pop("version", newest), 1)
        if version > newest:
            raise WordError(f"The newest version of these rules is {newest}.")
    options = {option.key: option for option in known if option.since <= version}
    chosen = agreed(options.values(), version)
    with under("options"):
        for key, value in mapping(given.pop("options", None), "options").items():
            with under(key):
                if key not in options:
                    raise unknown("option", key, options)
                chosen[key] = choice([value for value, _ in options[key].choices], value)
    return chosen


def choice(values: list[Any], value: Any) -> Any:
    """Return one of the values of an option. Raises WordError."""
    read = yes_or_no(value) if values == [True, False] and isinstance(value, str) else value
    if not any(read == choice and type(read) is type(choice) for choice in values):
        raise unknown("choice of this option", value, values)
    return read


def named(value: Any) -> list[Any]:
    """Return one name or several as a list."""
    return value if isinstance(value, list) else [value]
