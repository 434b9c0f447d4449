#!/usr/bin/env bash
# Saves the database and, unless they are in S3, the files into a new folder below the given one, and prints its path.
# The product may run meanwhile. The keys (ENCRYPTION_KEYS, BLIND_INDEX_KEY, JWT_SECRET) are not saved: keep them elsewhere.
#
#   DATABASE_URL=postgres://… DATA_DIR=/var/lib/harkara deploy/backup/backup.sh /backups
set -euo pipefail
umask 077

[ $# -eq 1 ] || { echo "Usage: $0 <folder for backups>" >&2; exit 1; }
: "${DATABASE_URL:?Set DATABASE_URL to the database of Harkara.}"
command -v pg_dump >/dev/null || { echo "Install the client programs of PostgreSQL first: pg_dump was not found." >&2; exit 1; }
. "$(dirname "${BASH_SOURCE[0]}")/root-certificates.sh"

backup=$1/harkara-$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$1"
mkdir "$backup"
# An unfinished backup must not be taken for a whole one.
trap 'rm -rf "$backup"' EXIT

# Left out is what is made again by itself: the queue, staged rows, locks and rate limits.
pg_dump --format=custom --no-owner --no-privileges --no-unlogged-table-data --exclude-schema=bullmq \
  --exclude-table-data=held_lock --exclude-table-data=rate_window --file="$backup/database.dump" "$DATABASE_URL"
# After the database: a file that the database knows is then in the backup, unless it was deleted meanwhile.
if [ -z "${S3_ENDPOINT:-}" ] && [ -d "${DATA_DIR:-}/files" ]; then
  # Files that come and go while they are read are no error.
  tar --create --file="$backup/files.tar" --directory="$DATA_DIR" --warning=no-file-changed --ignore-failed-read files ||
    [ $? -eq 1 ]
fi
(cd "$backup" && sha256sum -- * >SHA256SUMS)
trap - EXIT
echo "$backup"
