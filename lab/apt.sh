#!/usr/bin/env bash
# apt.sh <program> <package>: installs the package where the program is missing (Debian, as root).
set -euo pipefail
if [ ! -x "$1" ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  apt-get install -y "$2"
fi
