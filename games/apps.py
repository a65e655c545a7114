from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The site part of the games: tables, moves, deadlines."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register this app's functions with lower-level modules, which may not import it."""
        from accounts import account_deletion, held_names, names, trust
        from core.registry import import_modules
        from games.agreements.clock_queries import NO_LONGER_HERE
        from games.engine import TooNew
        from games.mail import open_questions
        from games.models.personal_data import register_personal_data
        from games.queries import reliability, results
        from games.tables.account_changes import HELMSMAN, leave_all, move_all
        from games.tables.lobby import BOT_NAMES
        from games.tables.renaming import note_at_tables, rename
        from notifications import calendar, delivery_times, missed, passing

        passing.FAULTS.register("games", TooNew)
        missed.HOOKS.register("games", open_questions.tell_again)
        delivery_times.TOPICS.register("games", open_questions.topics)
        calendar.DATES.register("games", open_questions.dates)
        register_personal_data()
        of_helmsman = (HELMSMAN, HELMSMAN.removeprefix("A "), "A helmsman", "helmsman")
        names.RESERVED.register("games", (*BOT_NAMES, *of_helmsman, NO_LONGER_HERE))
        held_names.TABLES.register("games", held_names.Tables(results.tables_of, results.any_is_in_play, note_at_tables))
        held_names.RENAMES.register("games", rename)
        trust.HAS_PLAYED.register("games", reliability.has_played)
        account_deletion.HOOKS.register("games", leave_all)
        account_deletion.MOVES.register("games", move_all)
        import_modules("games.mail")
