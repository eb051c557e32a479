/** Concurrent callers, each with its next call as soon as the one before has ended. */
import type {
  CreateOrderResult,
  FinalizeResult,
  PaymentClientOptions,
  ReceivedResponse,
  Result,
} from "merchant-payments";
import { basicAuth, PaymentClient, type PaymentError, responseOf, toResult } from "merchant-payments";
import { atOnce } from "../../at-once.ts";
import type { Call } from "./calls.ts";

export interface Ending {
  readonly call: Call;
  /** Undefined for an end that is not allowed. */
  readonly result: Result<CreateOrderResult | FinalizeResult> | undefined;
  readonly received: ReceivedResponse | undefined;
}

export function errorOf({ result }: Ending): PaymentError | undefined {
  return result?.ok === false ? result.error : undefined;
}

export interface Access {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly password: string;
}

export function clientOf({ baseUrl, merchantId, password }: Access, options: Partial<PaymentClientOptions>) {
  return new PaymentClient({ ...options, baseUrl, auth: basicAuth(merchantId, password) });
}

/** @param sharedSignal of all calls that are not aborted. */
export async function makeCalls(
  calls: readonly Call[],
  client: PaymentClient,
  callers: number,
  sharedSignal: AbortSignal,
) {
  const endings: Ending[] = [];
  await atOnce(callers, calls, async (call) => {
    endings.push(await make(call, client, sharedSignal));
  });
  return endings;
}

async function make(call: Call, client: PaymentClient, sharedSignal: AbortSignal): Promise<Ending> {
  const { ask, timeoutMs, abortAfterMs } = call;
  const own = new AbortController();
  if (abortAfterMs === 0) own.abort();
  const timer = abortAfterMs ? setTimeout(() => own.abort(), abortAfterMs) : undefined;
  const signal = abortAfterMs === undefined ? sharedSignal : own.signal;
  const options = { signal, timeoutMs, headers: { "x-call": call.id } };
  try {
    const result: Ending["result"] = await toResult<CreateOrderResult | FinalizeResult>(
      ask.operation === "createOrder" ? client.createOrder(ask.input, options) : client.finalize(ask.input, options),
    );
    return { call, result, received: responseOf(result.ok ? result.value : result.error) };
  } catch {
    return { call, result: undefined, received: undefined };
  } finally {
    clearTimeout(timer);
  }
}
