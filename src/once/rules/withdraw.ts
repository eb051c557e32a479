import type { HistoryEvent, OnceState, StoredRequest } from "../entry.js";
import { demand } from "../errors.js";
import { isDone, type KnownRecords, type OnceRecord, type RequestOfKey } from "../record.js";
import { demandSameFacts } from "./authorization.js";
import { asSeen, HELD, type OnceVersion } from "./decide.js";
import type { OnceAuthorization } from "./request.js";
import { fresh, moved, noted, replaced } from "./transition.js";

/** Who corrects a request and why, with the facts of the new request's authorization. */
export interface OnceCorrection {
  readonly by: string;
  readonly why: string;
  readonly authorization: OnceAuthorization;
}

type Signed = Pick<OnceCorrection, "by" | "why">;

/** Replaces the request of a key that cannot be captured. @throws OnceDecisionError if the correction is refused. */
export function corrected(known: KnownRecords, seen: OnceVersion, given: RequestOfKey, signed: Signed): OnceRecord {
  const { now, others } = known;
  const { by, why } = signed;
  const own = asSeen(known, seen);
  const { key, state, mayBeCaptured, token, isErased, authorizationId } = own;
  demand(!isErased, `${key} is erased: it cannot be corrected any more`);
  demand(token === undefined, `${key} ${HELD}`);
  const whatIs = state === "captured" ? state : `${state} and may be captured`;
  const decideFirst = `${key} is ${whatIs}: look up what became of it, and decide that first`;
  demand(!mayBeCaptured && state !== "captured", decideFirst);
  if (given.authorizationId === authorizationId) demandSameFacts(given, others);
  const next = replaced(own, given, { at: now, as: "corrected", by, why });
  return moved({ ...next, reason: `corrected by ${by}: ${why}` }, "queued", now, { isMarked: true, dueAt: now });
}

/** A key that was withdrawn before a delivery has no request. This one stands in for it. */
const NO_FACTS = { paymentMethod: "other", authorizedAmount: "0", currencyCode: "" } as const;
const NO_REQUEST: StoredRequest = { ...NO_FACTS, transactionId: "", totalAmount: "0", body: "" };

/** No two withdrawn keys share an authorization: a store would lock and read all of them for each. */
export function withdrawnRequest(key: string): RequestOfKey {
  return { key, authorizationId: `withdrawn ${key}`, request: NO_REQUEST };
}

const INSTEAD: { readonly [State in OnceState]?: string } = {
  captured: "If the customer must get the money back, refund it in the back office",
  rejected: "To close it, decide not_captured",
  not_captured: "It is closed already",
};
const FIND_OUT = "Find out first what became of it";

/** Closes a key that is not known, whose version is 0, or that cannot be captured. @throws OnceDecisionError */
export function withdrawn(
  { own, now }: KnownRecords,
  { key, version }: { readonly key: string; readonly version?: number | undefined },
  { by, why }: Signed,
): OnceRecord {
  if (own?.isWithdrawn) return own;
  const isAsSeen = version === undefined || version === (own?.version ?? 0);
  demand(isAsSeen, `${key} has changed since this snapshot: take a new one`);
  if (own !== undefined) {
    const isUnsent = own.state === "queued" || own.question === "refused";
    const isFree = isUnsent && own.token === undefined && !own.mayBeCaptured;
    demand(isFree, `${key} is ${own.state}, so that it cannot be withdrawn. ${INSTEAD[own.state] ?? FIND_OUT}`);
  }
  const signed = noted(own ?? fresh(withdrawnRequest(key), now), { at: now, as: "withdrawn", by, why });
  return moved({ ...signed, isWithdrawn: true, reason: `withdrawn by ${by}: ${why}` }, "not_captured", now);
}

export function erased(record: OnceRecord, now: number, before: number): OnceRecord | undefined {
  const isQuiet = isDone(record) && record.stateSince < before && record.mayArriveUntil < now;
  if (!isQuiet || isBare(record)) return undefined;
  const request = { ...record.request, body: "" };
  const gone = { response: undefined, reason: undefined, advice: undefined, isErased: true };
  return { ...record, ...gone, request, history: record.history.map(withoutWords) };
}

function withoutWords({ why: _, request, balance, ...event }: HistoryEvent): HistoryEvent {
  const differs = balance?.differs && ""; // that it differed still counts
  const ofRequest = request && { request: { ...request, body: "" } };
  return { ...event, ...ofRequest, ...(balance && { balance: { ...balance, differs } }) };
}

export function isBare({ isErased, request, response, reason, advice, history }: OnceRecord): boolean {
  const ofPeople = history.flatMap(({ why, balance }) => [why, balance?.differs]);
  return isErased && [request.body, response, reason, advice, ...ofPeople].every((each) => !each);
}
