/** What a person decides of a key, after a look into the service's back office. Pure, as the policy is. */
import { type Amount, Decimal } from "../index.js";
import { OnceDecisionError } from "./errors.js";
import { amountOf, capturedOf, isUnfinished, type OnceLook, type OnceRecord, type StoredRequest } from "./record.js";
import type { Known } from "./store.js";
import { moved, noted, type Terms, withRequest } from "./transition.js";

/** Who says so, and why. Both are kept. */
export interface Signed {
  readonly by: string;
  readonly why: string;
}

/** What the back office shows of the authorization. */
export interface SeenBalance {
  readonly finalized: Amount;
  readonly pending: Amount;
}

/**
 * - `captured`: always possible; it is booked with that.
 * - `not_captured`: once no earlier attempt can arrive any more.
 * - `send_again`: the same, with nothing pending and the balance as it was before. What can be resolved is resolved instead.
 */
export type Decision = Signed &
  (
    | { readonly as: "captured"; readonly transactionId?: string; readonly batchId?: string }
    | { readonly as: "not_captured" }
    | { readonly as: "send_again"; readonly balance: SeenBalance }
  );

/** A look that a decision is made on: as listed, or its three fields from wherever they were written down. */
export type Look = Pick<OnceLook, "key" | "version" | "seenAt">;

/** @throws OnceDecisionError */
export function decided({ own, others, now }: Known, look: Look, decision: Decision, terms: Terms): OnceRecord {
  const { as, by, why } = decision;
  const seen = asSeen(own, look);
  const history = noted(seen, { at: now, by, why });
  const next = { ...seen, history, token: undefined, dueAt: undefined, reason: `${as}, said ${by}: ${why}` };
  if (as === "captured") {
    const { transactionId, batchId } = decision;
    return moved(next, "captured", now, { finalization: { ...seen.finalization, transactionId, batchId } });
  }
  assertQuiet(seen, look, now);
  if (as === "not_captured") return moved(next, "not_captured", now);
  if (seen.state === "pending" || seen.state === "captured") {
    throw new OnceDecisionError(`${seen.key} is ${seen.state}: it must not be sent again`);
  }
  const { finalized, pending } = decision.balance;
  if (!new Decimal(pending).isZero())
    throw new OnceDecisionError(`${seen.key}: something is pending, so it must not be sent again; wait for it`);
  if (!new Decimal(finalized).eq(seen.before)) {
    throw new OnceDecisionError(
      `${seen.key}: something has been finalized since it was sent, perhaps this: it must not be sent again`,
    );
  }
  const isResolvable = seen.isDirty && isUndisturbed(seen, others) && terms.isEligible(seen);
  if (isResolvable) return moved(next, "open", now, { asked: 0, dueAt: now });
  return moved(next, "released", now, { refusals: 0 });
}

/** No other key has been at the authorization since this one was reserved: its balance can still tell. */
function isUndisturbed({ before }: OnceRecord, others: readonly OnceRecord[]): boolean {
  return !others.some(isUnfinished) && new Decimal(amountOf(capturedOf(others))).eq(before);
}

/** Puts a corrected request in the place of what the key stood for. @throws OnceDecisionError */
export function corrected(
  { own, now }: Known,
  look: Look,
  { by, why }: Signed,
  { request, authorization }: { readonly request: StoredRequest; readonly authorization: string },
): OnceRecord {
  const seen = asSeen(own, look);
  if (seen.state === "pending" || seen.state === "captured") {
    throw new OnceDecisionError(`${seen.key} is ${seen.state}: say first what became of it`);
  }
  assertQuiet(seen, look, now);
  const next = withRequest(seen, request, authorization, { at: now, by, why });
  return moved({ ...next, token: undefined, dueAt: undefined, reason: `corrected by ${by}: ${why}` }, "released", now);
}

function asSeen(own: OnceRecord | undefined, { key, version }: Look): OnceRecord {
  if (own === undefined) throw new OnceDecisionError(`there is no key ${key}`);
  if (own.version !== version) throw new OnceDecisionError(`${key} has changed since you looked: look again`);
  return own;
}

/** Nothing that was sent may still arrive when somebody says that it did not. */
function assertQuiet({ key, isDirty, token, quietAt }: OnceRecord, { seenAt }: Look, now: number): void {
  if (token !== undefined && !isDirty)
    throw new OnceDecisionError(`${key} is in a worker's hand: look again when it is done`);
  if ((!isDirty && token === undefined) || seenAt >= quietAt) return;
  const when = new Date(quietAt).toISOString();
  const wait = now < quietAt ? `look again after ${when}` : `that was only sure after ${when}: look again`;
  throw new OnceDecisionError(`${key}: an earlier attempt may have arrived since you looked; ${wait}`);
}
