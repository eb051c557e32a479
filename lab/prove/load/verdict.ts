/** Compares the results of the calls with the service's own books. */
import type { Outcome } from "merchant-payments";
import { type Ending, errorOf } from "./callers.ts";
import { isImpatient } from "./calls.ts";
import { endOf } from "./faults.ts";
import type { Books } from "./service.ts";

/** A call with the service's records of it. */
interface Case {
  readonly ending: Ending;
  readonly ended: "result" | Outcome | undefined;
  readonly arrivals: number;
  readonly isCut: boolean;
  /** The first one: a doubled request gets one response. */
  readonly record: Books["requests"][number] | undefined;
  /** Captured or created. */
  readonly isDone: boolean;
}

export interface Verdict {
  /** What must never be found, with calls where it was. */
  readonly wrongs: readonly string[];
  /** How many calls ended in each way. */
  readonly ends: Readonly<Record<string, number>>;
}

/** @param finals - the `callId` of each final event. */
export function judge(endings: readonly Ending[], finals: readonly string[], books: Books): Verdict {
  const cases = casesOf(endings, books);
  const found = (broken: (each: Case) => boolean) => cases.filter(broken).map(described);
  const unexplained = found((each) => each.ended === "unknown" && isUndisturbed(each) && !isPerhapsDone(each));
  const checks = {
    "ended in neither a result nor a PaymentError": found(({ ended }) => ended === undefined),
    "got the response, the ids or the amount of another call": found(mixUps(books)),
    "`result` or `succeeded`, and the service had not done it": found(isFalseSuccess),
    "`not_sent` or `rejected`, and the service had done it": found(isFalseFailure),
    "`not_sent`, and the request had arrived": found(({ ended, arrivals }) => ended === "not_sent" && arrivals > 0),
    "arrived more than once": found(({ arrivals }) => arrivals > 1),
    "ended differently from its response, though the caller waited": found(isOtherwise),
    "had no final event, or several": miscounted(endings.length, finals),
    // A connection that is closed after a response may lose the next request.
    "`unknown` without a cause": unexplained.length > books.hungUp ? unexplained : [],
  };
  const wrongs = Object.entries(checks).flatMap(([never, found]) =>
    found.length > 0 ? [`${never}: ${found.length}, ${found.slice(0, 5).join("; ")}`] : [],
  );
  const ends = [...Map.groupBy(cases, ({ ended }) => String(ended))].map(([end, each]) => [end, each.length]);
  return { wrongs, ends: Object.fromEntries(ends) };
}

function miscounted(calls: number, ends: readonly string[]): string[] {
  const groups = [...Map.groupBy(ends, (callId) => callId)];
  const several = groups.filter(([, each]) => each.length > 1).map(([callId]) => callId);
  return ends.length - several.length < calls ? [`${calls} calls, ${ends.length} ends`, ...several] : several;
}

function casesOf(endings: readonly Ending[], books: Books): readonly Case[] {
  const records = Map.groupBy(books.requests, ({ call }) => call);
  const arrivals = Map.groupBy(books.arrived, (call) => call);
  const cut = new Set(books.cut);
  return endings.map((ending) => {
    const { id } = ending.call;
    const own = records.get(id) ?? [];
    return {
      ending,
      ended: ending.result?.ok ? "result" : errorOf(ending)?.outcome,
      arrivals: arrivals.get(id)?.length ?? 0,
      isCut: cut.has(id),
      record: own[0],
      isDone: own.some(({ response }) => response?.statusKey === "SUCCESS"),
    };
  });
}

function described({ ending, ended, record, isCut, isDone }: Case): string {
  const { id, ask } = ending.call;
  const struck = isCut ? "cut" : (record?.fault ?? "no fault");
  const code = errorOf(ending)?.code ?? "";
  return `#${id} ${ask.operation}: ${struck}, ${isDone ? "done" : "not done"}, ended in ${ended} ${code}`;
}

const isStruck = ({ isCut, record }: Case) => isCut || record?.fault !== undefined;
const isUndisturbed = (each: Case) => !isStruck(each) && !isImpatient(each.ending.call);

const isFalseSuccess = ({ ended, isDone }: Case) => (ended === "result" || ended === "succeeded") && !isDone;
const isFalseFailure = ({ ended, isDone }: Case) => (ended === "not_sent" || ended === "rejected") && isDone;

/** A caller that waits gets the end that the fault allows. */
function isOtherwise(each: Case): boolean {
  const { ending, ended, record, isDone, isCut } = each;
  if (isImpatient(ending.call)) return false;
  if (isCut) return ended !== "unknown";
  if (record === undefined) return ended !== "not_sent" && ended !== "unknown";
  const end = record.fault === undefined ? "as processed" : endOf.get(record.fault);
  const rejection = isPerhapsDone(each) ? "unknown" : "rejected";
  if (end === "as processed") return ended !== (isDone ? "result" : isUntouched(each) ? "rejected" : rejection);
  if (end === "status alone") return ended !== (isDone ? "succeeded" : rejection);
  return ended !== end;
}

/** Whether the service rejected a finalization perhaps because another request had made it. */
const isPerhapsDone = ({ record, isDone }: Case) =>
  !isDone && /PAYMENT_COMPLETED|FINALIZE_AMT_EXCEEDED|PAYMENT_ANNULLED/.test(record?.response?.body ?? "");

/** Whether the figures of a rejected finalization show that nothing was finalized. */
const isUntouched = ({ record }: Case) => /"totalAmountFinalized":0(?:\.0+)?[,}]/.test(record?.response?.body ?? "");

/** Every response carries the call's id in a header. Its content is compared with the request and the records. */
function mixUps(books: Books): (each: Case) => boolean {
  const orders = new Map(books.orders.map((order) => [order.orderId, order]));
  const finalizations = new Map(books.finalizations.map((finalization) => [finalization.transactionId, finalization]));

  const isOthersResult = ({ call: { ask }, result }: Ending) => {
    if (!result?.ok) return false;
    if (ask.operation === "createOrder") {
      return !("orderId" in result.value) || orders.get(result.value.orderId)?.orderNumber !== ask.input.orderNumber;
    }
    const captured = "transactionId" in result.value && finalizations.get(result.value.transactionId);
    if (!captured || captured.authorizationId !== ask.input.transactionId) return true;
    return captured.totalAmount !== ask.input.totalAmount;
  };

  return ({ ending, ended, record }) => {
    const { call, received } = ending;
    if (received !== undefined && received.headers["x-call"] !== call.id) return true;
    const isOwnText = record?.fault === undefined || endOf.get(record.fault) === "as processed";
    const isWhole = ended === "result" || ended === "rejected";
    if (received !== undefined && isOwnText) {
      const text = record?.response?.body ?? "";
      if (isWhole ? received.body !== text : !text.startsWith(received.body)) return true;
    }
    return isOthersResult(ending) || isOthersError(ending);
  };
}

function isOthersError(ending: Ending): boolean {
  const error = errorOf(ending);
  if (error === undefined) return false;
  const { ask } = ending.call;
  if (error.operation !== ask.operation) return true;
  if (ask.operation === "createOrder") return error.orderNumber !== ask.input.orderNumber;
  return error.transactionId !== ask.input.transactionId || error.orderId !== ask.input.orderId;
}
