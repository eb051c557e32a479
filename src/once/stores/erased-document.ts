/**
 * The short document of an erased key, because nothing is ever deleted. It has only what differs from the usual: a capture
 * in full, at the first attempt.
 */
import { INITIAL, type OnceRecord } from "../record.js";

type Fields = Readonly<Record<string, unknown>>;

/** What differs for each key, in this order. Like the usual record, it never changes. */
function valuesOf({ authorizationId, request, lastToken, finalization, ...times }: OnceRecord) {
  const { orderId, totalAmount, paymentMethod, currencyCode } = request;
  const { openSince, stateSince, mayArriveUntil } = times;
  const { transactionId, batchId, acquirerId, totalAmountFinalized } = finalization;
  const effect = [authorizationId, orderId, totalAmount, paymentMethod, currencyCode] as const;
  const since = [openSince, stateSince - openSince, mayArriveUntil - openSince] as const;
  return [...effect, ...since, lastToken, transactionId, batchId, acquirerId, totalAmountFinalized] as const;
}

function usual(key: string, values: ReturnType<typeof valuesOf>): Fields {
  const [authorizationId, orderId, totalAmount, paymentMethod, currencyCode, openSince, ...more] = values;
  const [closedAfter, quietAfter, lastToken, transactionId, batchId, acquirerId, totalAmountFinalized] = more;
  const facts = { paymentMethod, authorizedAmount: totalAmountFinalized, currencyCode };
  const figures = { totalAmountFinalized, amountRemainingForFinalize: "0", totalAmountPendingFinalization: "0" };
  const sent = { openSince, factsAt: openSince, firstSentAt: openSince, lastSentAt: openSince };
  return {
    ...INITIAL,
    key,
    authorizationId,
    request: { orderId, transactionId: authorizationId, totalAmount, body: "", ...facts },
    finalization: { transactionId, batchId, acquirerId, canFinalizeAgain: false, ...figures },
    ...sent,
    stateSince: openSince + closedAfter,
    mayArriveUntil: openSince + quietAfter,
    lastToken,
    version: 2,
    state: "captured",
    waitsFor: "nobody",
    isSent: true,
    attempts: 1,
    isBooked: true,
    isErased: true,
  };
}

export function shortened(record: OnceRecord): Fields {
  const { key } = record;
  const values = valuesOf(record);
  return { key, values, ...differences({ ...record }, usual(key, values)) };
}

export function lengthened({ key, values, ...differing }: Fields): Fields {
  const present = (values as readonly unknown[]).map((value) => value ?? undefined); // JSON has no undefined
  const record = together(usual(key as string, present as never), differing);
  return JSON.parse(JSON.stringify(record)); // a field that is present and undefined would hide what comes later
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields that differ from `of`; null where `own` has none. */
function differences(own: Fields, of: Fields): Fields {
  const differing: Record<string, unknown> = {};
  for (const name of Object.keys({ ...of, ...own })) {
    const value = difference(own[name], of[name]);
    if (value !== undefined) differing[name] = value;
  }
  return differing;
}

function difference(value: unknown, usually: unknown): unknown {
  if (value === usually) return undefined; // so are most values, and millions of keys are erased
  if (!isObject(value) || !isObject(usually)) {
    return JSON.stringify(value) === JSON.stringify(usually) ? undefined : (value ?? null);
  }
  const differing = differences(value, usually);
  return Object.keys(differing).length === 0 ? undefined : differing;
}

function together(of: Fields, differing: Fields): Fields {
  const changed = Object.entries(differing).map(([name, value]) => {
    const usually = of[name];
    return [name, isObject(value) && isObject(usually) ? together(usually, value) : (value ?? undefined)];
  });
  return { ...of, ...Object.fromEntries(changed) };
}
