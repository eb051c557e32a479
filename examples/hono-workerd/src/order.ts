/** An order's capture: one object per order number, which alone decides whether anything is sent. */
import { DurableObject, env } from "cloudflare:workers";
import { basicAuth, PaymentClient, type PaymentError, responseOf, toResult } from "merchant-payments";

export interface Env {
  readonly PAYMENTS_URL: string;
  readonly PAYMENTS_MERCHANT_ID: string;
  readonly VAULT: Fetcher;
  readonly ORDERS: DurableObjectNamespace<Order>;
}

const { PAYMENTS_URL, PAYMENTS_MERCHANT_ID, VAULT } = env as unknown as Env;

const payments = new PaymentClient({
  baseUrl: PAYMENTS_URL,
  /** Called for each attempt, within the deadline: a new password needs no new deployment. If it fails, nothing is sent. */
  auth: async (request) => {
    const response = await VAULT.fetch("http://vault/payments-password", { signal: request.signal });
    if (!response.ok) throw new Error(`The vault responded with ${response.status}.`);
    return basicAuth(PAYMENTS_MERCHANT_ID, await response.text())(request);
  },
});

export interface CaptureRequest {
  readonly orderId: string;
  readonly transactionId: string;
  readonly totalAmount: string;
}

/** `capturing`: in flight. `check_first`: the money may have moved; it needs manual review before anything else is sent. */
type State = "to_capture" | "capturing" | "pending" | "captured" | "rejected" | "check_first";

export interface CaptureResponse {
  readonly httpStatus: 200 | 202 | 400 | 409 | 503;
  readonly body: { readonly state: State; readonly why?: string | undefined };
}

export class Order extends DurableObject<Env> {
  #isCapturing = false;

  async capture(finalization: CaptureRequest): Promise<CaptureResponse> {
    const state = await this.state();
    if (state !== "to_capture" && state !== "rejected") return { httpStatus: 409, body: { state } };
    this.#isCapturing = true;
    try {
      // workerd sends nothing for an object before its writes are on the disk.
      await this.ctx.storage.put<State>("state", "capturing");
      return await this.#captureNow(finalization);
    } finally {
      this.#isCapturing = false;
    }
  }

  /** Only one object exists per order number. If it is not capturing itself, an object that died began the capture. */
  async state(): Promise<State> {
    const state = (await this.ctx.storage.get<State>("state")) ?? "to_capture";
    return state === "capturing" && !this.#isCapturing ? "check_first" : state;
  }

  async #captureNow(finalization: CaptureRequest): Promise<CaptureResponse> {
    const capture = await toResult(payments.finalize(finalization, { authorization: { paymentMethod: "card" } }));
    if (capture.ok) return capture.value.pending ? this.#end(202, "pending") : this.#end(200, "captured");

    const { error } = capture;
    log(error);
    // For example wrong credentials or a wrong base URL: nothing is wrong with this order.
    if (error.scope === "merchant" && error.outcome !== "unknown") return this.#end(503, "to_capture");
    switch (error.outcome) {
      case "not_sent": // may be called again, unless the input is invalid
        return this.#end(error.safeToRetry ? 503 : 400, "to_capture");
      case "rejected":
        return this.#end(409, "rejected", error.code === "service_error" ? error.statusKey : error.code);
      case "succeeded":
        await this.#keep(error);
        return this.#end(200, "captured");
      case "unknown":
        return this.#checkFirst(error);
    }
  }

  /** Responds with no 5xx, because that invites a retry, and the money may have moved. */
  async #checkFirst(error: PaymentError): Promise<CaptureResponse> {
    await this.#keep(error);
    return this.#end(409, "check_first");
  }

  async #end(httpStatus: CaptureResponse["httpStatus"], state: State, why?: string): Promise<CaptureResponse> {
    await this.ctx.storage.put<State>("state", state);
    return { httpStatus, body: why === undefined ? { state } : { state, why } };
  }

  /** Keeps the response for manual review. It may contain data that the service echoes, so it is not for a log. */
  async #keep(error: PaymentError): Promise<void> {
    await this.ctx.storage.put("note", JSON.stringify({ error, advice: error.advice, response: responseOf(error) }));
  }
}

/** Logs no message, because it ends with the service's own words. */
function log({ operation, code, outcome, orderId, transactionId, advice }: PaymentError): void {
  console.warn(JSON.stringify({ operation, code, outcome, orderId, transactionId, advice }));
}
