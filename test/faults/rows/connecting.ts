import { captured } from "../answers.js";
import { closedPort } from "../closed-port.js";
import { nobodyAt, type StartPeer } from "../peer.js";
import {
  done,
  givenUp,
  lost,
  nothing,
  type Row,
  timedOut,
  unsent,
  unsentGivenUp,
  unsentInTime,
  whole,
} from "../row.js";
import { plain, plainAt } from "../servers.js";
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
    return {
      ...peer,
      origin,
      get open() {
        return peer.open;
      },
    };
  };

const never = () => new Promise<never>(() => {});
const alwaysThere = plain([readAll, give(200, captured), stall]);

/** Before a connection is there. */
export const connectingRows: readonly Row[] = [
  { name: "nobody listens", server: closedPort(), both: { ...unsent, cause: "ECONNREFUSED" } },
  {
    name: "nobody listens at either address",
    server: byName(closedPort("127.0.0.1")),
    both: { ...unsent, cause: "ECONNREFUSED" },
  },
  {
    name: "somebody listens at one address of two",
    server: byName(plainAt("127.0.0.1", [readAll, give(200, captured), stall])),
    both: done,
  },
  { name: "port 0", server: at("http://127.0.0.1:0"), both: unsent },
  {
    name: "a port that fetch refuses to connect to",
    server: at("http://127.0.0.1:1"),
    node: { ...unsent, cause: "ECONNREFUSED" },
    fetch: { ...lost, ...nothing },
    unprovable: "fetch says no more than `bad port`, which it also says after a redirect that it followed",
  },
  {
    name: "a name that nobody knows", // no label of DNS has 64 characters: no name server is asked
    server: at(`https://${"x".repeat(64)}.example`),
    both: { ...unsent, cause: "ENOTFOUND" },
  },
  {
    name: "no answer to the attempt to connect, until the deadline",
    server: stuckAndFull,
    call: { timeoutMs: 500 },
    node: unsentInTime,
    fetch: { ...timedOut, ...nothing },
    unprovable: "fetch does not say how far it has come when it is stopped",
  },
  {
    name: "no answer to the attempt to connect, until the caller gives up",
    server: stuckAndFull,
    call: { abortAfterMs: 300 },
    node: unsentGivenUp,
    fetch: { ...givenUp, ...nothing },
    unprovable: "fetch does not say how far it has come when it is stopped",
  },
  {
    name: "a server that hangs while the system connects in its name: it reads the request afterwards",
    server: stuck,
    call: { timeoutMs: 500 },
    both: { ...timedOut, ...whole },
  },
  {
    name: "a server that hangs while the system connects in its name, and the caller gives up",
    server: stuck,
    call: { abortAfterMs: 300 },
    both: { ...givenUp, ...whole },
  },
  { name: "the caller gave up before", server: alwaysThere, call: { isAbortedBefore: true }, both: unsentGivenUp },
  {
    name: "credentials that do not come",
    server: alwaysThere,
    call: { auth: never, timeoutMs: 300 },
    both: unsentInTime,
  },
  {
    name: "credentials that do not come, and the caller gives up",
    server: alwaysThere,
    call: { auth: never, abortAfterMs: 100 },
    both: unsentGivenUp,
  },
  {
    name: "credentials that cannot be had",
    server: alwaysThere,
    call: { auth: () => Promise.reject(new Error("no lease")) },
    both: unsent,
  },
  { name: "FIN as soon as the connection is accepted", server: plain([fin]), both: [{ ...lost, ...whole }, unsent] },
  {
    name: "RST as soon as the connection is accepted",
    server: plain([rst]),
    both: [{ ...lost, ...nothing }, unsent],
    unprovable: "the request may have been written before the reset came",
  },
];
