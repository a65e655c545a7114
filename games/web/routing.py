"""The addresses of the sockets."""

from django.urls import path

from games.web.consumers import GameConsumer, OwnGamesConsumer

websocket_urlpatterns = [
    path("ws/games/<int:game_id>/", GameConsumer.as_asgi()),
    path("ws/my/", OwnGamesConsumer.as_asgi()),
]
