"""Addresses of the games. A game's own pages all begin with its number, so that one look-up guards them."""

from django.urls import path

from games.views import front, history, letters, lists, lobby, orders, records, room, rules, table

urlpatterns = [
    path("", front.home, name="home"),
    path("play/", front.sail_now, name="sail_now"),
    path("my/", lists.my_games, name="my_games"),
    path("next/", lists.next_game, name="next_game"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("tables/new/<slug:slug>/", lobby.new_table, name="new_table"),
    path("letters/held/<int:pk>/", letters.held, name="held_letter"),
    path("letters/do/<str:key>/<slug:code>/", letters.play_by_link, name="play_by_link"),
    path("join/<str:token>/", room.by_link, name="join_by_link"),
    path("rules/", rules.all_rules, name="rules"),
    path("rules/<slug:slug>/", rules.one, name="rules_of"),
    path("games/<int:pk>/", table.page, name="table"),
    path("records/", records.take_in, name="take_in"),
    path("games/<int:pk>/record/", records.record, name="record"),
    path("games/<int:pk>/play-on/", records.play_on, name="play_on"),
    path("games/<int:pk>/join/", room.join, name="join"),
    path("games/<int:pk>/leave/", room.leave, name="leave"),
    path("games/<int:pk>/start/", room.start, name="start"),
    path("games/<int:pk>/invite/", room.invite, name="invite"),
    path("games/<int:pk>/move/", table.move, name="move"),
    path("games/<int:pk>/undo/", table.undo, name="undo"),
    path("games/<int:pk>/resign/", table.resign, name="resign"),
    path("games/<int:pk>/say/", table.say, name="say"),
    path("games/<int:pk>/orders/", orders.page, name="orders"),
    path("games/<int:pk>/history/", history.page, name="history"),
    path("games/<int:pk>/history/<int:number>/", history.page, name="history_at"),
]
