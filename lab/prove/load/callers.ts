/** So many callers at once, each with its next call as soon as the one before has ended. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AnyPaymentError,
  basicAuth,
  type CreateOrderResult,
  type FinalizeResult,
  PaymentClient,
  type PaymentClientOptions,
  type PaymentEvent,
  type ReceivedResponse,
  type Result,
  responseOf,
  toResult,
} from "merchant-payments";
import type { Call } from "./calls.ts";

/** How a call ended. */
export interface Ending {
  readonly call: Call;
  /** Undefined when it ended otherwise than it may. */
  readonly settled: Result<CreateOrderResult | FinalizeResult> | undefined;
  readonly received: ReceivedResponse | undefined;
}

export function errorOf({ settled }: Ending): AnyPaymentError | undefined {
  return settled?.ok === false ? settled.error : undefined;
}

/** Where the service is, and who may use it. */
export interface Access {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly password: string;
}

export type Clients = Readonly<Record<Call["through"], PaymentClient>>;

/** One client for each way that a call can go. */
export async function clientsOf(
  { baseUrl, merchantId, password }: Access,
  options: Partial<PaymentClientOptions>,
  onEvent: (event: PaymentEvent) => void,
): Promise<Clients> {
  const auth = basicAuth(merchantId, password);
  const failing = () => Promise.reject(new Error("no credentials to be had"));
  return {
    service: new PaymentClient({ ...options, baseUrl, auth, onEvent }),
    "closed port": new PaymentClient({ ...options, baseUrl: await closedPort(), auth, onEvent, maxRetries: 1 }),
    "failing auth": new PaymentClient({ ...options, baseUrl, auth: failing, onEvent, maxRetries: 0 }),
  };
}

/** @param shift the signal that all callers share, those aside who have one of their own. */
export async function makeCalls(
  calls: readonly Call[],
  clients: Clients,
  callers: number,
  shift: AbortSignal,
): Promise<readonly Ending[]> {
  const waiting = calls.values(); // one for all of them
  const endings: Ending[] = [];
  const caller = async () => {
    for (const call of waiting) endings.push(await make(call, clients[call.through], shift));
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return endings;
}

async function make(call: Call, client: PaymentClient, shift: AbortSignal): Promise<Ending> {
  const { signal, forget } = signalOf(call, shift);
  const options = { signal, timeoutMs: call.timeoutMs, headers: { "x-call": call.id } };
  try {
    const { ask } = call;
    const settled: Ending["settled"] = await toResult<CreateOrderResult | FinalizeResult>(
      ask.operation === "createOrder" ? client.createOrder(ask.input, options) : client.finalize(ask.input, options),
    );
    return { call, settled, received: responseOf(settled.ok ? settled.value : settled.error) };
  } catch {
    return { call, settled: undefined, received: undefined };
  } finally {
    forget();
  }
}

function signalOf({ abortAfterMs }: Call, shift: AbortSignal): { signal: AbortSignal; forget: () => void } {
  if (abortAfterMs === undefined) return { signal: shift, forget: () => undefined };
  if (abortAfterMs === 0) return { signal: AbortSignal.abort(), forget: () => undefined };
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(), abortAfterMs);
  return { signal: own.signal, forget: () => clearTimeout(timer) };
}

/** An address where nothing listens: a port that was free a moment ago. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
