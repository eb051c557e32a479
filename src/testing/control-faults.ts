/** The faults that the control API arms by name, and the ones that are waiting. */

import type { FakePaymentService } from "./fake-payment-service.js";
import { type Fault, fault, whyNot } from "./faults.js";
import type { FakeOperation } from "./routes.js";

/** A fault that can be armed by its name. */
export interface NamedFault {
  readonly name: string;
  readonly group: "Connection" | "Slow answer" | "Strange answer" | "Refusal";
  readonly description: string;
  readonly fault: Fault;
}

const seconds = 1000;

const all: readonly NamedFault[] = [
  ...grouped("Connection", [
    ["refuse", "The connection is refused: nothing is sent.", fault.refuse],
    ["drop", "The connection breaks before the call is processed.", fault.drop],
    ["loseReply", "The call is processed, then the connection breaks: the answer is lost.", fault.loseReply],
    ["truncate", "The call is processed; the connection breaks in the middle of the answer.", fault.truncate],
    ["duplicate", "The request reaches the service twice.", fault.duplicate],
  ]),
  ...grouped("Slow answer", [
    ["delay", "The call is processed at once and answered 5 seconds later.", fault.delay(5 * seconds)],
    ["trickle", "The answer comes in ten pieces within 5 seconds.", fault.trickle(seconds / 2)],
    ["stallHeaders", "The call is processed; no answer ever comes.", fault.stallHeaders()],
    ["stallBody", "The call is processed; half of the answer comes, then nothing more.", fault.stallBody],
  ]),
  ...grouped("Strange answer", [
    ["html", "Not processed: HTTP 200 with a page of HTML, as from a captive portal.", fault.html()],
    ["empty", "Not processed: HTTP 200 and nothing else.", fault.empty()],
    ["wrongEnvelope", "Not processed: HTTP 200 with JSON that carries no status.", fault.wrongEnvelope()],
    ["http429", "Not processed: HTTP 429 without a body.", fault.status(429)],
    ["http500", "Not processed: HTTP 500 with the service's envelope.", fault.status(500, { envelope: true })],
    ["http502", "Not processed: HTTP 502 without a body.", fault.status(502)],
    ["http502Committed", "Processed, but answered with HTTP 502.", fault.status(502, { committed: true })],
    ["http503", "Not processed: HTTP 503 without a body.", fault.status(503)],
  ]),
  ...grouped("Refusal", [
    ["INTERNAL_ERROR", "The service could not complete the operation.", fault.error("INTERNAL_ERROR")],
    ["VALIDATION_ERROR", "The service finds the request at fault.", fault.error("VALIDATION_ERROR")],
    ["MERCHANT_ACCT_READ_ONLY", "The merchant account is closed for now.", fault.error("MERCHANT_ACCT_READ_ONLY")],
    ["CUST_ACCT_NOT_ELIGIBLE", "The customer account cannot pay for now.", fault.error("CUST_ACCT_NOT_ELIGIBLE")],
    ["ORDER_NOT_FOUND", "The service knows no such order.", fault.error("ORDER_NOT_FOUND")],
    ["FINALIZE_AMT_EXCEEDED", "The amount is more than what is left.", fault.error("FINALIZE_AMT_EXCEEDED")],
    ["PAYMENT_COMPLETED", "The payment has already been finalized.", fault.error("PAYMENT_COMPLETED")],
    ["PAYMENT_ANNULLED", "The authorization has been annulled.", fault.error("PAYMENT_ANNULLED")],
  ]),
];

/** What a server can play. */
export const serverFaults = all.filter((each) => whyNot(each.fault, "server") === undefined);

/** A fault that waits for the next call of an operation. */
export interface ArmedFault {
  readonly operation: FakeOperation;
  readonly name: string;
}

/** Arms faults by name, and knows which of them still wait. */
export class ArmedFaults {
  readonly #script: FakePaymentService["faults"];
  readonly #waiting = new Map<Fault, ArmedFault>();

  constructor(script: FakePaymentService["faults"]) {
    this.#script = script;
  }

  arm(operation: FakeOperation, { name, fault }: NamedFault): void {
    const own = { ...fault }; // a copy, so that this very one is recognised when it strikes
    this.#script.next(operation, own);
    this.#waiting.set(own, { operation, name });
  }

  /** To be told of each fault that strikes; gives its name when it was armed here. */
  struck(fault: Fault | undefined): string | undefined {
    if (fault === undefined) return undefined;
    const name = this.#waiting.get(fault)?.name;
    this.#waiting.delete(fault);
    return name;
  }

  /** In the order they were armed. */
  waiting(): ArmedFault[] {
    return [...this.#waiting.values()];
  }

  /** To be called once the service's faults are cleared. */
  forget(): void {
    this.#waiting.clear();
  }
}

function grouped(
  group: NamedFault["group"],
  faults: readonly (readonly [name: string, description: string, fault: Fault])[],
): NamedFault[] {
  return faults.map(([name, description, fault]) => ({ name, group, description, fault }));
}
