/** The service's side of one authorization: a small model that shares nothing with the library or its fake. */
import { AUTHORIZED, type Difference, type Given, type OtherJob, type Substitute } from "./scenario.ts";

interface Entry {
  /** A key of the merchant, or another job. */
  readonly by: string;
  /** Its own transaction. */
  readonly id: string;
  readonly amount: number;
  state: "captured" | "pending" | "failed";
}

export interface Response {
  readonly httpStatus: number;
  readonly type: string;
  readonly text: string;
  /** How many finalizations of this key the service had accepted, if it responded itself. */
  readonly accepted: number | undefined;
}

/** The figures that the back office shows. */
export interface Balance {
  readonly finalized: number;
  readonly pending: number;
}

export class Authorization {
  readonly given: Given;
  readonly entries: Entry[] = [];
  isAnnulled = false;
  /** A person, or the first job, has reported too little of it: the documented precondition is broken. */
  isMisstated = false;
  /** How many of our requests have arrived. */
  arrived = 0;
  /** The authorizations of the same order, this one included. */
  order: readonly Authorization[] = [this];
  readonly difference: Difference;

  constructor(given: Given, difference: Difference) {
    this.given = given;
    this.difference = difference;
    for (const { key, amount, adoption } of given.shipments) {
      if (adoption !== undefined && adoption.of === undefined) this.#enter(key, amount, "captured");
    }
  }

  finalize(key: string, amount: number, substitute: Substitute): Response {
    this.arrived += 1;
    const isProcessed = substitute === "none" || substitute.endsWith("processed");
    const own = isProcessed ? this.#process(key, amount) : undefined;
    if (own === undefined || substitute !== "none") return { ...substituteFor(substitute), accepted: undefined };
    return { ...own, accepted: this.accepted(key).length };
  }

  /** A key's finalizations that were accepted and did not fail. */
  accepted(key: string): readonly Entry[] {
    return this.entries.filter(({ by, state }) => by === key && state !== "failed");
  }

  /** Whether a copy of a request would be accepted beside the request itself. */
  wouldAcceptTwice(key: string, amount: number): boolean {
    return this.accepted(key).length > 0 && this.wouldAccept(amount);
  }

  wouldAccept(amount: number): boolean {
    return this.#rejection(amount) === undefined;
  }

  #enter(by: string, amount: number, state: Entry["state"]): string {
    const place = `${this.given.merchant}${this.given.id.at(-1)}`;
    const id = `20140925122728${place}${String(this.entries.length + 1).padStart(2, "0")}`;
    this.entries.push({ by, id, amount, state });
    return id;
  }

  another({ does, amount }: OtherJob): void {
    if (does === "annuls") this.isAnnulled = true;
    else if (this.wouldAccept(amount)) this.#enter("another job", amount, does === "pends" ? "pending" : "captured");
  }

  complete(how: "goes through" | "fails"): void {
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
      const statusKey = this.difference === "keys of its own" ? `OWN_${rejection}` : rejection;
      const httpStatus = this.difference === "failures under HTTP 500" ? 500 : 200;
      return response(
        statusKey,
        rejection === "VALIDATION_ERROR" ? {} : this.#told(this.given.rejectionTells),
        httpStatus,
      );
    }
    const { pending, pendingIs, pendingTells, successTells } = this.given;
    const ids = { transactionId: this.#enter(key, amount, pending ? "pending" : "captured") };
    return response(pending ? pendingIs : "SUCCESS", { ...ids, ...this.#told(pending ? pendingTells : successTells) });
  }

  #rejection(amount: number): string | undefined {
    const { method, accepts, endsAt100, whenFull, acceptsBoth } = this.given;
    const { finalized, pending } = this.balance();
    const sum = this.difference === "pending does not block" && method === "paypal" ? finalized : finalized + pending;
    if (this.isAnnulled) return "PAYMENT_ANNULLED";
    const acceptsAny = this.difference === "accepts any amount" && method !== "card";
    if ((acceptsBoth || acceptsAny) && amount > 0) return undefined;
    if (method !== "paypal" && sum > 0) return pending > 0 ? whenFull : "PAYMENT_COMPLETED";
    const most = method === "paypal" ? (accepts * AUTHORIZED) / 100 : AUTHORIZED;
    if (sum >= most || (endsAt100 && sum >= AUTHORIZED)) return whenFull;
    if (amount === 0) return "VALIDATION_ERROR";
    return sum + amount > most ? "FINALIZE_AMT_EXCEEDED" : undefined;
  }

  #told(what: Given["rejectionTells" | "successTells" | "pendingTells"]): object {
    const { finalized: totalAmountFinalized, pending: totalAmountPendingFinalization } = this.#shown();
    const remaining = Math.max(0, AUTHORIZED - totalAmountFinalized - totalAmountPendingFinalization);
    const canFinalizeAgain = this.given.method === "paypal" && this.wouldAccept(1);
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

  /** The figures of its responses. */
  #shown(): Balance {
    const own = this.balance();
    switch (this.difference) {
      case "finalized includes pending":
        return { ...own, finalized: own.finalized + own.pending };
      case "released counts as finalized":
        return this.isAnnulled ? { ...own, finalized: AUTHORIZED } : own;
      case "figures per order": {
        const all = this.order.map((each) => each.balance());
        const sumOf = (name: keyof Balance) => all.reduce((sum, each) => sum + each[name], 0);
        return { finalized: sumOf("finalized"), pending: sumOf("pending") };
      }
      default:
        return own;
    }
  }

  #sum(state: Entry["state"]): number {
    return this.entries.reduce((sum, entry) => sum + (entry.state === state ? entry.amount : 0), 0);
  }
}

function substituteFor(substitute: Substitute) {
  if (substitute.startsWith("a page")) return { httpStatus: 502, type: "text/html", text: "<!doctype html>" };
  if (substitute === "forbidden") {
    return { httpStatus: 403, type: "application/json", text: '{"message":"Forbidden"}' };
  }
  const statusKey = substitute.replace(", processed", "");
  return response(statusKey, {}, statusKey === "HTTP_401" ? 401 : 200);
}

const numbers: Record<string, number> = {
  SUCCESS: 0,
  PENDING: 0,
  INTERNAL_ERROR: -1,
  VALIDATION_ERROR: -2,
  HTTP_401: -3,
};

function response(statusKey: string, fields: object, httpStatus = 200) {
  const errorNumber = numbers[statusKey] ?? 3007;
  const status = { isSuccess: errorNumber === 0, errorNumber, statusKey, statusMessage: "" };
  return { httpStatus, type: "application/json", text: JSON.stringify({ status, ...fields }) };
}
