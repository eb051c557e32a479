import { nobodyAt, type StartPeer } from "../peer.js";
import { captured } from "../responses.js";
import {
  byCaller,
  done,
  givenUp,
  inTime,
  lost,
  nothing,
  row,
  timedOut,
  unsent,
  unsentGivenUp,
  unsentInTime,
} from "../row.js";
import { closedPort, giving, plain, plainAt } from "../servers.js";
import { fin, give, readAll, rst, stall } from "../steps.js";
import { stuck, stuckAndFull } from "../stuck.js";

const at =
  (origin: string): StartPeer =>
  async () =>
    nobodyAt(origin);

/** A server reached by its name, which also has an IPv6 address if the machine does. */
const byName =
  (start: StartPeer): StartPeer =>
  async (call) => {
    const peer = await start(call);
    const origin = peer.origin.replace("127.0.0.1", "localhost");
    return Object.defineProperty({ ...peer, origin }, "open", { get: () => peer.open });
  };

const never = () => new Promise<never>(() => {});
const noLease = () => Promise.reject(new Error("no lease"));
const alwaysThere = giving(200, captured);
const named = byName(plainAt("127.0.0.1", [readAll, give(200, captured), stall]));
const nobodyKnows = `https://${"x".repeat(64)}.example`; // a DNS label has at most 63 characters: no name server is asked

const stopped = "an aborted fetch does not report its progress";
const badPort = "fetch says no more than `bad port`, which it also says after a redirect that it followed";
const reset = { unprovable: "the request may have been written before the reset came" };
const deadline = (timeoutMs: number) => ({ call: { timeoutMs } });
const abort = (abortAfterMs: number) => ({ call: { abortAfterMs } });
const unknownPort = { node: unsent("ECONNREFUSED"), fetch: lost(nothing) };

/** Faults before a connection exists. */
export const connectingRows = [
  row("an address where nobody listens", closedPort(), unsent("ECONNREFUSED")),
  row("a name where nobody listens at either address", byName(closedPort("127.0.0.1")), unsent("ECONNREFUSED")),
  row("a name where a server listens at one of two addresses", named, done),
  row("port 0", at("http://127.0.0.1:0"), unsent()),
  row("a port that fetch never connects to", at("http://127.0.0.1:1"), unknownPort, { unprovable: badPort }),
  row("an unknown name", at(nobodyKnows), unsent("ENOTFOUND")),
  row("no connection before the deadline", stuckAndFull, inTime, { ...deadline(500), unprovable: stopped }),
  row("no connection before the abort", stuckAndFull, byCaller, { ...abort(300), unprovable: stopped }),
  row("a server that hangs until the deadline while the system connects", stuck, timedOut(), deadline(1_500)),
  row("a server that hangs until the abort while the system connects", stuck, givenUp(), abort(1_000)),
  row("an abort before the call", alwaysThere, unsentGivenUp, { call: { isAbortedBefore: true } }),
  row("no credentials before the deadline", alwaysThere, unsentInTime, { call: { auth: never, timeoutMs: 300 } }),
  row("no credentials before the abort", alwaysThere, unsentGivenUp, { call: { auth: never, abortAfterMs: 100 } }),
  row("credentials that cannot be fetched", alwaysThere, unsent(), { call: { auth: noLease } }),
  row("FIN right after the connection is accepted", plain([fin]), [lost(), unsent()]),
  row("RST right after the connection is accepted", plain([rst]), [lost(nothing), unsent()], reset),
];
