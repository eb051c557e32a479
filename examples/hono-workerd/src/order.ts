/** An order's capture: one object per order number, which alone decides whether anything is sent. */
import { DurableObject, env } from "cloudflare:workers";
import { type AnyPaymentError, basicAuth, PaymentClient, responseOf, toResult } from "merchant-payments";

export interface Env {
  readonly PAYMENTS_URL: string;
  readonly PAYMENTS_MERCHANT_ID: string;
  readonly VAULT: Fetcher;
  readonly ORDERS: DurableObjectNamespace<Order>;
}

const { PAYMENTS_URL, PAYMENTS_MERCHANT_ID, VAULT } = env as unknown as Env;

const payments = new PaymentClient({
  baseUrl: PAYMENTS_URL,
  /** For each attempt, within the call's deadline: a new password needs no new deployment. If it fails, nothing was sent. */
  auth: async (request) => {
    const response = await VAULT.fetch("http://vault/payments-password", { signal: request.signal });
    if (!response.ok) throw new Error(`The vault answered ${response.status}.`);
    return basicAuth(PAYMENTS_MERCHANT_ID, await response.text())(request);
  },
});

export interface CaptureRequest {
  readonly orderId: string;
  readonly transactionId: string;
  readonly totalAmount: string;
}

/** `capturing`: under way. `check_first`: the money may have moved; a person looks before anything else is sent. */
type State = "open" | "capturing" | "pending" | "captured" | "refused" | "check_first";

export interface Response {
  readonly httpStatus: 200 | 202 | 400 | 409 | 503;
  readonly body: { readonly state: State; readonly why?: string | undefined };
}

export class Order extends DurableObject<Env> {
  #isCapturing = false;

  async capture(finalization: CaptureRequest): Promise<Response> {
    const state = await this.look();
    if (state !== "open" && state !== "refused") return { httpStatus: 409, body: { state } };
    this.#isCapturing = true;
    try {
      // Nothing leaves an object before what it has stored is on the disk.
      await this.ctx.storage.put<State>("state", "capturing");
      return await this.#captureNow(finalization);
    } finally {
      this.#isCapturing = false;
    }
  }

  /** There is one such object in the world. If it does not know of the capture, it was begun by one that has died. */
  async look(): Promise<State> {
    const state = (await this.ctx.storage.get<State>("state")) ?? "open";
    return state === "capturing" && !this.#isCapturing ? "check_first" : state;
  }

  async #captureNow(finalization: CaptureRequest): Promise<Response> {
    const capture = await toResult(payments.finalize(finalization, { authorization: { paymentMethod: "card" } }));
    if (capture.ok) return capture.value.pending ? this.#end(202, "pending") : this.#end(200, "captured");

    const { error } = capture;
    log(error);
    switch (error.outcome) {
      case "not_sent": // may be called again, unless the input is what is wrong
        return this.#end(error.safeToRetry ? 503 : 400, "open");
      case "rejected":
        return this.#end(409, "refused", error.code === "service_error" ? error.statusKey : error.code);
      case "succeeded":
        await this.#keep(error);
        return this.#end(200, "captured");
      case "unknown": // not a 5xx, which invites a retry
        await this.#keep(error);
        return this.#end(409, "check_first");
    }
  }

  async #end(httpStatus: Response["httpStatus"], state: State, why?: string): Promise<Response> {
    await this.ctx.storage.put<State>("state", state);
    return { httpStatus, body: why === undefined ? { state } : { state, why } };
  }

  /** For the person who looks into it: the response may hold what the service echoes, and is not for a log. */
  async #keep(error: AnyPaymentError): Promise<void> {
    await this.ctx.storage.put("note", JSON.stringify({ error, advice: error.advice, response: responseOf(error) }));
  }
}

/** Without its words, which end with the service's own. */
function log({ operation, code, outcome, orderId, transactionId, advice }: AnyPaymentError): void {
  console.warn(JSON.stringify({ operation, code, outcome, orderId, transactionId, advice }));
}
