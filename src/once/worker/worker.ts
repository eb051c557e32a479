import { bareKey, leavesOpen } from "../../errors/status-catalogue.js";
import { type PaymentError, type ReportedFinalization, responseOf, toResult } from "../../index.js";
import type { OnceEntry, StoredFacts, StoredFinalization } from "../entry.js";
import type { OncePayments, ResolvedOptions } from "../options.js";
import { entryOf, type KnownRecords, type OnceRecord } from "../record.js";
import { captureIdOf, factsFor } from "../rules/authorization.js";
import { type Attempt, verdictOf, withOutcome } from "../rules/outcome.js";
import { authorizationOf, finalizationOf } from "../rules/request.js";
import type { Reserving } from "../rules/reserve.js";
import type { OncePlace } from "../stores/store.js";
import { CircuitBreaker } from "./circuit-breaker.js";
import { type Tell, teller } from "./listeners.js";
import { type KeyChange, stopwatch, storeChange } from "./store-change.js";

/** Decides what a key becomes. The worker then sends a key that has its token. */
export type Take = (known: KnownRecords, by: Reserving) => OnceRecord;

export class Worker<Tx> {
  readonly breaker = new CircuitBreaker();
  readonly #options: ResolvedOptions<Tx>;
  readonly #telling: ReturnType<typeof teller>;
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: ResolvedOptions<Tx>) {
    this.#options = options;
    this.#telling = teller(options.onChange);
  }

  work(place: OncePlace, take: Take): Promise<OnceEntry> {
    return this.run(this.#work(place, take));
  }

  /** Counts what is in progress, for {@link idle}. */
  async run<T>(working: Promise<T>): Promise<T> {
    this.#running.add(working);
    return await working.finally(() => this.#running.delete(working));
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #work(place: OncePlace, take: Take): Promise<OnceEntry> {
    const { payments, timeoutMs, leaseMs, terms } = this.#options;
    const passedMs = stopwatch();
    const token = crypto.randomUUID();
    const canCall = this.breaker.enter(place.key);
    let others: readonly OnceRecord[] = [];
    const next = (known: KnownRecords) => {
      others = known.others;
      return take(known, { token, terms, canCall, openReason: this.breaker.status().reason });
    };
    try {
      const sent = await this.#change({ place, token, next, patienceMs: leaseMs - timeoutMs });
      if (sent.token !== token) return entryOf(sent);

      const sendBefore = new Date(Date.now() + leaseMs - passedMs());
      const found = await attempt(sent, factsFor(sent, others), payments, { timeoutMs, sendBefore });
      const neighbours = this.breaker.note(place.key, found.error, passedMs() > leaseMs, found.unlistedKey);
      const { state } = verdictOf(found, others, terms.sendAgain);
      const ended = await this.#change({
        place: { ...sent, captureId: captureIdOf(sent.request, { ...sent.finalization, ...found.finalization }) },
        token,
        next: (known) => withOutcome(known, token, { ...found, neighbours }, terms),
        patienceMs: leaseMs - passedMs(),
        unstored: { state: state === "conflict" ? "parked" : state, finalization: found.finalization },
      });
      return entryOf(ended);
    } finally {
      if (canCall) this.breaker.leave(place.key);
    }
  }

  #change(change: Omit<KeyChange<Tx>, "store" | "worker">): Promise<OnceRecord> {
    const { store, book, fail, terms } = this.#options;
    const storing = (tell: Tell) => storeChange({ ...change, store, worker: { book, fail, terms, tell } });
    return this.#telling(change.place.key, storing);
  }
}

/** Makes one call within the lease: the first one, or one that resolves an earlier one. `facts` are the newest ones. */
async function attempt(
  sent: OnceRecord,
  facts: StoredFacts,
  payments: OncePayments,
  limits: { readonly timeoutMs: number; readonly sendBefore: Date },
): Promise<Attempt> {
  const { request, finalizedBefore } = sent;
  const options = { ...limits, authorization: authorizationOf(request, facts, finalizedBefore) };
  const finalization = finalizationOf(request);
  const ended = (by: object, made: Pick<Attempt, "reported" | "error" | "proof" | "isPending">): Attempt => ({
    sent,
    ...made,
    unlistedKey: unlistedKeyOf(made.error, payments),
    reason: made.error && reasonOf(made.error),
    response: responseOf(by),
    finalization: asText(made.reported),
  });
  if (sent.state === "sending") {
    const { value, error } = await toResult(payments.finalize(finalization, options));
    if (value !== undefined) return ended(value, { isPending: value.pending, reported: value });
    return ended(error, { error, reported: error.finalization ?? {} });
  }
  const { value, error } = await toResult(payments.resolveFinalization(finalization, options));
  const nothing = { state: "unknown", canAskAgain: true } as const; // proves a call that was not made, or only read
  if (value === undefined) return ended(error, { proof: nothing, error, reported: {} });
  const proof = value.balance === undefined ? (value as Attempt["proof"]) : nothing;
  return ended(value, { proof, error: value.error, reported: value.finalization });
}

/** The key of a response that concerns only this call, although nobody has declared what it means. */
function unlistedKeyOf(error: PaymentError | undefined, payments: OncePayments): string | undefined {
  if (error?.code !== "service_error" || error.statusKey === undefined) return undefined;
  const isUnlisted = error.meaning === undefined && payments.meaningOf(error.statusKey) === undefined;
  return isUnlisted && error.scope === "call" && !leavesOpen(error.httpStatus) ? bareKey(error.statusKey) : undefined;
}

/** Why an attempt failed. Of invalid input, it names the paths only, because the messages may contain amounts. */
const reasonOf = (error: PaymentError): string =>
  error.code === "invalid_input"
    ? `the client finds the input invalid: ${error.issues.map(({ path }) => path).join(", ")}`
    : error.message;

const BALANCE = ["amountRemainingForFinalize", "totalAmountFinalized", "totalAmountPendingFinalization"] as const;

function asText(reported: ReportedFinalization): StoredFinalization {
  const { transactionId, batchId, acquirerId, canFinalizeAgain } = reported;
  const balance = Object.fromEntries(BALANCE.map((name) => [name, reported[name]?.toFixed()]));
  return JSON.parse(JSON.stringify({ transactionId, batchId, acquirerId, canFinalizeAgain, ...balance }));
}
