"""Register the personal data of leagues: entries, decisions about them, and ratings."""

from accounts.personal_data import register


def register_personal_data() -> None:
    register("leagues.Entry", "season__league__name", "season", "status", "place", "asked_at")
    register("leagues.SeasonOrders", "season", "orders")
    register("leagues.Substitute", "season", "since", "most_games")
    register("leagues.FixtureSeat", "fixture", "fixture__game", "seat", "place", "points", "strikes", of="entry__user")
    register("leagues.FixtureSeat", "fixture", "fixture__game", "seat", "played_place", of="played_by")
    register("leagues.Rating", "ruleset", "value", "deviation", "games", "last")
    register("leagues.League", "name", "made_at", of="organisers")
    register("leagues.Absence", "entry", "begin", "end", of="entry__user")
    register("leagues.Sanction", "entry", "kind", "reason", "at", "lifted_at", of="entry__user")
    register("leagues.Appeal", "entry", "text", "made_at", "granted", "answer", of="entry__user")
