/** The fake of the payment service in a process of its own, told by its parent what to do. */
import { randomUUID } from "node:crypto";
import { FakePaymentService, fault, type PaymentServer, startPaymentServer } from "merchant-payments/testing";
import type { Shipment } from "../src/shipments.ts";
import type { ServiceCommands } from "./service.ts";

const service = new FakePaymentService({ keepRequests: Number.POSITIVE_INFINITY });
let server: PaymentServer | undefined = await startPaymentServer({ service });
const { port, baseUrl } = server;

const commands: { [Name in keyof ServiceCommands]: (...args: Parameters<ServiceCommands[Name]>) => unknown } = {
  where: () => ({ baseUrl, merchantId: service.merchantId, password: service.password }),

  sell(amounts, paymentMethod) {
    return amounts.map((amount, index): Shipment => {
      const orderNumber = `ORDER-${String(index + 1).padStart(6, "0")}`;
      // Twice as much is authorized: with a method that may be captured in parts, a second capture would go through.
      const authorizedAmount = twice(amount);
      const { orderId, transactionId } = service.sell({ paymentMethod, amount: authorizedAmount, orderNumber });
      return {
        id: randomUUID(),
        orderNumber,
        orderId,
        transactionId,
        paymentMethod,
        authorizedAmount,
        amount,
        currency: "SEK",
      };
    });
  },

  arm(n, what) {
    service.faults.every(n, "finalize", faults[what.name](what.ms ?? 0));
  },

  deliverLate: () => service.deliverLate(),

  async close() {
    await server?.close();
    server = undefined;
  },

  async open() {
    server ??= await startPaymentServer({ service, port });
  },

  ledger: () =>
    service.finalizations.map(({ authorizationId, totalAmount }) => ({ transactionId: authorizationId, totalAmount })),

  requests: () =>
    service.requests.map(({ path, fault: name, delivered, answer }) => ({
      transactionId: /transactions\/(\d{18})\//.exec(path)?.[1] ?? "",
      fault: name,
      delivered,
      statusKey: answer?.statusKey,
    })),
};

const faults = {
  loseReply: () => fault.loseReply,
  drop: () => fault.drop,
  truncate: () => fault.truncate,
  incomplete: () => fault.incomplete,
  stall: () => fault.stallHeaders(),
  // Processed once the caller has given up: after so long, or when it is told.
  late: (ms: number) => fault.late(ms > 0 ? ms : undefined),
  // A hop sends the request again, and gives the answer to that.
  duplicate: () => fault.duplicate({ answer: "second" }),
  refusal: () => fault.error("CUST_ACCT_NOT_ELIGIBLE"),
  // Bytes that PostgreSQL's jsonb refuses.
  nul: () => fault.answer({ contentType: "text/plain", body: "out of \0rder", committed: true }),
  delay: (ms: number) => fault.delay(ms),
};

function twice(amount: string): string {
  const [whole = "", cents = ""] = amount.split(".");
  const doubled = String(BigInt(whole + cents) * 2n).padStart(cents.length + 1, "0");
  return cents === "" ? doubled : `${doubled.slice(0, -cents.length)}.${doubled.slice(-cents.length)}`;
}

process.on("message", async ({ id, name, args }: { id: number; name: keyof ServiceCommands; args: never[] }) => {
  const command = commands[name] as (...args: never[]) => unknown;
  process.send?.({ id, answer: (await command(...args)) ?? null });
});
process.once("disconnect", () => process.exit());
process.on("SIGINT", () => undefined); // the parent decides
