// What a process takes at its most, each figure in a process of its own.
import { readdirSync } from "node:fs";
import { basicAuth, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { serve } from "../../worker.ts";

const [baseUrl = "", way = ""] = process.argv.slice(2);
const auth = basicAuth("merchant-1", "fake-password");
const options = way === "fetch" ? { fetch: globalThis.fetch } : {};

const clientOf = (path: string): PaymentClient =>
  new PaymentClient({
    baseUrl: baseUrl + path,
    auth,
    timeoutMs: 120_000,
    ...(options as Partial<PaymentClientOptions>),
  });

const order = (number: number) => ({ orderNumber: `PEAK-${number}`, totalAmount: "125.00", currencyCode: "SEK" });

/** So many calls at once; each must end in a result. */
function call(payments: PaymentClient, count: number): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, (_, index) => payments.createOrder(order(index))));
}

/** The memory that so many responses in chunks of one byte take, above what the process has when idle, in bytes. */
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

const descriptors = () => readdirSync("/proc/self/fd").length;

/** How many descriptors are open after so many clients of one call each, 64 of them at once. */
async function clientsOfOneCall(count: number, areClosed: boolean): Promise<number> {
  const waiting = Array.from({ length: count }).values();
  const caller = async () => {
    for (const _ of waiting) {
      const payments = clientOf("/quick");
      await call(payments, 1);
      if (areClosed) await payments.close();
    }
  };
  const before = descriptors();
  await Promise.all(Array.from({ length: 64 }, caller));
  await new Promise(setImmediate); // a closed socket is gone with the next turn
  return descriptors() - before;
}

serve({
  responsesInBytes,
  clientsOfOneCall,
  crowd: async (count: number) => void (await call(clientOf("/slow"), count)),
});
