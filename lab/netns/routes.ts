import { nobodyAt, type StartPeer } from "../../test/faults/peer.js";
import { givenUp, nothing, type Row, timedOut, unsent, unsentGivenUp, unsentInTime } from "../../test/faults/row.js";
import { plainForTls } from "../../test/faults/servers.js";
import { stall } from "../../test/faults/steps.js";

const at =
  (address: string): StartPeer =>
  async () =>
    nobodyAt(`http://${address}:8080`);

const vanishing = at("10.9.5.9");
const unprovable = "fetch does not say how far it has come when it is stopped";

/** Attempts to connect over routes that lead nowhere. */
export const routeRows: readonly Row[] = [
  { name: "a route that is unreachable", server: at("10.8.1.1"), both: { ...unsent, cause: "EHOSTUNREACH" } },
  { name: "a route that is prohibited", server: at("10.8.2.1"), both: { ...unsent, cause: "EACCES" } },
  { name: "a route into a black hole", server: at("10.8.3.1"), both: { ...unsent, cause: "EINVAL" } },
  { name: "no route", server: at("10.8.4.1"), both: { ...unsent, cause: "ENETUNREACH" } },
  {
    name: "packets that vanish, until the system gives up",
    server: vanishing,
    call: { timeoutMs: 20_000, maxRetries: 0 },
    both: { ...unsent, cause: "ETIMEDOUT" },
  },
  {
    name: "packets that vanish, until the deadline",
    server: vanishing,
    call: { timeoutMs: 1_000 },
    node: unsentInTime,
    fetch: { ...timedOut, ...nothing },
    unprovable,
  },
  {
    name: "packets that vanish, until the caller gives up",
    server: vanishing,
    call: { abortAfterMs: 500 },
    node: unsentGivenUp,
    fetch: { ...givenUp, ...nothing },
    unprovable,
  },
  {
    name: "a ServerHello that does not come, until fetch gives up connecting",
    server: plainForTls([stall]),
    call: { timeoutMs: 14_000, maxRetries: 0 },
    node: unsentInTime,
    fetch: { ...unsent, cause: "UND_ERR_CONNECT_TIMEOUT" },
  },
];
