/** The way between the library and the service, in the place of node:http: the library's exchange, played step by step. */
import type { Exchange, Incoming, Outgoing } from "../../../src/wire/exchange.ts";
import { timeNow } from "./clock.ts";
import { current } from "./doing.ts";
import type { Night } from "./night.ts";
import { HORIZON_MS, LATE_MS, type Moment } from "./scenario.ts";
import type { Response } from "./service.ts";

export function network(night: Night): Exchange {
  const none = () => undefined;
  return { send: (outgoing) => send(night, outgoing), enter: async () => none, close: none, isClosed: () => false };
}

async function send(night: Night, { deadline, onSending, url, body }: Outgoing): Promise<Incoming> {
  const { who, calls } = current();
  const { way, moment } = calls.shift() ?? { way: "plain", moment: "none" };
  const key: string = JSON.parse(body).invoiceId;
  const { authorization, isPoisonous } = night.line(key);
  const amount = Number(url.split("/").at(-1));
  await night.step(`${who} connects for ${key} (${way}, ${moment})`);
  if (way === "refused" || night.weather === "unreachable") throw new Error("connect ECONNREFUSED");
  if (!deadline.maySend()) throw new Error("too late");
  onSending();
  const writtenAt = timeNow();

  let met: Moment | undefined; // a copy meets the same: one that is taken after a rejection cannot be told of
  const hasCopy = way === "doubled" || way === "replayed";

  /** Undefined for a request that nobody delivers. */
  async function arrive(): Promise<Response | undefined> {
    if (way === "late") await night.when(() => timeNow() >= writtenAt + LATE_MS);
    await night.step(`a request of ${amount} for ${key} arrives`);
    if (timeNow() > writtenAt + HORIZON_MS && night.exception !== "outlives the horizon") return;
    // Nothing can help where a request and a hop's copy of it both fit, and the documents say so.
    if (hasCopy && night.exception !== "a copy that fits" && authorization.wouldTakeTwice(key, amount)) return;
    met ??= isPoisonous
      ? "forbidden"
      : night.weather === "well" || night.weather === "unreachable"
        ? moment
        : night.weather;
    const response = authorization.finalize(key, amount, met);
    night.check(`(${response.httpStatus} ${response.text})`);
    return response;
  }

  return new Promise<Incoming>((resolve, reject) => {
    deadline.onEnd(() => reject(new Error("the call is over")));
    if (way === "request lost") return;
    const first = arrive();
    if (way === "doubled") void arrive();
    const answered = way === "replayed" ? first.then(() => arrive()) : first;
    if (way === "broken") void answered.then(() => reject(new Error("the connection was closed")));
    else if (way !== "response lost") void answered.then(hand, reject);

    async function hand(response: Response | undefined) {
      if (response === undefined) return;
      await night.step(`${who} gets a response for ${key}`);
      resolve(incoming(response));
    }
  });
}

/** The truth of its time goes with the response, into the merchant's record of it. */
function incoming({ httpStatus, type, text, taken }: Response): Incoming {
  const headers = { "content-type": type, ...(taken === undefined ? {} : { taken: String(taken) }) };
  return { httpStatus, headers, body: { text, end: "complete" } };
}
