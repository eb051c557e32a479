#!/usr/bin/env bash
# Makes the certificates of this folder, with their keys, for tests alone. They are valid for a hundred years, but for
# the two that are there for not being valid. `openssl ca`, since it alone lets a certificate begin and end at will.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/ca.cnf" <<'CONFIG'
[ca]
default_ca = tests
[tests]
dir = .
database = $ENV::WORK/index.txt
new_certs_dir = $ENV::WORK
rand_serial = yes
unique_subject = no
default_md = sha256
policy = any
[any]
commonName = supplied
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[server]
basicConstraints = critical, CA:FALSE
subjectAltName = $ENV::NAMES
CONFIG
touch "$work/index.txt"
export WORK=$work NAMES=IP:127.0.0.1,IP:127.18.40.9,DNS:localhost

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$work/$1.key"; }

# root NAME: signs itself
root() {
  key "$1"
  openssl req -new -key "$work/$1.key" -subj "/CN=tests only: $1" -out "$work/$1.csr"
  openssl ca -batch -notext -config "$work/ca.cnf" -selfsign -keyfile "$work/$1.key" -extensions authority \
    -startdate 20250101000000Z -enddate 21250101000000Z -in "$work/$1.csr" -out "$work/$1.crt"
}

# signed NAME ISSUER EXTENSIONS BEGIN END
signed() {
  key "$1"
  openssl req -new -key "$work/$1.key" -subj "/CN=tests only: $1" -out "$work/$1.csr"
  openssl ca -batch -notext -config "$work/ca.cnf" -cert "$work/$2.crt" -keyfile "$work/$2.key" -extensions "$3" \
    -startdate "$4" -enddate "$5" -in "$work/$1.csr" -out "$work/$1.crt"
}

# server NAME ISSUER BEGIN END: its file holds the key and the certificate
server() {
  signed "$1" "$2" server "$3" "$4"
  cat "$work/$1.key" "$work/$1.crt" >"$1.pem"
}

root trusted-root
cp "$work/trusted-root.crt" trusted-root.pem
root unknown-root
signed intermediate trusted-root authority 20250101000000Z 21250101000000Z

server good trusted-root 20250101000000Z 21250101000000Z
openssl pkcs8 -topk8 -v2 aes-256-cbc -passout pass:pl4nted -in "$work/good.key" -out encrypted-key.pem
server expired trusted-root 20250101000000Z 20250102000000Z
server not-yet-valid trusted-root 21240101000000Z 21250101000000Z
server incomplete-chain intermediate 20250101000000Z 21250101000000Z
server unknown-authority unknown-root 20250101000000Z 21250101000000Z
cat "$work/unknown-root.crt" >>unknown-authority.pem
NAMES=DNS:another.example server wrong-host trusted-root 20250101000000Z 21250101000000Z
