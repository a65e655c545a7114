# Makes the database and its owner at the first start, then runs PostgreSQL in the foreground.
set -eu
cd "$PGDATA"
if [ ! -s PG_VERSION ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username "$POSTGRES_USER" --pwfile /tmp/password --auth-host scram-sha-256 --encoding UTF8 --pgdata .
  echo "host all all all scram-sha-256" >> pg_hba.conf
  pg_ctl -w -o "-c listen_addresses= -c unix_socket_directories=/tmp" start
  [ "$POSTGRES_DB" = postgres ] || createdb -h /tmp -U "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -w stop
fi
exec postgres -c "listen_addresses=*"
