import { nobodyAt, type StartPeer } from "../peer.js";
import { captured } from "../responses.js";
import { done, givenUp, lost, nothing, type Row, row, timedOut, unsent, unsentGivenUp, unsentInTime } from "../row.js";
import { closedPort, plain, plainAt } from "../servers.js";
import { fin, give, readAll, rst, stall } from "../steps.js";
import { stuck, stuckAndFull } from "../stuck.js";

const at =
  (origin: string): StartPeer =>
  async () =>
    nobodyAt(origin);

/** A server by its name, which has an IPv6 address too, where the machine has that. */
const byName =
  (start: StartPeer): StartPeer =>
  async (call) => {
    const peer = await start(call);
    const origin = peer.origin.replace("127.0.0.1", "localhost");
    return Object.defineProperty({ ...peer, origin }, "open", { get: () => peer.open });
  };

const never = () => new Promise<never>(() => {});
const noLease = () => Promise.reject(new Error("no lease"));
const alwaysThere = plain([readAll, give(200, captured), stall]);
const nobodyKnows = `https://${"x".repeat(64)}.example`; // no label of DNS has 64 characters: no name server is asked

/** fetch does not say how far it has come when it is stopped. */
const stopped = "fetch does not say how far it has come when it is stopped";
const inTime = { node: unsentInTime, fetch: timedOut(nothing) };
const byCaller = { node: unsentGivenUp, fetch: givenUp(nothing) };

/** Before a connection is there. */
export const connectingRows: readonly Row[] = [
  row("nobody listens", closedPort(), unsent("ECONNREFUSED")),
  row("nobody listens at either address", byName(closedPort("127.0.0.1")), unsent("ECONNREFUSED")),
  row(
    "somebody listens at one address of two",
    byName(plainAt("127.0.0.1", [readAll, give(200, captured), stall])),
    done,
  ),
  row("port 0", at("http://127.0.0.1:0"), unsent()),
  row(
    "a port that fetch refuses to connect to",
    at("http://127.0.0.1:1"),
    { node: unsent("ECONNREFUSED"), fetch: lost(nothing) },
    { unprovable: "fetch says no more than `bad port`, which it also says after a redirect that it followed" },
  ),
  row("a name that nobody knows", at(nobodyKnows), unsent("ENOTFOUND")),
  row("no response to the attempt to connect, until the deadline", stuckAndFull, inTime, {
    call: { timeoutMs: 500 },
    unprovable: stopped,
  }),
  row("no response to the attempt to connect, until the caller gives up", stuckAndFull, byCaller, {
    call: { abortAfterMs: 300 },
    unprovable: stopped,
  }),
  row("a server that hangs while the system connects in its name: it reads the request afterwards", stuck, timedOut(), {
    call: { timeoutMs: 1_500 },
  }),
  row("a server that hangs while the system connects in its name, and the caller gives up", stuck, givenUp(), {
    call: { abortAfterMs: 1_000 },
  }),
  row("the caller gave up before", alwaysThere, unsentGivenUp, { call: { isAbortedBefore: true } }),
  row("credentials that do not come", alwaysThere, unsentInTime, { call: { auth: never, timeoutMs: 300 } }),
  row("credentials that do not come, and the caller gives up", alwaysThere, unsentGivenUp, {
    call: { auth: never, abortAfterMs: 100 },
  }),
  row("credentials that cannot be had", alwaysThere, unsent(), { call: { auth: noLease } }),
  row("FIN as soon as the connection is accepted", plain([fin]), [lost(), unsent()]),
  row("RST as soon as the connection is accepted", plain([rst]), [lost(nothing), unsent()], {
    unprovable: "the request may have been written before the reset came",
  }),
];
