from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The site part of the games: tables, moves, deadlines."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register our functions with the parts below, which may not import us."""
        from accounts import account_deletion, guest_upgrade, held_names, names, trust
        from games.clock_overview.clock_queries import NO_LONGER_HERE
        from games.engine import TooNew
        from games.mail import registration
        from games.personal_data import register_personal_data
        from games.queries import people, reliability
        from games.tables.account_deletion import HELMSMAN, leave_all
        from games.tables.guest_upgrade import move_all
        from games.tables.lobby import BOT_NAMES
        from games.tables.renaming import note_at_tables, rename
        from notifications import passing

        passing.register(TooNew)
        register_personal_data()
        names.reserve(*BOT_NAMES, HELMSMAN, HELMSMAN.removeprefix("A "), "A helmsman", "helmsman", NO_LONGER_HERE)
        held_names.register(people.tables_of, people.any_is_in_play, note_at_tables)
        held_names.register_rename(rename)
        trust.register(reliability.has_played)
        account_deletion.register(leave_all)
        guest_upgrade.register(move_all)
        registration.register_all()
