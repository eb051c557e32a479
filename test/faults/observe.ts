import { setTimeout } from "node:timers/promises";
import { type PaymentError, type PaymentEvent, responseOf, toResult } from "merchant-payments";
import { clientOf } from "../support/client.js";
import { bytesWritten, requestsWritten } from "../support/witness.js";
import type { Peer } from "./peer.js";
import { captured, finalizations } from "./responses.js";
import type { Row, Verdict } from "./row.js";

/** How the call of a row ended. */
export interface Observation {
  readonly row: Row;
  readonly verdict: Verdict;
  /** How often the client tried. */
  readonly attempts: number;
  /** How many requests Node began to write. */
  readonly requestsWritten: number;
  /** How many bytes of requests were written to sockets; none are counted over TLS, which hides them. */
  readonly bytesWritten: number;
  /** How many connections are left after idle ones had time to close. */
  readonly open: number;
}

type Ending = Omit<Verdict, "requests" | "saw">;

const TIMEOUT_MS = 60_000;
const GRACE_MS = 2_000;
const AT_ONCE = 24; // so that the deadlines of some hundred milliseconds mean what they say

/** Makes the calls of all rows, and reads the servers' counts when nothing is in flight or idle any longer. */
export async function observeAll(rows: readonly Row[]): Promise<readonly Observation[]> {
  const waiting = [...rows];
  const played: (() => Promise<Observation>)[] = [];
  const playOn = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) played.push(await play(row));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playOn));
  return Promise.all(played.map((read) => read()));
}

/** Makes the row's call. The returned function reads how it ended. */
async function play(row: Row): Promise<() => Promise<Observation>> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const controller = new AbortController();
  const peer = await row.server({ abort: () => controller.abort(), ended });
  const { size = "usual", isAbortedBefore, abortAfterMs, ...options } = row.call ?? {};
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const events: PaymentEvent[] = [];
  const onEvent = (event: PaymentEvent) => events.push(event);
  const usual = { waive: ["lineTextLengths"], allowInsecureHttp: true, onEvent } as const;
  const client = clientOf(peer.origin, { ...usual, ...options, timeoutMs });

  if (row.meanwhile !== undefined) {
    await client.finalize(finalizations[size]);
    await row.meanwhile(peer);
  }
  const before = countsOf(peer);
  if (isAbortedBefore) controller.abort();
  const call = client.finalize(finalizations[size], { signal: controller.signal });
  if (abortAfterMs !== undefined) void setTimeout(abortAfterMs).then(() => controller.abort());
  const ending = await Promise.race([endingOf(call), overdue(timeoutMs)]);
  end();

  return async () => {
    const open = await hungUp(peer);
    const after = countsOf(peer);
    const bytes = after.bytes - before.bytes;
    const requests = after.requests - before.requests;
    const saw = requests > 0 ? "whole" : bytes > 0 ? "part" : "none";
    await peer.close();
    return {
      row,
      verdict: { ...ending, requests, saw },
      attempts: events.at(-1)?.attempt ?? 0,
      requestsWritten: after.requestsWritten - before.requestsWritten,
      bytesWritten: after.bytesWritten - before.bytesWritten,
      open,
    };
  };
}

function countsOf({ origin, seen }: Peer) {
  return { ...seen, requestsWritten: requestsWritten(origin), bytesWritten: bytesWritten(origin) };
}

async function endingOf(call: Promise<{ readonly transactionId: string }>): Promise<Ending> {
  const result = await toResult(call);
  if (!result.ok) return endingWith(result.error);
  return { class: captured.includes(result.value.transactionId) ? "result" : "result of another call" };
}

function endingWith(error: PaymentError): Ending {
  const kept = responseOf(error)?.body;
  return {
    class: error.name,
    code: error.code,
    outcome: error.outcome,
    ...("httpStatus" in error ? { httpStatus: error.httpStatus } : {}),
    ...(error.code === "connection" ? { cause: error.cause.code, detail: error.cause.detail } : {}),
    ...(kept === undefined ? {} : { kept }),
  };
}

async function overdue(timeoutMs: number): Promise<Ending> {
  await setTimeout(timeoutMs + GRACE_MS, undefined, { ref: false });
  return { class: "no end within the deadline" };
}

const POLL_MS = 50;
const LONGEST_IDLE_MS = 6_000; // both transports keep an idle connection for four seconds

async function hungUp(peer: Peer): Promise<number> {
  for (let waited = 0; peer.open > 0 && waited < LONGEST_IDLE_MS; waited += POLL_MS) await setTimeout(POLL_MS);
  return peer.open;
}
