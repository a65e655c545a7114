#!/bin/sh
# Writes Postfix's settings from the environment, and starts it in the foreground. It relays for every private
# network, so its port is never published: behind a port of a container engine, strangers may seem to come from such a network.
#   MAIL_NAME     the name with which it greets, such as mail.pirates.example.org
#   RELAYHOST     a provider's server that sends everything, such as [smtp.example.org]:587; empty: it sends by itself
set -eu
: "${MAIL_NAME:?is the name of this relay, such as mail.pirates.example.org}"
postconf -e "myhostname = $MAIL_NAME" "mydestination =" "relayhost = ${RELAYHOST:-}" "inet_interfaces = all" \
  "mynetworks = 127.0.0.0/8 [::1]/128 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16" "smtp_tls_security_level = may" \
  "smtp_tls_CApath = /etc/ssl/certs" "maillog_file = /dev/stdout" \
  "relay_domains =" "smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination"
postconf -F "*/*/chroot = n"  # in its own folder it would keep the name servers of the day the queue was made
exec postfix start-fg
