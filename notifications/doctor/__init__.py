"""`manage.py mail_doctor`: what a site still needs to send letters and to take answers."""
