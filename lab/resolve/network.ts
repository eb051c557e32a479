/** The way to the fake: some requests arrive only after their caller has given up, and rejections may tell little. */
import type { FakePaymentService } from "merchant-payments/testing";

/** What rejections tell beside their status. */
export type Telling = "the balance" | "canFinalizeAgain only";

export interface Network {
  readonly fetch: typeof globalThis.fetch;
  /** How many requests came late. */
  readonly late: () => number;
  /** Once all that is under way has arrived. */
  readonly arrived: () => Promise<unknown>;
}

interface Options {
  readonly service: FakePaymentService;
  readonly random: () => number;
  readonly telling: Telling;
  readonly lateShare: number;
  readonly timeoutMs: number;
}

export function network({ service, random, telling, lateShare, timeoutMs }: Options): Network {
  const late: Promise<unknown>[] = [];
  return {
    late: () => late.length,
    arrived: () => Promise.all(late),
    async fetch(input, init) {
      const { signal = null, ...unsigned } = init ?? {};
      if (random() < lateShare) {
        const afterMs = timeoutMs * (1 + 4 * random());
        late.push(arriveLater(new Request(input, { ...unsigned, duplex: "half" } as RequestInit), afterMs));
        return givenUp(signal as AbortSignal);
      }
      const response = await service.fetch(input as string, init);
      return telling === "the balance" ? response : silenced(response);
    },
  };

  async function arriveLater(request: Request, afterMs: number): Promise<void> {
    const { url, method, headers } = request;
    const body = await request.text();
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const controller = new AbortController(); // AbortSignal.timeout would let the process end before its time
    setTimeout(() => controller.abort(), timeoutMs);
    const { signal } = controller;
    await service.fetch(url, { method, headers, body, signal }).catch(() => undefined); // nobody listens
  }
}

function givenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** As one old client's sample shows it: a refusal with nothing but `canFinalizeAgain`. */
async function silenced(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  const isRejection = text.includes('"isSuccess":false') && text.includes("totalAmountFinalized");
  return new Response(isRejection ? withoutBalance(text) : text || null, { status, headers });
}

function withoutBalance(text: string): string {
  const { status, canFinalizeAgain } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ status, canFinalizeAgain });
}
