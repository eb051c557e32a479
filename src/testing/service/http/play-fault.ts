/** Plays a fault of a call: for the service, for its records, and for the caller. */
import type { Fault } from "../faults/faults.js";
import { after, type Soon } from "../operations/soon.js";
import { type Delivery, respondWith } from "./delivery.js";
import { halfOf } from "./paced-body.js";
import type { ReceivedInstead } from "./recorded-request.js";
import type { WrittenResponse } from "./service-response.js";
import { sleep } from "./waiting.js";

export interface Call {
  /** Lets the service process the call. */
  process(): Soon<WrittenResponse>;
  /**
   * Keeps the request with the service's response; there is none if the call was not processed.
   *
   * @param received - What the caller received instead; left out if it received the response.
   */
  record(response: WrittenResponse | undefined, received?: ReceivedInstead): void;
  /** Delays the request for this time, or until `deliverLate`, and until its caller has given up. */
  hold(name: string, ms: number | undefined, arrive: () => Soon<void>): void;
  /** The caller's signal. */
  readonly signal: AbortSignal;
}

const broken: ReceivedInstead = { end: "broken" };
const silent: ReceivedInstead = { end: "silent" };

export async function playFault(fault: Fault | undefined, call: Call): Promise<Delivery> {
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
      call.hold(fault.name, fault.afterMs ?? undefined, () => after(process(), (response) => record(response, silent)));
      return { kind: "stalled" };
    case "response":
      record(fault.committed ? await process() : undefined, instead(fault));
      return respondWith(fault);
  }
  const response = await process(); // every other fault lets the service process the call first
  switch (fault?.kind) {
    case "stallBody":
    case "truncate": {
      const { end } = fault.kind === "truncate" ? broken : silent;
      record(response, { end, httpStatus: response.httpStatus, body: halfOf(response.body) });
      return respondWith(response, { kind: fault.kind });
    }
    case "trickle": {
      const cut = { ...silent, httpStatus: response.httpStatus };
      return respondWith(response, { ...fault, onEnd: (delivered) => record(response, delivered ? undefined : cut) });
    }
    case "incomplete": {
      const status = { ...response, body: response.statusAlone };
      record(response, instead(status));
      return respondWith(status);
    }
    case "delay":
      await sleep(fault.ms, signal);
      break;
    case "duplicate": {
      const again = await process();
      record(response, fault.response === "first" ? undefined : instead(again));
      record(again, fault.response === "first" ? instead(response) : undefined);
      return respondWith(fault.response === "first" ? response : again);
    }
  }
  record(response, signal.aborted ? silent : undefined);
  return respondWith(response);
}

function instead({ httpStatus, body }: { readonly httpStatus: number; readonly body: string }): ReceivedInstead {
  return { end: "responded", httpStatus, body };
}
