#!/usr/bin/env bash
# Installs PostgreSQL 15 where it is missing (Debian, as root).
set -euo pipefail
if [ ! -x /usr/lib/postgresql/15/bin/initdb ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  apt-get install -y postgresql-15
fi
