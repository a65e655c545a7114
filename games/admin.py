"""The admin pages. Staff see tables but no secrets: hands, piles, seeds, checkpoints and undo rows are not registered."""

from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest

from accounts.staff import ReadOnly
from games.engine import RulesError
from games.models import Fault, Game, Player, Wait
from games.play import acting
from games.timeouts import seats


@admin.register(Game)
class GameAdmin(ReadOnly):
    list_display = ["name", "ruleset", "status", "number", "round", "moved_at"]
    list_filter = ["status", "ruleset"]
    search_fields = ["name"]
    fields = ["name", "ruleset", "version", "options", "owner", "open_to_all", "seats", "pace", "status", "number",
              "round", "turn", "scores", "commitment", "created_at", "started_at", "moved_at", "ended_at"]  # fmt: skip
    actions = ["take_up_again"]

    def has_resume_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_game")

    @admin.action(description="Let games that were set aside go on", permissions=["resume"])
    def take_up_again(self, request: HttpRequest, queryset: Any) -> None:
        for game in queryset:
            try:
                acting.take_up_again(game.pk)
            except RulesError as refusal:
                self.message_user(request, f"{game}: {refusal}", messages.WARNING)


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ["game", "seat", "name", "bot", "strikes", "resigned"]
    list_select_related = ["game", "user"]
    actions = ["give_back"]

    def has_reinstate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_player")

    @admin.action(description="Give the seat back: it was lost by mistake", permissions=["reinstate"])
    def give_back(self, request: HttpRequest, queryset: Any) -> None:
        for player in queryset:
            try:
                seats.reinstate(player.game_id, player.pk)
            except RulesError as refusal:
                self.message_user(request, f"{player}: {refusal}", messages.WARNING)


@admin.register(Wait)
class WaitAdmin(ReadOnly):
    list_display = [
        "game",
        "seat",
        "decision",
        "asked_at",
        "due_at",
        "next_step",
        "next_at",
        "failures",
        "closed_at",
        "closed_by",
    ]
    list_filter = ["next_step"]
    list_select_related = ["game"]


@admin.register(Fault)
class FaultAdmin(ReadOnly):
    list_display = ["game", "part", "error", "number", "at"]
    list_filter = ["part", "error"]
    list_select_related = ["game"]
