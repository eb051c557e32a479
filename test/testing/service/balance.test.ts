/** What a look-up reads: in process, and by the fake's own read operation. */
import { Decimal, defineOperation } from "merchant-payments";
import { type FakePaymentService, fault, rejection } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { clientOfFake, errorOf } from "../../support/client.js";
import { fetchAdapter, newService } from "../../support/service-adapters.js";
import { readTransaction } from "../read-transaction.js";

type Change = (service: FakePaymentService, transactionId: string) => unknown;
const finalize =
  (totalAmount: string): Change =>
  (service, transactionId) =>
    service.finalize({ transactionId, totalAmount });
const annul: Change = (service, transactionId) => service.annul(transactionId);
const complete: Change = (service, transactionId) => service.completePending(transactionId);

describe("the balance of one authorization is", () => {
  test.each<["card" | "paypal" | "swish", Change[], [finalized: string, pending: string, remaining: string]]>([
    ["paypal", [], ["0", "0", "125.00"]],
    ["paypal", [finalize("25.00"), annul], ["25.00", "0", "0"]],
    ["card", [finalize("100.00")], ["100.00", "0", "0"]],
    ["swish", [finalize("100.00")], ["0", "100.00", "25.00"]],
    ["swish", [finalize("100.00"), complete, finalize("25.00")], ["100.00", "25.00", "0"]],
  ])("of %s after %j: %j", async (paymentMethod, changes, figures) => {
    const service = newService();
    service.sell({ paymentMethod, totalAmount: "1.00" }); // another one
    const pends = paymentMethod === "swish";
    const { transactionId } = service.sell({ paymentMethod, totalAmount: "125.00", pending: pends });
    for (const change of changes) change(service, transactionId);
    const [finalized, pending, remaining] = figures.map((figure) => new Decimal(figure));
    expect(service.balance(transactionId)).toEqual({ finalized, pending, remaining });
    expect(await clientOfFake(service).call(readTransaction, { transactionId })).toMatchObject({
      ...{ transactionId, canFinalizeAgain: !remaining?.isZero(), amountRemainingForFinalize: remaining },
      ...{ totalAmountFinalized: finalized, totalAmountPendingFinalization: pending },
    });
  });
});

test("the balance keeps all digits", async () => {
  const service = newService();
  const { transactionId } = service.sell({ paymentMethod: "other", totalAmount: "123456789012345678.90" });
  expect(service.balance(transactionId).remaining.toFixed(2)).toBe("123456789012345678.90");
  await clientOfFake(service).call(readTransaction, { transactionId });
  expect(service.requests[0]?.response?.body).toContain('"amountRemainingForFinalize":123456789012345678.90,');
});

test("there is no balance of an unknown transaction", async () => {
  const service = newService();
  const transactionId = "202603040000000009";
  expect(() => service.balance(transactionId)).toThrow(new Error(`There is no authorization ${transactionId}.`));
  const error = await errorOf(clientOfFake(service).call(readTransaction, { transactionId }));
  expect(error).toMatchObject({ outcome: "rejected", statusKey: "ORDER_NOT_FOUND" });
});

test("a look-up fails as a fault says, and with a wrong password", async () => {
  await using adapter = await fetchAdapter.open();
  const { service, payments } = adapter;
  const { transactionId } = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
  service.faults.next("readTransaction", fault.status(503), { transactionId });
  const once = { maxRetries: 0 };
  expect(await errorOf(payments.call(readTransaction, { transactionId }, once))).toMatchObject({ httpStatus: 503 });
  const stranger = clientOfFake(service, { auth: () => ({ authorization: "Basic b2xk" }) });
  expect(await errorOf(stranger.call(readTransaction, { transactionId }))).toMatchObject({ httpStatus: 401 });
});

describe("a handler replaces the fake's own read operation", () => {
  const theirs = {
    method: "GET",
    effect: "read",
    input: z.object({ id: z.string() }),
    response: z.object({ captured: z.instanceof(Decimal) }),
  } as const;

  test.each([
    ["by its path", { ...theirs, name: "findTransaction", path: "/transactions/{id}" }],
    ["by its name", { ...theirs, name: "readTransaction", path: "/payments/{id}" }],
  ])("%s, until it is removed", async (_how, definition) => {
    const service = newService();
    const { transactionId } = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
    const payments = clientOfFake(service);
    const operation = defineOperation(definition);
    const remove = service.on(operation, ({ input }) => ({ captured: service.balance(input.id).finalized }));
    expect((await payments.call(operation, { id: transactionId })).captured.toFixed()).toBe("0");
    expect(service.routes.names).toEqual(["finalize", "createOrder", operation.name]);
    remove();
    expect(service.routes.names).toEqual(["finalize", "createOrder", "readTransaction"]);
    expect(await payments.call(readTransaction, { transactionId })).toMatchObject({ canFinalizeAgain: true });
  });

  test("but not a POST to its path", () => {
    const service = newService();
    const note = { ...theirs, name: "noteTransaction", path: "/transactions/{id}", method: "POST" } as const;
    service.on(note, () => rejection("ORDER_NOT_FOUND"));
    expect(service.routes.names).toEqual(["finalize", "createOrder", "noteTransaction", "readTransaction"]);
  });
});
