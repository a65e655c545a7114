"""The admin pages. Staff see tables but no secrets: hands, piles, seeds, checkpoints and undo rows are not registered."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.staff import MAX_ROWS, Large, ReadOnly, number, people
from games.engine import RulesError
from games.models import Fault, Game, Player, Wait
from games.play import acting
from games.rulesets import all_rulesets
from games.timeouts import seats


class EditionFilter(admin.SimpleListFilter):
    """Filters by edition. Offers the editions that this code knows, to avoid reading a million games."""

    title, parameter_name = "edition", "ruleset"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(slug, rules.name) for slug, rules in sorted(all_rulesets().items())]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(ruleset=self.value()) if self.value() else queryset


def games_of(term: str) -> list[int]:
    """Return the games that a term means: the one with this number, and the newest of the people it names."""
    seats = Player.objects.filter(user__in=people(term)).order_by("-pk")
    ids = Game.objects.filter(number(term)).values_list("pk", flat=True)
    return [*ids, *seats.values_list("game", flat=True)[:MAX_ROWS]]


@admin.register(Game)
class GameAdmin(Large, ReadOnly):
    list_display = ["name", "ruleset", "status", "number", "round", "moved_at"]
    list_filter = ["status", EditionFilter]
    search_help_text = "number of a game; name or address of a player"
    fields = ["name", "ruleset", "version", "options", "owner", "open_to_all", "seats", "pace", "status", "number",
              "round", "turn", "scores", "commitment", "created_at", "started_at", "moved_at", "ended_at"]  # fmt: skip
    actions = ["take_up_again"]

    def search_condition(self, term: str) -> Q:
        return Q(pk__in=games_of(term))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).defer("public")

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
class PlayerAdmin(Large, ReadOnly):
    search_help_text = "number of a game; name or address of a player"
    list_display = ["game", "seat", "name", "bot", "strikes", "resigned"]
    list_select_related = ["game", "user"]
    actions = ["give_back"]

    def search_condition(self, term: str) -> Q:
        seats = Player.objects.filter(user__in=people(term)).order_by("-pk").values_list("pk", flat=True)[:MAX_ROWS]
        return Q(pk__in=[*seats, *Player.objects.filter(number(term, "game")).values_list("pk", flat=True)])

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
class WaitAdmin(Large, ReadOnly):
    search_help_text = "number of a game; name or address of a player: all waits there. Without it: open ones, what comes next first"
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
    list_select_related = ["game"]
    ordering = ["next_at", "pk"]

    def search_condition(self, term: str) -> Q:
        return Q(game__in=games_of(term))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Wait], search_term: str) -> tuple[QuerySet[Wait], bool]:
        found, again = super().get_search_results(request, queryset, search_term)
        return (found if search_term.strip() else found.filter(closed_at=None)), again


@admin.register(Fault)
class FaultAdmin(ReadOnly):
    list_display = ["game", "part", "error", "number", "at"]
    list_filter = ["part", "error"]
    list_select_related = ["game"]
