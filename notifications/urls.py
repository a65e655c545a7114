from django.urls import path

from core.web import late

from .web import settings, views

app_name = "notifications"
receive_webhook = late("notifications.inbound.webhook.receive_webhook", csrf_exempt=True)  # loads Anymail and the signature checks
urlpatterns = [
    path("u/<str:token>/", views.stop, name="stop"),
    path("letters/", settings.wishes, name="wishes"),
    path("letters/wishes/<str:token>/", settings.signed_wishes, name="signed_wishes"),
    path("letters/in/<slug:provider>/mime/", receive_webhook, {"what": "inbound"}, name="letters_in"),
    path("letters/reports/<slug:provider>/", receive_webhook, {"what": "tracking"}, name="letters_reports"),
    path("letters/topic/", settings.topic, name="topic"),
    path("letters/address/", settings.revive, name="revive"),
    path("letters/channels/", settings.add_channel, name="add_channel"),
    path("letters/channels/<int:pk>/", settings.remove_channel, name="remove_channel"),
    path("letters/calendar/", settings.renew_calendar, name="renew_calendar"),
    path("c/<str:key>.ics", settings.calendar_feed, name="calendar"),
    path("mailbox/", views.mailbox, name="mailbox"),
    path("mailbox/write/", views.write, name="write"),
    path("mailbox/<int:pk>/", views.letter, name="letter"),
    path("mailbox/<int:pk>/answer/", views.answer, name="answer"),
    path("mailbox/<int:pk>/html/", views.letter_html, name="letter_html"),
]
