"""`manage.py mail_doctor`: what a site still needs to send letters and receive replies."""
