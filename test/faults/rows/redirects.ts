import { type StartPeer, together } from "../peer.js";
import { captured, refused } from "../responses.js";
import { type Row, rejection, row, strange } from "../row.js";
import { closedPort, plain } from "../servers.js";
import { give, readAll, stall } from "../steps.js";

const redirecting = (status: number, location: string, body = "") =>
  plain([readAll, give(status, body, { location }), stall]);

/** A server that sends the client to this one: a request to either of them counts. */
const redirectingTo =
  (status: number, start: StartPeer): StartPeer =>
  async (call) => {
    const elsewhere = await start(call);
    return together(await redirecting(status, `${elsewhere.origin}/orders`)(call), elsewhere);
  };

const somebody = plain([readAll, give(200, captured), stall]);

/** None is followed: what the first server did with the request, nobody knows. */
export const redirectRows: readonly Row[] = [301, 302, 303, 307, 308].flatMap((status) => [
  row(`HTTP ${status} to the same origin`, redirecting(status, "/elsewhere"), strange(status)),
  row(`HTTP ${status} to another origin`, redirectingTo(status, somebody), strange(status)),
  row(`HTTP ${status} to a port where nobody listens`, redirectingTo(status, closedPort()), strange(status)),
  row(
    `HTTP ${status} to a name that nobody knows`,
    redirecting(status, `https://${"x".repeat(64)}.example`),
    strange(status),
  ),
  row(`HTTP ${status} to what is no address`, redirecting(status, "http://["), strange(status)),
  row(`HTTP ${status} with a success`, redirecting(status, "/", captured), strange(status)),
  row(`HTTP ${status} with the service's own no`, redirecting(status, "/", refused), rejection(status, "unknown")),
  row(`HTTP ${status} to nowhere`, plain([readAll, give(status, ""), stall]), strange(status)),
]);
