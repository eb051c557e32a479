/** The way between the library and the service, in the place of node:http: the library's exchange, played step by step. */
import type { Exchange, Incoming } from "../../src/wire/exchange.ts";
import { passUntil, timeNow } from "./clock.ts";
import type { Fate } from "./scenario.ts";
import type { Answer, Authorization } from "./service.ts";

/** One call of the library's, and what was true when its answer was written. */
export interface Played {
  readonly exchange: Exchange;
  taken: number | undefined;
}

type Step = (what: string) => Promise<void>;

export function played({ way, moment }: Fate, authorization: Authorization, step: Step): Played {
  let isRefused = way === "refused";
  const send: Exchange["send"] = async ({ deadline, onSending, path }) => {
    await step("connects");
    if (isRefused) {
      isRefused = false; // the next attempt gets through
      throw new Error("connect ECONNREFUSED");
    }
    if (!deadline.maySend()) throw new Error("too late");
    onSending();
    const amount = Number(path.split("/").at(-1));
    const deliver = async () => {
      await step(`its request of ${amount} arrives`);
      return authorization.finalize(amount, moment);
    };
    const answered = way === "request lost" ? undefined : deliver();
    const second = way === "replayed" ? answered?.then(deliver) : way === "doubled" ? deliver() : undefined;
    return new Promise<Incoming>((resolve, reject) => {
      deadline.onEnd(() => reject(new Error("the call is over")));
      if (way === "broken") void answered?.then(() => reject(new Error("the connection was closed")));
      else if (way !== "answer lost") void (way === "replayed" ? second : answered)?.then(arrive);
      if (["request lost", "answer lost", "late"].includes(way)) void giveUp();

      async function arrive(answer: Answer) {
        await step(`gets an answer: HTTP ${answer.httpStatus} ${answer.text}`);
        call.taken = answer.taken;
        resolve(incoming(answer));
      }
      async function giveUp() {
        const endsAt = timeNow() + deadline.remainingMs;
        await step("waits until its deadline");
        passUntil(endsAt);
      }
    });
  };
  const none = () => undefined;
  const exchange = { send, enter: async () => none, close: none, isClosed: () => false };
  const call: Played = { exchange, taken: undefined };
  return call;
}

function incoming({ httpStatus, type, text }: Answer): Incoming {
  return { httpStatus, headers: { "content-type": type }, body: { text, end: "complete" } };
}
