from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The site part of the games: tables, moves, deadlines."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand our functions to the parts below us, which may not import us."""
        from accounts import leaving, moving, names, trust
        from games import (
            again_by_mail,
            clock_by_mail,
            clock_letters,
            company_letters,
            desk_by_mail,
            invitation_letters,
            letters,
            peace_letters,
            receipts,
            reliability,
            strangers_by_mail,
            talk_letters,
        )
        from games.belongings import register_belongings
        from games.clock_queries import NO_LONGER_HERE
        from games.engine import TooNew
        from games.services.leaving import HELMSMAN, leave_all
        from games.services.moving import move_all
        from games.services.tables import BOT_NAMES
        from notifications import passing

        passing.register(TooNew)
        register_belongings()
        names.reserve(*BOT_NAMES, HELMSMAN, HELMSMAN.removeprefix("A "), NO_LONGER_HERE)
        trust.register(reliability.has_played)
        leaving.register(leave_all)
        moving.register(move_all)
        letters.register()
        clock_letters.register()
        clock_by_mail.register()
        company_letters.register()
        receipts.register()
        invitation_letters.register()
        talk_letters.register()
        peace_letters.register()
        again_by_mail.register()
        desk_by_mail.register()
        strangers_by_mail.register()
