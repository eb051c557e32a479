/** What comes of a call that something goes wrong with: for the service, for its records, and for the caller. */
import type { Fault } from "../faults/faults.js";
import { after, type Soon } from "../operations/soon.js";
import { halfOf } from "./paced-body.js";
import type { ReceivedInstead } from "./recorded-request.js";
import { type Reply, replyWith } from "./response.js";
import type { WrittenAnswer } from "./service-response.js";
import { sleep } from "./waiting.js";

export type { Reply };

export interface Call {
  /** Lets the service do what it was asked. */
  process(): Soon<WrittenAnswer>;
  /**
   * Keeps the request with the service's answer to it; there is none when the call was not processed.
   *
   * @param received - What came to the caller instead; left out when the answer did.
   */
  record(answer: WrittenAnswer | undefined, received?: ReceivedInstead): void;
  /** Keeps the request on its way for so long, or until it is told, and until its caller has given up. */
  hold(name: string, ms: number | undefined, arrive: () => Soon<void>): void;
  /** The caller's. */
  readonly signal: AbortSignal;
}

const broken: ReceivedInstead = { end: "broken" };
const silent: ReceivedInstead = { end: "silent" };

export async function playFault(fault: Fault | undefined, call: Call): Promise<Reply> {
  const { process, record, signal } = call;
  switch (fault?.kind) {
    case "refuse": // nothing was sent
      return { kind: "refused" };
    case "drop":
      record(undefined, broken);
      return { kind: "dropped" };
    case "loseResponse":
      record(await process(), broken);
      return { kind: "dropped" };
    case "stallHeaders":
      record(fault.committed ? await process() : undefined, silent);
      return { kind: "stalled" };
    case "late":
      call.hold(fault.name, fault.afterMs ?? undefined, () => after(process(), (answer) => record(answer, silent)));
      return { kind: "stalled" };
    case "answer":
      record(fault.committed ? await process() : undefined, instead(fault));
      return replyWith(fault);
  }
  const answer = await process(); // whatever is left lets the service do its work first
  switch (fault?.kind) {
    case "stallBody":
    case "truncate": {
      const { end } = fault.kind === "truncate" ? broken : silent;
      record(answer, { end, httpStatus: answer.httpStatus, body: halfOf(answer.body) });
      return replyWith(answer, { kind: fault.kind });
    }
    case "trickle": {
      const cut = { ...silent, httpStatus: answer.httpStatus };
      return replyWith(answer, { ...fault, onEnd: (delivered) => record(answer, delivered ? undefined : cut) });
    }
    case "incomplete": {
      const status = { ...answer, body: answer.statusAlone };
      record(answer, instead(status));
      return replyWith(status);
    }
    case "delay":
      await sleep(fault.ms, signal);
      break;
    case "duplicate": {
      const again = await process();
      record(answer, fault.answer === "first" ? undefined : instead(again));
      record(again, fault.answer === "first" ? instead(answer) : undefined);
      return replyWith(fault.answer === "first" ? answer : again);
    }
  }
  record(answer, signal.aborted ? silent : undefined);
  return replyWith(answer);
}

function instead({ httpStatus, body }: { readonly httpStatus: number; readonly body: string }): ReceivedInstead {
  return { end: "answered", httpStatus, body };
}
