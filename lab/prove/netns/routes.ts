import { nobodyAt, type StartPeer } from "../../../test/faults/peer.js";
import { byCaller, inTime, type Row, row, unsent, unsentInTime } from "../../../test/faults/row.js";
import { plainForTls } from "../../../test/faults/servers.js";
import { stall } from "../../../test/faults/steps.js";

const at =
  (address: string): StartPeer =>
  async () =>
    nobodyAt(`http://${address}:8080`);

const vanishing = at("10.9.5.9");
const unprovable = "fetch does not report its progress when it is stopped";
const once = (timeoutMs: number) => ({ call: { timeoutMs, maxRetries: 0 } });
const byConnectTimeout = { node: unsentInTime, fetch: unsent("UND_ERR_CONNECT_TIMEOUT") };

/** Connections over routes that lead nowhere. */
export const routeRows: readonly Row[] = [
  row("a route that is unreachable", at("10.8.1.1"), unsent("EHOSTUNREACH")),
  row("a route that is prohibited", at("10.8.2.1"), unsent("EACCES")),
  row("a route into a black hole", at("10.8.3.1"), unsent("EINVAL")),
  row("no route", at("10.8.4.1"), unsent("ENETUNREACH")),
  row("packets that vanish, until the system gives up", vanishing, unsent("ETIMEDOUT"), once(20_000)),
  row("packets that vanish, until the deadline", vanishing, inTime, { call: { timeoutMs: 1_000 }, unprovable }),
  row("packets that vanish, until the abort", vanishing, byCaller, { call: { abortAfterMs: 500 }, unprovable }),
  row("no ServerHello, until fetch gives up connecting", plainForTls([stall]), byConnectTimeout, once(14_000)),
];
