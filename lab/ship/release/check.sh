#!/usr/bin/env bash
# Checks the built package: its size, what it names, its types for every way to import it, and its public declarations.
set -euo pipefail
cd "$(dirname "$0")"
PATH="$PWD/node_modules/.bin:$PATH"
size-limit
cd ../../..
export npm_config_ignore_scripts=true # what is packed is built
publint --strict
attw --pack . --profile node16 --format table-flipped --no-emoji
node lab/ship/release/api-reports.ts
