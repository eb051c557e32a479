#!/usr/bin/env bash
# Installs examples/capture-queue with the packed library, as a consumer would, and runs one of its scripts: test (the
# default, after its type-check) or night.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d "${TMPDIR:-/tmp}/capture-queue-XXXXXX") # outside the repository and its packages
trap 'rm -rf "$folder"' EXIT
npm run --silent build
npm pack --silent --pack-destination "$folder" >/dev/null
mv "$folder"/*.tgz "$folder/merchant-payments.tgz"
cp -R examples/capture-queue/{package.json,tsconfig.json,src,stage,test} "$folder"

export PATH="$PWD/node_modules/.bin:$PATH" # npm runs on the first node of the PATH, and ours is new enough
cd "$folder"
npm install --silent --no-package-lock
if [ "${1:-test}" = test ]; then npm run --silent typecheck; fi
npm run --silent "${1:-test}" -- "${@:2}"
