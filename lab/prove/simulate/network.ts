/** The library's transport to the service, in place of node:http. Each message is a step. */
import type { Exchange, Incoming, Outgoing } from "../../../src/wire/exchange.ts";
import { currentActivity } from "./activity.ts";
import type { Batch } from "./batch.ts";
import { timeNow } from "./clock.ts";
import { keyIn } from "./item.ts";
import { LATE_MS, MAX_NETWORK_DELAY_MS, type Substitute } from "./scenario.ts";
import type { Response } from "./service.ts";

export function network(batch: Batch, merchant: number): Exchange {
  const none = () => undefined;
  return { send: (outgoing) => send(batch, merchant, outgoing), enter: async () => none, close: none, isClosed: false };
}

async function send(batch: Batch, merchant: number, { deadline, onSending, url, body }: Outgoing): Promise<Incoming> {
  const { who, calls, called } = currentActivity();
  const { way, substitute } = calls.shift() ?? { way: "plain", substitute: "none" };
  const key = keyIn(JSON.parse(body).invoiceId);
  called.add(key);
  const item = batch.item(merchant, key);
  const { authorization, isForbidden } = item;
  const amount = Number(url.split("/").at(-1));
  await batch.step(`${who} connects for ${key} (${way}, ${substitute})`);
  if (way === "connection refused" || batch.outage === "unreachable") throw new Error("connect ECONNREFUSED");
  if (!deadline.maySend()) throw new Error("too late");
  onSending();
  const writtenAt = timeNow();
  batch.noteWritten(item);

  let met: Substitute | undefined; // the same for a copy: one that is accepted after a rejection cannot be found
  const hasCopy = way === "doubled" || way === "replayed";

  /** Undefined for a request that is never delivered. */
  async function arrive(): Promise<Response | undefined> {
    const lateMs = batch.exception === "outlives maxNetworkDelayMs" ? 2 * MAX_NETWORK_DELAY_MS : LATE_MS;
    if (way === "late") await batch.when(() => timeNow() >= writtenAt + lateMs);
    await batch.step(`a request of ${amount} for ${key} arrives`);
    const isTooLate = timeNow() > writtenAt + MAX_NETWORK_DELAY_MS;
    if (isTooLate && batch.exception !== "outlives maxNetworkDelayMs") return;
    // Two copies that both fit are a documented limit: no store can prevent the second capture.
    if (hasCopy && batch.exception !== "a copy that fits" && authorization.wouldAcceptTwice(key, amount)) return;
    const { outage } = batch;
    met ??= isForbidden ? "forbidden" : outage === undefined || outage === "unreachable" ? substitute : outage;
    const response = authorization.finalize(key, amount, met);
    batch.check(`(${response.httpStatus} ${response.text})`);
    return response;
  }

  return new Promise<Incoming>((resolve, reject) => {
    deadline.onEnd(() => reject(new Error("the call is over")));
    if (way === "request lost") return;
    const first = arrive();
    if (way === "doubled") void arrive();
    const last = way === "replayed" ? first.then(() => arrive()) : first;
    if (way === "broken") void last.then(() => reject(new Error("the connection was closed")));
    else if (way !== "response lost") void last.then(deliver, reject);

    async function deliver(response: Response | undefined) {
      if (response === undefined) return;
      await batch.step(`${who} gets a response for ${key}`);
      resolve(incoming(response));
    }
  });
}

/** A header tells what was accepted by then, so that the merchant's record holds it. */
function incoming({ httpStatus, type, text, accepted }: Response): Incoming {
  const headers = { "content-type": type, ...(accepted === undefined ? {} : { accepted: String(accepted) }) };
  return { httpStatus, headers, body: { text, end: "complete" } };
}
