from django.urls import path

from accounts import views

urlpatterns = [
    path("profile/", views.profile, name="profile"),
    path("keep/", views.keep, name="keep"),
    path("leave/", views.leave, name="leave"),
]
