from django.urls import path

from . import views

app_name = "notifications"
urlpatterns = [
    path("u/<str:token>/", views.stop, name="stop"),
    path("mailbox/", views.mailbox, name="mailbox"),
    path("mailbox/<int:pk>/", views.letter, name="letter"),
    path("mailbox/<int:pk>/answer/", views.answer, name="answer"),
    path("mailbox/<int:pk>/html/", views.letter_html, name="letter_html"),
]
