"""Addresses of leagues and ratings."""

from django.urls import path


app_name = "leagues"
urlpatterns = []
