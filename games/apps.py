from django.apps import AppConfig


class GamesConfig(AppConfig):
    """The site part of the games: tables, moves, deadlines."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hand our functions to the parts below us, which may not import us."""
        from accounts import account_deletion, guest_upgrade, names, trust
        from games.clock_overview.clock_queries import NO_LONGER_HERE
        from games.engine import TooNew
        from games.mail.commands import command_replies, strangers
        from games.mail.letters import (
            chat_letters,
            clock_letters,
            invitation_letters,
            moderation_letters,
            receipts,
            seek_letters,
            turn_letters,
        )
        from games.mail.replies import clock_replies, rematch_replies
        from games.personal_data import register_belongings
        from games.queries import reliability
        from games.tables.account_deletion import HELMSMAN, leave_all
        from games.tables.guest_upgrade import move_all
        from games.tables.lobby import BOT_NAMES
        from notifications import passing

        passing.register(TooNew)
        register_belongings()
        names.reserve(*BOT_NAMES, HELMSMAN, HELMSMAN.removeprefix("A "), NO_LONGER_HERE)
        trust.register(reliability.has_played)
        account_deletion.register(leave_all)
        guest_upgrade.register(move_all)
        turn_letters.register()
        clock_letters.register()
        clock_replies.register()
        seek_letters.register()
        receipts.register()
        invitation_letters.register()
        chat_letters.register()
        moderation_letters.register()
        rematch_replies.register()
        command_replies.register()
        strangers.register()
