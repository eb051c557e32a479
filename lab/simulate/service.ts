/** The service's side of one authorization: its own small model, which shares nothing with the library or its fake. */
import type { Fate, Other, Shipment } from "./scenario.ts";

interface Entry {
  readonly by: "us" | "another job";
  readonly amount: number;
  state: "captured" | "pending" | "failed";
}

export interface Answer {
  readonly httpStatus: number;
  readonly type: string;
  readonly text: string;
  /** What is true as it is written: how many of ours the service has taken. */
  readonly taken: number;
}

const AUTHORIZED = 20;
const page = { httpStatus: 502, type: "text/html", text: "<!doctype html>" };

export class Authorization {
  readonly #shipment: Shipment;
  readonly entries: Entry[] = [];
  #isAnnulled = false;

  constructor(shipment: Shipment) {
    this.#shipment = shipment;
  }

  /** Takes a finalization of ours, or refuses it. */
  finalize(amount: number, moment: Fate["moment"]): Answer {
    const isProcessed = moment === "none" || moment.endsWith("processed");
    const own = isProcessed ? this.#process(amount) : undefined;
    const answer = own === undefined || moment !== "none" ? momentary(moment) : own;
    return { ...answer, taken: this.taken().length };
  }

  /** Our finalizations that were taken and did not fail. */
  taken(): readonly Entry[] {
    return this.entries.filter(({ by, state }) => by === "us" && state !== "failed");
  }

  /** False where it is refused. */
  another(job: Other): boolean {
    if (job.does === "annuls") {
      this.#isAnnulled = true;
      return true;
    }
    if (this.#refusal(job.amount, false) !== undefined) return false;
    this.entries.push({ by: "another job", amount: job.amount, state: job.does === "pends" ? "pending" : "captured" });
    return true;
  }

  settle(how: "goes through" | "fails"): void {
    for (const entry of this.entries) {
      if (entry.state === "pending") entry.state = how === "fails" ? "failed" : "captured";
    }
  }

  #process(amount: number) {
    const key = this.#refusal(amount, this.#shipment.acceptsBoth);
    if (key !== undefined) return said(key, key === "VALIDATION_ERROR" ? {} : this.#told(this.#shipment.refusalTells));
    const { pending, pendingIs, pendingTells, successTells } = this.#shipment;
    this.entries.push({ by: "us", amount, state: pending ? "pending" : "captured" });
    const ids = { transactionId: "201409251527280999" };
    return said(pending ? pendingIs : "SUCCESS", { ...ids, ...this.#told(pending ? pendingTells : successTells) });
  }

  #refusal(amount: number, acceptsBoth: boolean): string | undefined {
    const { method, accepts, endsAt100, whenFull } = this.#shipment;
    const sum = this.#finalized() + this.#pending();
    if (this.#isAnnulled) return "PAYMENT_ANNULLED";
    if (acceptsBoth && amount > 0) return undefined;
    if (method !== "paypal" && sum > 0) return this.#pending() > 0 ? whenFull : "PAYMENT_COMPLETED";
    const most = method === "paypal" ? (accepts * AUTHORIZED) / 100 : AUTHORIZED;
    if (sum >= most || (endsAt100 && sum >= AUTHORIZED)) return whenFull;
    if (amount === 0) return "VALIDATION_ERROR";
    return sum + amount > most ? "FINALIZE_AMT_EXCEEDED" : undefined;
  }

  #told(what: Shipment["refusalTells" | "successTells" | "pendingTells"]): object {
    const remaining = Math.max(0, AUTHORIZED - this.#finalized() - this.#pending());
    const canFinalizeAgain = remaining > 0 && !this.#isAnnulled && this.#shipment.method === "paypal";
    const amountRemainingForFinalize = canFinalizeAgain ? remaining : 0;
    const totalAmountFinalized = this.#finalized();
    const totalAmountPendingFinalization = this.#pending();
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

  #finalized(): number {
    return this.#shipment.before + this.#sum("captured");
  }

  #pending(): number {
    return this.#sum("pending");
  }

  #sum(state: Entry["state"]): number {
    return this.entries.reduce((sum, entry) => sum + (entry.state === state ? entry.amount : 0), 0);
  }
}

function momentary(moment: Fate["moment"]) {
  if (moment.startsWith("a page")) return page;
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
