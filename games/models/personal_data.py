"""The data that the games store about a person, for export. Their moves are in the records of their games."""

from accounts.personal_data import register

CHAIR = (
    "game", "game__name", "game__ruleset", "game__status", "seat", "place", "mode", "resigned", "strikes", "joined_at", "read_talk_to",
    "hand__orders", "hand__queue", "hand__fallback",
)  # fmt: skip


def register_personal_data() -> None:
    register("games.Player", *CHAIR)
    register("games.Player", "game", "game__name", "seat", of="former")
    register("games.LaidAside", "player__game", "orders", "queue", "fallback")
    register("games.Game", "id", "name", "ruleset", "created_at", of="owner")
    register("games.ChatLine", "game", "said_at", "text", "by_spectator")
    register("games.Notes", "game", "text")
    register("games.Invitation", "game", "made_at", "declined_at", "taken_back_at")
    register("games.Invitation", "game", "email", "user__name", "made_at", of="by")
    register("games.Pause", "game", "seat", "reason", "begin", "end", "note", "made_at")
    register("games.AutomaticLeave", "id")
    register("games.Lapse", "lost_seat", "at")
    register("games.Seek", "rulesets", "paces", "least", "orders", "made_at")
    register("games.Block", "other__name", "since")
    register("games.Friendship", "other__name", "asked_at", "agreed_at")
    register("games.Friendship", "user__name", "asked_at", "agreed_at", "refused_at", of="other")
    register("games.Report", "about__name", "reason", "words", "said", "made_at", "resolution")
