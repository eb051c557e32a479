import { captured, completed, page, rejected } from "../responses.js";
import { done, lost, nothing, part, type Row, rejectedByStatus, rejection, row, timedOut, whole } from "../row.js";
import { plain } from "../servers.js";
import { afterwards, drop, fin, give, read, readAll, readHead, rst, stall } from "../steps.js";

const options = { call: { size: "big" } } as const;
const tooLarge = give(413, page);
const [partTooLarge, wholeTooLarge] = [rejectedByStatus(413, part), rejectedByStatus(413)];

/** A connection that ends inside the request or right after it, and responses that do not wait for its end. */
export const requestRows: readonly Row[] = [
  row("RST after the request's head", plain([readHead, rst]), lost(part), options),
  row("RST inside the request's body", plain([read(300_000), rst]), lost(part), options),
  row("a close after the request's first bytes", plain([read(1), drop]), lost(part), options),
  row("FIN after the first bytes of a request that is read", plain([read(1), fin]), [lost(part), lost()], options),
  row("FIN after the whole request", plain([readAll, fin]), lost()),
  row("RST after the whole request", plain([readAll, rst]), lost(whole, { cause: "ECONNRESET" })),
  row("a close after the whole request", plain([readAll, drop]), lost()),
  row("a big request that is not read before the deadline", plain([afterwards]), [timedOut(part), timedOut()], {
    call: { size: "big", timeoutMs: 1_500 },
  }),
  // The kernel may still deliver the bytes of an aborted call, or drop them with the connection.
  row("a request that is read only after the deadline", plain([afterwards, readAll]), [timedOut(), timedOut(nothing)], {
    call: { timeoutMs: 700 },
    unprovable: "it may arrive late",
  }),
  // The amounts in the rejection show that the first request has moved the money.
  row(
    "an intermediary that sends the request twice",
    plain([readAll, give(200, completed), stall]),
    rejection(200, "unknown"),
  ),
  row(
    "HTTP 413 before the body is read, and FIN",
    plain([readHead, tooLarge, fin]),
    [partTooLarge, wholeTooLarge],
    options,
  ),
  row(
    "HTTP 413 before the body is read, and RST",
    plain([readHead, tooLarge, rst]),
    [partTooLarge, lost(part)],
    options,
  ),
  row(
    "HTTP 401 at the first bytes, and the rest is read",
    plain([read(1), give(401, page), stall]),
    [rejectedByStatus(401, part), rejectedByStatus(401)],
    options,
  ),
  row(
    "a rejection before the body is read",
    plain([readHead, give(200, rejected), stall]),
    [rejection(200, "rejected", part), rejection(200)],
    options,
  ),
  row(
    "a success before the body is read", // the service says so, and nothing contradicts it
    plain([readHead, give(200, captured), stall]),
    [{ ...done, ...part }, done],
    options,
  ),
];
