// The time of a call to the fake, with so many orders in it. It must not grow with the number of orders.
import { basicAuth, PaymentClient } from "merchant-payments";
import { FakePaymentService } from "merchant-payments/testing";
import { printTable } from "../../examples/print-table.ts";

const counts = [10, 1_000, 100_000];
const calls = 2_000;
const batch = 20;

const steps = ["createOrder", "authorize", "finalize", "completePending", "createOrder by HTTP", "finalize by HTTP"];
type Times = Readonly<Record<string, number>>;

await timesWith(1_000); // warms up
const columns: Times[] = [];
for (const count of counts) columns.push(await timesWith(count));
printTable(
  ["µs per call", ...counts.map((count) => `${count.toLocaleString("en")} orders`)],
  steps.map((step) => [step, ...columns.map((times) => (times[step] ?? 0).toFixed(1))]),
);

/** Makes each step equally often, on a service with so many paid orders. */
async function timesWith(count: number): Promise<Times> {
  const service = new FakePaymentService();
  const auth = basicAuth(service.merchantId, service.password);
  const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth, fetch: service.fetch });
  let number = 0;
  const order = () => {
    number += 1;
    return { orderNumber: `ORDER-${number}`, totalAmount: "125.00", currencyCode: "SEK" };
  };
  const create = () => service.createOrder(order()).orderId ?? "";
  const authorize = (orderId: string) => service.authorize(orderId, { paymentMethod: "other", pending: true });
  // An order's position must not matter either, so the called orders are spread among the paid ones.
  const orderIds: string[] = [];
  for (let made = 1; made <= count; made += 1) {
    service.finalize({ ...authorize(create()), totalAmount: "25.00" });
    while (orderIds.length < (calls * made) / count) orderIds.push(create());
  }
  const authorized: { transactionId: string }[] = [];
  const times: Record<string, number> = {};
  const time = async (step: string, act: (call: number) => unknown) => {
    const perCall = [];
    for (let first = 0; first < calls; first += batch) {
      const startedAt = performance.now();
      for (let call = first; call < first + batch; call += 1) await act(call);
      perCall.push(((performance.now() - startedAt) * 1_000) / batch);
    }
    times[step] = perCall.toSorted((a, b) => a - b)[perCall.length >> 1] ?? 0; // the median ignores garbage collections
  };
  const paid = (call: number) => authorized[call] ?? { transactionId: "" };
  await time("createOrder", create);
  await time("authorize", (call) => authorized.push(authorize(orderIds[call] ?? "")));
  await time("finalize", (call) => service.finalize({ ...paid(call), totalAmount: "25.00" }));
  await time("completePending", (call) => service.completePending(paid(call).transactionId));
  await time("createOrder by HTTP", () => payments.createOrder(order()));
  await time("finalize by HTTP", (call) => payments.finalize({ ...paid(call), totalAmount: "25.00" }));
  return times;
}
