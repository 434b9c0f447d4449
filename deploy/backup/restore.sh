#!/usr/bin/env bash
# Restores a backup into an empty database and verifies every wallet's ledger. Needs the keys of the time of the backup.
#
#   DATABASE_URL=postgres://… DATA_DIR=/var/lib/harkara ENCRYPTION_KEYS=… deploy/backup/restore.sh /backups/harkara-…
set -euo pipefail
umask 077

[ $# -eq 1 ] && [ -f "$1/database.dump" ] || { echo "Usage: $0 <folder of one backup>" >&2; exit 1; }
: "${DATABASE_URL:?Set DATABASE_URL to an empty database.}"
backup=$(cd "$1" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. deploy/backup/root-certificates.sh

(cd "$backup" && sha256sum --check --quiet SHA256SUMS) ||
  { echo "The backup is damaged: nothing was restored." >&2; exit 1; }
tables=$(psql --no-psqlrc --tuples-only --no-align --command="select count(*) from pg_tables where schemaname = 'public'" "$DATABASE_URL")
[ "$tables" = 0 ] || { echo "The database is not empty: nothing was restored." >&2; exit 1; }
if [ -f "$backup/files.tar" ]; then
  : "${DATA_DIR:?Set DATA_DIR, because the backup contains files.}"
  [ ! -e "$DATA_DIR/files" ] || { echo "$DATA_DIR/files exists: nothing was restored." >&2; exit 1; }
fi

pg_restore --no-owner --no-privileges --single-transaction --exit-on-error --dbname="$DATABASE_URL" "$backup/database.dump"
if [ -f "$backup/files.tar" ]; then
  mkdir -p "$DATA_DIR"
  tar --extract --file="$backup/files.tar" --directory="$DATA_DIR"
fi
# Also applies migrations that are newer than the backup.
npm run --silent ledger:verify
