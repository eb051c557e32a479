import { captured, refused } from "../answers.js";
import { closedPort } from "../closed-port.js";
import { type StartPeer, together } from "../peer.js";
import { type Row, refusal, strange, whole } from "../row.js";
import { plain } from "../servers.js";
import { give, readAll, stall } from "../steps.js";

const redirecting = (status: number, location: string) => plain([readAll, give(status, "", { location }), stall]);

/** A server that sends the client to another one: a request to either of them counts. */
const redirectingAway =
  (status: number): StartPeer =>
  async (call) => {
    const elsewhere = await plain([readAll, give(200, captured), stall])(call);
    return together(await redirecting(status, `${elsewhere.origin}/orders`)(call), elsewhere);
  };

const redirectingNowhere =
  (status: number): StartPeer =>
  async (call) => {
    const nobody = await closedPort()(call);
    return together(await redirecting(status, nobody.origin)(call), nobody);
  };

/** None is followed: what the first server did with the request, nobody knows. */
export const redirectRows: readonly Row[] = [301, 302, 303, 307, 308].flatMap((status): Row[] => {
  const both = { ...strange, httpStatus: status, ...whole };
  return [
    { name: `HTTP ${status} to the same origin`, server: redirecting(status, "/elsewhere"), both },
    { name: `HTTP ${status} to another origin`, server: redirectingAway(status), both },
    { name: `HTTP ${status} to a port where nobody listens`, server: redirectingNowhere(status), both },
    {
      name: `HTTP ${status} to a name that nobody knows`,
      server: redirecting(status, `https://${"x".repeat(64)}.example`),
      both,
    },
    { name: `HTTP ${status} to what is no address`, server: redirecting(status, "http://["), both },
    {
      name: `HTTP ${status} with a success`,
      server: plain([readAll, give(status, captured, { location: "/" }), stall]),
      both,
    },
    {
      name: `HTTP ${status} with the service's own no`,
      server: plain([readAll, give(status, refused, { location: "/" }), stall]),
      both: { ...refusal, outcome: "unknown", httpStatus: status, ...whole },
    },
    { name: `HTTP ${status} to nowhere`, server: plain([readAll, give(status, ""), stall]), both },
  ];
});
