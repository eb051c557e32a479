/** The service's side of one authorization: its own small model, which shares nothing with the library or its fake. */
import { AUTHORIZED, type Given, type Moment, type Other } from "./scenario.ts";

interface Entry {
  /** A key of the merchant's, or another job. */
  readonly by: string;
  readonly amount: number;
  state: "captured" | "pending" | "failed";
}

export interface Response {
  readonly httpStatus: number;
  readonly type: string;
  readonly text: string;
  /** What is true as it is written, if it tells: how many of this key's the service has taken. */
  readonly taken: number | undefined;
}

/** What the back office shows of it. */
export interface Balance {
  readonly finalized: number;
  readonly pending: number;
}

export class Authorization {
  readonly given: Given;
  readonly entries: Entry[] = [];
  isAnnulled = false;
  /** How many requests of ours have arrived. */
  arrived = 0;

  constructor(given: Given) {
    this.given = given;
  }

  /** Takes a finalization of ours, or refuses it. */
  finalize(key: string, amount: number, moment: Moment): Response {
    this.arrived += 1;
    const isProcessed = moment === "none" || moment.endsWith("processed");
    const own = isProcessed ? this.#process(key, amount) : undefined;
    if (own === undefined || moment !== "none") return { ...momentary(moment), taken: undefined };
    return { ...own, taken: this.taken(key).length };
  }

  /** A key's finalizations that were taken and did not fail. */
  taken(key: string): readonly Entry[] {
    return this.entries.filter(({ by, state }) => by === key && state !== "failed");
  }

  /** Whether a copy of a request would be taken beside the request itself. */
  wouldTakeTwice(key: string, amount: number): boolean {
    return this.taken(key).length > 0 && this.#rejection(amount) === undefined;
  }

  another(job: Other): void {
    if (job.does === "annuls") this.isAnnulled = true;
    else if (this.#rejection(job.amount) === undefined) {
      this.entries.push({
        by: "another job",
        amount: job.amount,
        state: job.does === "pends" ? "pending" : "captured",
      });
    }
  }

  end(how: "goes through" | "fails"): void {
    for (const entry of this.entries) {
      if (entry.state === "pending") entry.state = how === "fails" ? "failed" : "captured";
    }
  }

  balance(): Balance {
    return { finalized: this.#sum("captured"), pending: this.#sum("pending") };
  }

  #process(key: string, amount: number) {
    const rejection = this.#rejection(amount);
    if (rejection !== undefined) {
      return said(rejection, rejection === "VALIDATION_ERROR" ? {} : this.#told(this.given.refusalTells));
    }
    const { pending, pendingIs, pendingTells, successTells } = this.given;
    this.entries.push({ by: key, amount, state: pending ? "pending" : "captured" });
    const ids = { transactionId: `2014092512272809${String(this.entries.length).padStart(2, "0")}` };
    return said(pending ? pendingIs : "SUCCESS", { ...ids, ...this.#told(pending ? pendingTells : successTells) });
  }

  #rejection(amount: number): string | undefined {
    const { method, accepts, endsAt100, whenFull, acceptsBoth } = this.given;
    const { finalized, pending } = this.balance();
    const sum = finalized + pending;
    if (this.isAnnulled) return "PAYMENT_ANNULLED";
    if (acceptsBoth && amount > 0) return undefined;
    if (method !== "paypal" && sum > 0) return pending > 0 ? whenFull : "PAYMENT_COMPLETED";
    const most = method === "paypal" ? (accepts * AUTHORIZED) / 100 : AUTHORIZED;
    if (sum >= most || (endsAt100 && sum >= AUTHORIZED)) return whenFull;
    if (amount === 0) return "VALIDATION_ERROR";
    return sum + amount > most ? "FINALIZE_AMT_EXCEEDED" : undefined;
  }

  #told(what: Given["refusalTells" | "successTells" | "pendingTells"]): object {
    const { finalized: totalAmountFinalized, pending: totalAmountPendingFinalization } = this.balance();
    const remaining = Math.max(0, AUTHORIZED - totalAmountFinalized - totalAmountPendingFinalization);
    const canFinalizeAgain = remaining > 0 && !this.isAnnulled && this.given.method === "paypal";
    const amountRemainingForFinalize = canFinalizeAgain ? remaining : 0;
    const figures = { amountRemainingForFinalize, totalAmountFinalized, totalAmountPendingFinalization };
    const zeros = { amountRemainingForFinalize: 0, totalAmountFinalized: 0, totalAmountPendingFinalization: 0 };
    return {
      all: { canFinalizeAgain, ...figures },
      zeros: { canFinalizeAgain: false, ...zeros },
      nothing: {},
      canFinalizeAgain: { canFinalizeAgain: false },
      finalized: { totalAmountFinalized },
      pending: { totalAmountPendingFinalization },
    }[what];
  }

  #sum(state: Entry["state"]): number {
    return this.entries.reduce((sum, entry) => sum + (entry.state === state ? entry.amount : 0), 0);
  }
}

function momentary(moment: Moment) {
  if (moment.startsWith("a page")) return { httpStatus: 502, type: "text/html", text: "<!doctype html>" };
  if (moment === "forbidden") return { httpStatus: 403, type: "application/json", text: '{"message":"Forbidden"}' };
  const statusKey = moment.replace(", processed", "");
  return said(statusKey, {}, statusKey === "HTTP_401" ? 401 : 200);
}

const numbers: Record<string, number> = {
  SUCCESS: 0,
  PENDING: 0,
  INTERNAL_ERROR: -1,
  VALIDATION_ERROR: -2,
  HTTP_401: -3,
};

function said(statusKey: string, beside: object, httpStatus = 200) {
  const errorNumber = numbers[statusKey] ?? 3007;
  const status = { isSuccess: errorNumber === 0, errorNumber, statusKey, statusMessage: "" };
  return { httpStatus, type: "application/json", text: JSON.stringify({ status, ...beside }) };
}
