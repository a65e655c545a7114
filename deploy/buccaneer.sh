#!/bin/sh
# To /usr/local/sbin/buccaneer: runs a command of the site as its user, with the settings of its services. For root.
set -eu
umask 022
set -a
BUCCANEER_DATA=/var/lib/buccaneer
. /etc/buccaneer/town.env
set +a
cd /var/lib/buccaneer
exec setpriv --reuid=buccaneer --regid=buccaneer --init-groups /opt/buccaneer/venv/bin/buccaneer "$@"
