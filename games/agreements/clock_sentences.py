"""The lines of the clock journal, and the terms of a clock, in sentences."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list

from games.agreements.votes import KINDS
from games.clocks.terms import Terms, pace_name, pace_sentence, span_words
from games.models import ClockEntry, Game, Proposal, Vote

REASONS = {
    "vacation": "leave", "leave": "leave", "outage": "the site was down for a while", "mail": "a letter left late",
    "vote": "the table agreed on a pause", "gift": "a day given by {by}", "organiser": "the organiser paused the table",
    "pause ended": "the pause was ended", "pauses": "time that does not count", "zone": "the time zone has new rules",
    "leave-automatic": "leave", "more time": "the organiser gave more time", "newer": "the site could not open the table for a while",
}  # fmt: skip
MOVED = {"clock-moved": "deadline", "grace-moved": "last moment for a late answer"}
LINES = {
    "overdue": "{who}’s time is up; an answer still counts until {until}.",
    "away": "{who} is away: until they act, their turns have twelve hours at most.",
    "seat-open": "{who}’s seat is open to substitutes until {until}. A bot plays for {who}.",
    "helmsman": "Nobody took {who}’s seat. The bot keeps it.",
    "left": "A captain has left the table for good. A bot has the seat.",
    "renamed": "{who} has taken another name.",
    "substitute": "{name} has taken over a seat.",
    "back": "{name} is back in their seat.",
    "reinstated": "{who} has their seat back: that was a mistake.",
    "stalled": "No captain is there, so the game stands still. The table is closed on {until} if nobody plays.",
    "woken": "The table goes on.",
    "held": "This table waits for a newer version of the site. No clock runs meanwhile.",
    "leave": "{name} is on leave from {begin} until {end}.",
    "leave-automatic": "{name} is on leave from {begin} until {end}; taken automatically, before a turn ran out.",
    "leave-ended": "{name} is back from leave.",
    "day-asked": "{who} asks the others for another day.",
    "resumed": "{name} has ended the pause of the table.",
    "line-taken": "This site’s hosts have taken a line of talk away.",
    "line-back": "This site’s hosts have put a line of talk back.",
    "paused": "{name} has paused the table until {until}: {note}",
}

ASKED = {
    "pause": "No clock runs until then: two weeks at most, twice a game. All must say yes.",
    "resume": "The clocks run again in half a day. More than half must say yes.",
    "replace": "A substitute may take it. Until then a bot plays. All others must say yes; "
    "more than half is enough if they have kept the table waiting too long.",
    "end": "It is ranked as it stands, and does not count. All must say yes; "
    "more than half of the others is enough if somebody has kept the table waiting too long.",
    "cancel": "It does not count. All must say yes; more than half while the game is young.",
    "takeback": "Play goes on from before it. All must say yes.",
}

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def terms_in_words(terms: Terms) -> list[str]:
    """Return the terms of the clock in sentences, without the pace."""
    calendar = terms.calendar
    grace = span_words(terms.patience) if terms.patience else "none"
    sentences = [f"A late answer still counts for: {grace}.", f"The table’s clock is that of {terms.zone.replace('_', ' ')}."]
    if calendar.days_off:
        sentences.append(f"No clock runs on {get_text_list([DAYS[day] for day in calendar.days_off], 'and')}.")
    if calendar.country:
        sentences.append(f"No clock runs on public holidays ({calendar.country}).")
    if calendar.quiet:
        sentences.append(f"No clock runs from {calendar.quiet[0]:%H:%M} to {calendar.quiet[1]:%H:%M}.")
    days = {"all": "Up to fourteen days", "week": "Up to seven days"}.get(terms.vacation)
    sentences.append(f"{days} of leave a game stop a captain’s clock." if days else "Leave stops no clock here.")
    sentences.append("Out of time? A bot plays." if terms.helmsman else "Out of time? We pass for you, or a bot plays if you chose that.")
    if terms.ready_check:
        sentences.append("Before the game begins everyone says that they are ready, and first turns have 50 % more time.")
    if terms.least_on_time:
        sentences.append(f"Only for captains who answer at least {terms.least_on_time} % of their turns in time.")
    return sentences


def when(text: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(text)), "D j M, H:i")


def day(moment: datetime | None) -> str:
    """Return a moment with its year in the reader's time zone, or "" for None."""
    return date_format(timezone.localtime(moment), "D j M Y, H:i") if moment else ""


def reason(entry: ClockEntry) -> str:
    stored: str = entry.facts["reason"]
    return REASONS.get(stored, stored).format(**entry.facts)


def sentence(entry: ClockEntry, names: list[str]) -> str:
    facts, who = entry.facts, "Someone" if entry.seat is None else names[entry.seat]
    if entry.kind in MOVED:
        return f"{who}’s {MOVED[entry.kind]} moved from {when(facts['old'])} to {when(facts['new'])}: {reason(entry)}."
    if entry.kind == "vote":
        return f"{who} asks the table: {question(facts['vote'], facts, names)}?"
    if entry.kind.startswith("vote-"):
        result = {"passed": "agreed", "agreed": "agreed, if an organiser consents", "failed": "did not agree"}.get(
            entry.kind[5:], "asks no more"
        )
        return f"The table {result}: {KINDS[facts['vote']].lower()}."
    moments = {key: when(facts[key]) for key in ("until", "begin", "end") if key in facts}
    return LINES[entry.kind].format(who=who, **(facts | moments))


def question(kind: str, facts: Proposal, names: list[str], until: str = "") -> str:
    """Return the question of a vote. `until` replaces the stored time in words."""
    words = KINDS[kind]
    if "until" in facts:
        words += f" until {until or when(facts['until'])}"
    target = facts.get("target")
    return words if target is None else f"{words}: {names[target]}"


def vote_words(vote: Vote, names: list[str], until: str = "") -> str:
    return question(vote.kind, vote.facts, names, until)


def agreed_end(game: Game, moment: str) -> str:
    """Return the sentence about the agreed end, or "" if there is none. `moment` is that end in words, in the reader's time zone."""
    if game.ends_at is None or game.status in (Game.Status.OVER, Game.Status.CANCELLED):
        return ""
    if game.last_round is None:
        return f"This game ends by agreement: the round that runs on {moment} is the last."
    return f"Round {game.last_round} is the last: the agreed end of this game has come."


def terms_of(game: Game) -> tuple[tuple[str, str, str, bool], ...]:
    """Return (label, setting, explanation, whether it differs from the default) for the pace, the agreed end and all options."""
    pace = game.terms.pace
    rows = [("Pace", pace_name(pace), pace_sentence(pace), False)]
    if game.ends_at is not None:
        meaning = "The round that runs then is played to its end, and then the game is over; it may be won before."
        rows.append(("Agreed end", day(game.ends_at), meaning, True))
    for option in game.rules.options:
        value = game.options.get(option.key, option.default)
        label = next((label for offered, label in option.choices if offered == value), str(value))
        rows.append((option.label, label, option.sentence, value != option.default))
    return tuple(rows)
