#!/usr/bin/env bash
# Faults of routes, links and name servers, in namespaces that end with this script. The machine's own network is neither
# used nor changed.
set -euo pipefail
cd "$(dirname "$0")/../../.."

# Without the namespaces that it makes below, it would break the machine's own network.
if [ "${NETNS_WAY:-}" = "" ]; then
  for tool in ip unshare nsenter; do
    command -v "$tool" >/dev/null || { echo "netns needs $tool (packages iproute2 and util-linux)" >&2; exit 1; }
  done
  unshare -rnm true || { echo "netns needs root, or a Linux that lets users make namespaces" >&2; exit 1; }
  for way in node fetch; do NETNS_WAY=$way unshare -rnm bash "$0"; done # each way breaks its own network
  exit
fi

unshare -n sleep infinity & # keeps the namespace of the far end
export FAR_END=$!
trap 'kill $FAR_END' EXIT
until [ "$(readlink /proc/$FAR_END/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.05; done

ip link set lo up
for number in 1 2 3 4 5; do # a link for each row that breaks one
  ip link add "near$number" type veth peer name "far$number"
  ip link set "far$number" netns "$FAR_END"
  ip addr add "10.9.$number.1/24" dev "near$number"
  ip link set "near$number" up
  nsenter -t "$FAR_END" -n ip addr add "10.9.$number.2/24" dev "far$number"
  nsenter -t "$FAR_END" -n ip link set "far$number" up
done
ip neigh add 10.9.5.9 lladdr 02:00:00:00:00:09 dev near5 # no machine has that address, so packets to it vanish
ip route add unreachable 10.8.1.0/24
ip route add prohibit 10.8.2.0/24
ip route add blackhole 10.8.3.0/24

echo 1 >/proc/sys/net/ipv4/tcp_syn_retries # the system gives up connecting after three seconds
echo 3 >/proc/sys/net/ipv4/tcp_retries2    # and gives up a connection after as many
settings=$(mktemp)
printf 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n' >"$settings"
mount --bind "$settings" /etc/resolv.conf
rm "$settings"

node node_modules/vitest/vitest.mjs run --config lab/prove/netns/vitest.config.ts --project "$NETNS_WAY"
