"""URL patterns of leagues and ratings."""

from django.urls import path

from leagues.web import deciding, exports, organising, people, public, ratings, sharing

app_name = "leagues"
SEASON = "leagues/<slug:slug>/<int:number>/"
urlpatterns = [
    path("ratings/", ratings.editions, name="ratings"),
    path("ratings/of/<int:person>/", ratings.captain, name="captain"),
    path("ratings/of/<int:person>/share.png", sharing.picture_of_captain, name="share_captain"),
    path("ratings/<slug:ruleset>/", ratings.board, name="board"),
    path("ratings/<slug:ruleset>/<int:person>/", ratings.person, name="rating"),
    path("leagues/", public.leagues, name="leagues"),
    path("leagues/new/", organising.new_league, name="new_league"),
    path("leagues/tournament/", organising.new_tournament, name="new_tournament"),
    path("leagues/answer/<str:key>/", people.answer, name="answer"),
    path("leagues/<slug:slug>/", public.league, name="league"),
    path("leagues/<slug:slug>/share.png", sharing.picture, name="share_league"),
    path("leagues/<slug:slug>/new/", organising.new_season, name="new_season"),
    path("leagues/<slug:slug>/edit/<slug:what>/", organising.edit_league, name="edit_league"),
    path(SEASON, public.season, name="season"),
    path(f"{SEASON}share.png", sharing.picture, name="share_season"),
    path(f"{SEASON}schedule/", public.schedule, name="schedule"),
    path(f"{SEASON}division/<int:division>/", public.division, name="division"),
    path(f"{SEASON}player/<int:entry>/", public.player, name="player"),
    path(f"{SEASON}corrections/", public.corrections, name="corrections"),
    path(f"{SEASON}standings.json", exports.as_json, name="json"),
    path(f"{SEASON}standings.csv", exports.as_csv, name="csv"),
    path(f"{SEASON}rounds.ics", exports.calendar, name="calendar"),
    path(f"{SEASON}me/", people.me, name="me"),
    path(f"{SEASON}me/<slug:what>/", people.act, name="act"),
    path(f"{SEASON}organise/", organising.dashboard_page, name="organise"),
    path(f"{SEASON}organise/settings/", organising.settings, name="settings"),
    path(f"{SEASON}organise/table/<int:pk>/", organising.table, name="decide_table"),
    path(f"{SEASON}organise/captain/<int:pk>/", organising.captain, name="decide_captain"),
    path(f"{SEASON}organise/<slug:what>/", deciding.act, name="decide"),
]
