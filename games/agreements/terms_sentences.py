"""The terms of a table, in words."""

from games.agreements import clock_sentences
from games.clocks import pace_choices
from games.models import Game


def terms_of(game: Game) -> tuple[tuple[str, str, str, bool], ...]:
    """Return (label, setting, explanation, whether it differs from the default) for the pace, the agreed end and every option."""
    pace = game.terms.pace
    rows = [("Pace", pace_choices.pace_name(pace), pace_choices.pace_sentence(pace), False)]
    if game.ends_at is not None:
        meaning = "The round that runs then is played to its end, and then the game is over; it may be won before."
        rows.append(("Agreed end", clock_sentences.day(game.ends_at), meaning, True))
    for option in game.rules.options:
        value = game.options.get(option.key, option.default)
        label = next((label for offered, label in option.choices if offered == value), str(value))
        rows.append((option.label, label, option.sentence, value != option.default))
    return tuple(rows)
