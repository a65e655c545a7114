from django.urls import path

from accounts import views

urlpatterns = [
    path("signup/", views.sign_up, name="account_signup"),
    path("login/", views.SignIn.as_view(), name="account_login"),
    path("profile/", views.profile, name="profile"),
    path("keep/", views.keep, name="keep"),
    path("leave/", views.leave, name="leave"),
    path("data/", views.my_data, name="my_data"),
    path("keys/", views.my_keys, name="keys"),
    path("keys/<int:pk>/end/", views.end_key, name="end_key"),
]
