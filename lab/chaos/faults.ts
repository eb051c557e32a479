/** Everything that can go wrong with a call through a port. */
import { type Fault, type FaultTiming, fault } from "merchant-payments/testing";

/** The share of the calls that something goes wrong with. */
export const faultRate = 0.15;

/** The caller's patience; what is slower than that is as good as silent. */
export const timeoutMs = 300;

const done = { committed: true };
const envelope = { envelope: true };
const both = [{}, done] as const;
const deniedByFigures = JSON.stringify({
  status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" },
  transactionId: "202603040000000002",
  canFinalizeAgain: false,
  totalAmountFinalized: 0,
});

/**
 * Each as often as it stands here. The service never lies: it does not refuse what it has done, nor confirm what it has
 * not. Nothing could save a merchant from that.
 */
export const faults: readonly Fault[] = [
  ...times(4, [fault.drop, fault.loseReply, fault.truncate, fault.incomplete]),
  ...times(4, [named("delay, in time", fault.delay(40)), named("trickle, in time", fault.trickle(3))]),
  // The request of a caller that has given up: processed at once, or when the merchant may be doing something else.
  named("late, at once", fault.late(0)),
  named("late, long after", fault.late(20 * timeoutMs)),
  named("delay, too late", fault.delay(10 * timeoutMs)),
  named("trickle, too late", fault.trickle(timeoutMs)),
  fault.stallHeaders(),
  fault.stallHeaders({ committed: false }),
  fault.stallBody,
  ...both.flatMap((timing) => [
    fault.html(timing),
    fault.empty(timing),
    fault.wrongEnvelope(timing),
    fault.error("INTERNAL_ERROR", timing),
    ...[302, 408, 409, 500, 502, 503, 504].map((status) => fault.status(status, timing)),
    ...[408, 500, 503].map((status) => fault.status(status, { ...envelope, ...timing })),
    garbage("half of an envelope", '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCC', timing),
    garbage("a contradiction", '{"status":{"isSuccess":true,"errorNumber":7,"statusKey":"SUCCESS"}}', timing),
    garbage("a flag in quotes", '{"status":{"isSuccess":"true","errorNumber":0,"statusKey":"SUCCESS"}}', timing),
    garbage("a flag twice", '{"status":{"isSuccess":false,"IsSuccess":true,"errorNumber":3000}}', timing),
    garbage("a refusal without a reason", '{"status":{"isSuccess":false}}', timing),
    garbage("half of a refusal", '{"status":{"isSuccess":false,"errorNumber":3000,"sta', {
      httpStatus: 404,
      ...timing,
    }),
    garbage("a success that its figures deny", deniedByFigures, timing),
    garbage("bytes of no sense", "\u0000\u0007]}{[", timing),
  ]),
  // Refusals, which the service keeps to.
  ...[400, 401, 404, 429].map((status) => fault.status(status)),
  fault.error("VALIDATION_ERROR"),
  fault.error("MERCHANT_ACCT_READ_ONLY"),
  fault.error("CUST_ACCT_NOT_ELIGIBLE"),
  fault.error("ORDER_NOT_FOUND"),
  fault.error("FINALIZE_AMT_EXCEEDED"),
  fault.error("PAYMENT_COMPLETED"),
  fault.error("PAYMENT_ANNULLED"),
];

/**
 * The faults of a seed. In every second one the network may deliver a request twice, and nothing is shipped in parts:
 * the contract has no key by which the service could tell a part that came twice from two parts, whoever the client is.
 */
export function faultsOf(seed: number): { readonly inParts: boolean; readonly faults: readonly Fault[] } {
  const inParts = seed % 2 === 1;
  const doubled = [fault.duplicate(), fault.duplicate({ answer: "second" })];
  return { inParts, faults: inParts ? faults : [...faults, ...times(3, doubled)] };
}

function times(weight: number, listed: readonly Fault[]): Fault[] {
  return Array.from({ length: weight }, () => listed).flat();
}

/** Under a name of its own, where several faults of a kind are told apart. */
function named(name: string, given: Fault): Fault {
  return { ...given, name };
}

function garbage(what: string, body: string, answer: FaultTiming & { readonly httpStatus?: number }): Fault {
  return named(`${what}${answer.committed ? ", committed" : ""}`, fault.answer({ body, ...answer }));
}
