/** The fake of the payment service on a port, its orders, and its faults. */
import { randomUUID } from "node:crypto";
import { FakePaymentService, fault, type PaymentServer, startPaymentServer } from "merchant-payments/testing";
import type { Shipment } from "../src/shipments.ts";

const kinds = {
  card: { paymentMethod: "card", isPart: true }, // captured once, whatever is left
  paypal: { paymentMethod: "paypal", isPart: false },
  part: { paymentMethod: "paypal", isPart: true }, // a second one would be accepted
} as const;
const cycle = ["card", "paypal", "card", "card", "paypal", "part", "card", "paypal"] as const;
const doubles = { "19.99": "39.98", "125.00": "250.00", "90071992547409.93": "180143985094819.86", "0.01": "0.02" };
const amounts = Object.entries(doubles) as [string, string][];

const faults = {
  loseResponse: fault.loseResponse(),
  drop: fault.drop(),
  truncate: fault.truncate(),
  incomplete: fault.incomplete(),
  late: fault.late(1), // processed once the caller has given up
  second: fault.duplicate({ response: "second" }), // a proxy sends it again, and passes on the second response
  rejection: fault.error("CUST_ACCT_NOT_ELIGIBLE"),
  nul: fault.response({ contentType: "text/plain", body: "out of \0rder", committed: true }), // jsonb cannot hold \0
  down: fault.status(503),
  slow: fault.delay(200),
};

export class Service extends FakePaymentService {
  server: PaymentServer | undefined;

  async open(port = 0): Promise<PaymentServer> {
    this.clock.run(); // a slow response takes its time
    this.server = await startPaymentServer({ service: this, port });
    return this.server;
  }

  /** Connections are refused from now on. */
  close = () => this.server?.close();

  /** Makes shipments in EUR and SEK, of one of `kinds` or of all of them. */
  ship(count: number, { only, pending = false }: { only?: keyof typeof kinds; pending?: boolean } = {}): Shipment[] {
    return Array.from({ length: count }, (_, index) => {
      const { paymentMethod, isPart } = kinds[only ?? cycle[index % cycle.length] ?? "card"];
      const [amount, double] = amounts[index % amounts.length] ?? ["1", "2"];
      const currency = index % 3 === 0 ? "EUR" : "SEK";
      const authorizedAmount = isPart ? double : amount;
      const { orderId, transactionId } = this.sell({
        paymentMethod,
        totalAmount: authorizedAmount,
        currencyCode: currency,
        pending,
      });
      return { id: randomUUID(), orderId, transactionId, paymentMethod, authorizedAmount, amount, currency };
    });
  }

  /** Arms faults for every n-th capture, instead of all earlier ones. If several would strike, the first one named does. */
  plan(every: { readonly [Name in keyof typeof faults]?: number } = {}): void {
    this.faults.clear();
    for (const [name, n] of Object.entries(every))
      this.faults.every(n, "finalize", faults[name as keyof typeof faults]);
  }
}
