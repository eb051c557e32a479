/** The faults that the control API arms by their names, and what is armed, by the same names. */
import type { ArmedFault } from "../service/faults/fault-script.js";
import { type Fault, fault } from "../service/faults/faults.js";

/** A fault that can be armed by its name. */
export interface ListedFault {
  readonly group: "Connection" | "Slow response" | "Strange response" | "Rejection";
  readonly fault: Fault;
  readonly description: string;
}

type Named<Armed extends ArmedFault> = Armed extends { readonly when: "random" }
  ? Omit<Armed, "faults"> & { readonly faults: readonly string[] }
  : Omit<Armed, "fault"> & { readonly fault: string };

/** What is armed, each fault by its name. */
export type ArmedByName = Named<ArmedFault>;

/** All that a server can play, with the choices of a fault that has some. */
export const listedFaults: readonly ListedFault[] = [
  ...grouped("Connection", [
    [fault.drop, "The connection breaks before the call is processed."],
    [fault.loseResponse, "The call is processed, then the connection breaks: the response is lost."],
    [fault.truncate, "The call is processed; the connection breaks in the middle of the response."],
    [fault.late(), "No response. Processed only after the caller has given up, when it is told to arrive."],
    [fault.late(0), "No response. Processed as soon as the caller has given up."],
    [fault.duplicate(), "The request reaches the service twice; the first response comes."],
    [fault.duplicate({ response: "second" }), "The request reaches the service twice; the second response comes."],
  ]),
  ...grouped("Slow response", [
    [fault.delay(5000), "The call is processed at once and answered 5 seconds later."],
    [fault.trickle(500), "The response comes in ten pieces within 5 seconds."],
    [fault.stallHeaders(), "The call is processed; no response ever comes."],
    [fault.stallBody, "The call is processed; half of the response comes, then nothing more."],
  ]),
  ...grouped("Strange response", [
    [fault.html(), "Not processed: HTTP 200 with a page of HTML, as from a captive portal."],
    [fault.empty(), "Not processed: HTTP 200 and nothing else."],
    [fault.wrongEnvelope(), "Not processed: HTTP 200 with JSON that carries no status."],
    [fault.incomplete, "Processed, but the response carries the status alone, without ids and amounts."],
    [fault.status(429), "Not processed: HTTP 429 without a body."],
    [fault.status(500, { envelope: true }), "Not processed: HTTP 500 with the service's envelope."],
    [fault.status(502), "Not processed: HTTP 502 without a body."],
    [fault.status(502, { committed: true }), "Processed, but answered with HTTP 502."],
    [fault.status(503), "Not processed: HTTP 503 without a body."],
  ]),
  ...grouped("Rejection", [
    [fault.error("INTERNAL_ERROR"), "The service could not complete the operation."],
    [fault.error("INTERNAL_ERROR", { committed: true }), "The service says that it could not, and has done it."],
    [fault.error("VALIDATION_ERROR"), "The service finds the request at fault."],
    [fault.error("MERCHANT_ACCT_READ_ONLY"), "The merchant account is closed for now."],
    [fault.error("CUST_ACCT_NOT_ELIGIBLE"), "The customer account cannot pay for now."],
    [fault.error("ORDER_NOT_FOUND"), "The service knows no such order."],
    [fault.error("FINALIZE_AMT_EXCEEDED"), "The amount is more than what is left."],
    [fault.error("PAYMENT_COMPLETED"), "The payment has already been finalized."],
    [fault.error("PAYMENT_ANNULLED"), "The authorization has been annulled."],
  ]),
];

/** The listed ones, by the name under which each is listed. */
export const faultsByName: Readonly<Record<string, Fault>> = Object.fromEntries(
  listedFaults.map(({ fault: listed }) => [listed.name, listed]),
);

export function armedByName(armed: ArmedFault): ArmedByName {
  if (armed.when === "random") return { ...armed, faults: armed.faults.map(({ name }) => name) };
  return { ...armed, fault: armed.fault.name };
}

function grouped(
  group: ListedFault["group"],
  faults: readonly (readonly [fault: Fault, description: string])[],
): ListedFault[] {
  return faults.map(([fault, description]) => ({ group, fault, description }));
}
