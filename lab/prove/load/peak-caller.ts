// A client in a process of its own, because the peak of a process never falls.
import { basicAuth, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { serve } from "../../worker.ts";

const [baseUrl = "", way = ""] = process.argv.slice(2);
const auth = basicAuth("merchant-1", "fake-password");
const options: Partial<PaymentClientOptions> = way === "fetch" ? { fetch: globalThis.fetch } : {};
const clientOf = (path: string) => new PaymentClient({ ...options, baseUrl: baseUrl + path, auth, timeoutMs: 120_000 });

/** Makes so many concurrent calls. Each must end in a result. */
function call(payments: PaymentClient, count: number): Promise<unknown> {
  const order = (number: number) => ({ orderNumber: `PEAK-${number}`, totalAmount: "125.00", currencyCode: "SEK" });
  return Promise.all(Array.from({ length: count }, (_, index) => payments.createOrder(order(index))));
}

/** The bytes of memory for so many responses in chunks of one byte, above those of the idle process. */
async function responsesInBytes(count: number): Promise<{ readonly resident: number; readonly heap: number }> {
  const payments = clientOf("/bytes");
  await call(clientOf("/quick"), 10);
  globalThis.gc?.();
  const idle = process.memoryUsage();
  let heap = 0;
  const watch = setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    heap = Math.max(heap, heapUsed + external - idle.heapUsed - idle.external);
  }, 2);
  await call(payments, count);
  clearInterval(watch);
  return { resident: process.resourceUsage().maxRSS * 1_024 - idle.rss, heap };
}

serve({ responsesInBytes });
