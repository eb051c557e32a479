#!/usr/bin/env bash
# Tests the fake's page in Chromium, from the built package. A machine without the browser gets it first (Debian, as root).
set -euo pipefail
cd "$(dirname "$0")/../../.."

[ -d node_modules ] || npm ci
if [ ! -x /usr/bin/chromium ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  apt-get install -y chromium
fi
npm run build
npx vitest run --config lab/ship/browser/vitest.config.ts
