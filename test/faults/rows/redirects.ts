import { type StartPeer, together } from "../peer.js";
import { captured, rejected } from "../responses.js";
import { type Row, rejection, row, unexpected } from "../row.js";
import { closedPort, giving } from "../servers.js";

const redirecting = (status: number, location: string, body = "") => giving(status, body, { location });

/** A server that redirects to another. A request to either of them counts. */
const redirectingTo =
  (status: number, start: StartPeer): StartPeer =>
  async (call) => {
    const elsewhere = await start(call);
    return together(await redirecting(status, `${elsewhere.origin}/orders`)(call), elsewhere);
  };

const somebody = giving(200, captured);

/** No redirect is followed, and nobody knows what the first server did with the request. */
export const redirectRows: readonly Row[] = [301, 302, 303, 307, 308].flatMap((status) => [
  row(`HTTP ${status} to the same origin`, redirecting(status, "/elsewhere"), unexpected(status)),
  row(`HTTP ${status} to another origin`, redirectingTo(status, somebody), unexpected(status)),
  row(`HTTP ${status} to a port where nobody listens`, redirectingTo(status, closedPort()), unexpected(status)),
  row(`HTTP ${status} with a success`, redirecting(status, "/", captured), unexpected(status)),
  row(`HTTP ${status} with a rejection`, redirecting(status, "/", rejected), rejection(status, "unknown")),
]);
