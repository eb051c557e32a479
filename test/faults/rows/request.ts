import type { Script } from "../../support/connection.js";
import { captured, completed, page, rejected } from "../responses.js";
import { type Due, done, lost, nothing, part, rejectedByStatus, rejection, row, timedOut, whole } from "../row.js";
import { giving, plain } from "../servers.js";
import { afterwards, drop, fin, give, read, readAll, readHead, rst, stall } from "../steps.js";

/** A row about a request of a megabyte. */
const big = (name: string, script: Script, due: Due) => row(name, plain(script), due, { call: { size: "big" } });
const bigAndSlow = { call: { size: "big", timeoutMs: 1_500 } } as const;
const late = { call: { timeoutMs: 700 }, unprovable: "it may arrive late" };
const tooLarge = give(413, page);
const [partTooLarge, wholeTooLarge] = [rejectedByStatus(413, part), rejectedByStatus(413)];
const unauthorized = [rejectedByStatus(401, part), rejectedByStatus(401)];
const rejectedEarly = [rejection(200, "rejected", part), rejection(200)];

/** A connection that ends inside the request or right after it, and responses that do not wait for its end. */
export const requestRows = [
  big("RST after the request's head", [readHead, rst], lost(part)),
  big("RST inside the request's body", [read(300_000), rst], lost(part)),
  big("a close after the request's first bytes", [read(1), drop], lost(part)),
  big("FIN after the first bytes of a request that is read", [read(1), fin], [lost(part), lost()]),
  row("FIN after the whole request", plain([readAll, fin]), lost()),
  row("RST after the whole request", plain([readAll, rst]), lost(whole, { cause: "ECONNRESET" })),
  row("a close after the whole request", plain([readAll, drop]), lost()),
  row("a big request that is not read in time", plain([afterwards]), [timedOut(part), timedOut()], bigAndSlow),
  // The kernel may still deliver the bytes of an aborted call, or drop them with the connection.
  row("a request that is read after the deadline", plain([afterwards, readAll]), [timedOut(), timedOut(nothing)], late),
  // The amounts in the rejection show that the first request has moved the money.
  row("an intermediary that sends the request twice", giving(200, completed), rejection(200, "unknown")),
  big("HTTP 413 before the body is read, and FIN", [readHead, tooLarge, fin], [partTooLarge, wholeTooLarge]),
  big("HTTP 413 before the body is read, and RST", [readHead, tooLarge, rst], [partTooLarge, lost(part)]),
  big("HTTP 401 at the first bytes, and the rest is read", [read(1), give(401, page), stall], unauthorized),
  big("a rejection before the body is read", [readHead, give(200, rejected), stall], rejectedEarly),
  // The service says so, and nothing contradicts it.
  big("a success before the body is read", [readHead, give(200, captured), stall], [{ ...done, ...part }, done]),
];
