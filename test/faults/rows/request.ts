import { captured, completed, page, refused } from "../responses.js";
import { done, lost, nothing, part, type Row, rejection, row, strange, timedOut, turnedAway, whole } from "../row.js";
import { plain } from "../servers.js";
import { afterwards, drop, fin, give, read, readAll, readHead, rst, stall } from "../steps.js";

const options = { call: { size: "big" } } as const;
const tooLarge = give(413, page);
const tooLargeFor = (came: typeof part | typeof whole) => turnedAway(413, came);

const late = timedOut(nothing);

/** A connection that ends inside the request or right after it, and responses that do not wait for its end. */
export const requestRows: readonly Row[] = [
  row("RST after the request's first bytes", plain([read(1), rst]), lost(part), options),
  row("RST after its head", plain([readHead, rst]), lost(part), options),
  row("RST inside its body", plain([read(300_000), rst]), lost(part), options),
  row("dropped after its first bytes", plain([read(1), drop]), lost(part), options),
  row("dropped after its head", plain([readHead, drop]), lost(part), options),
  row("dropped inside its body", plain([read(300_000), drop]), lost(part), options),
  row("FIN after its first bytes, and read to the end", plain([read(1), fin]), [lost(part), lost()], options),
  row("FIN after its head, and read to the end", plain([readHead, fin]), [lost(part), lost()], options),
  row("FIN after the whole request", plain([readAll, fin]), lost()),
  row("RST after the whole request", plain([readAll, rst]), lost(whole, { cause: "ECONNRESET" })),
  row("dropped after the whole request", plain([readAll, drop]), lost()),
  row("a big request that is not read before the deadline", plain([afterwards]), [timedOut(part), timedOut()], {
    call: { size: "big", timeoutMs: 1_500 },
  }),
  // What the system keeps of a caller that has given up may still be read, or be gone with its connection.
  row("a request that is read only after its caller has given up", plain([afterwards, readAll]), [timedOut(), late], {
    call: { timeoutMs: 700 },
    unprovable: "it may arrive late",
  }),
  row(
    "a hop sends the request on twice, and gives the response to the second",
    plain([readAll, give(200, completed), stall]),
    rejection(200), // of which the amounts in it tell that the first one has moved the money
  ),
  row(
    "HTTP 413 before the body is read, and FIN",
    plain([readHead, tooLarge, fin]),
    [tooLargeFor(part), tooLargeFor(whole)],
    options,
  ),
  row(
    "HTTP 413 before the body is read, which never is",
    plain([readHead, tooLarge, afterwards]),
    [tooLargeFor(part), tooLargeFor(whole)],
    options,
  ),
  row(
    "HTTP 413 before the body is read, and RST",
    plain([readHead, tooLarge, rst]),
    [tooLargeFor(part), lost(part)],
    options,
  ),
  row(
    "HTTP 401 at the first bytes, and the rest is read",
    plain([read(1), give(401, page), stall]),
    [turnedAway(401, part), turnedAway(401)],
    options,
  ),
  row(
    "the service's own no before the body is read",
    plain([readHead, give(200, refused), stall]),
    [rejection(200, "rejected", part), rejection(200)],
    options,
  ),
  row(
    "a success before the body is read", // the service says it is done: nobody knows better
    plain([readHead, give(200, captured), stall]),
    [{ ...done, ...part }, done],
    options,
  ),
  row(
    "HTTP 500 before the body is read, and FIN",
    plain([readHead, give(500, page), fin]),
    [strange(500, part), strange(500)],
    options,
  ),
];
