"""`manage.py mail_doctor`: what a site still lacks to send letters and to take answers."""
