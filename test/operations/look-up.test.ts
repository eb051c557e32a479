/** What resolveFinalization finds out by the client option lookUp, where a finalization must not be sent again. */
import { Decimal } from "decimal.js";
import type { LookUp, PaymentEvent, ResolveOptions } from "merchant-payments";
import { causeOf, defineOperation, paymentMethods } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { clientResponding } from "../support/client.js";

const finalization = { transactionId: "201409251527280673", totalAmount: "60.00" };
const orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3";
/** A part: it must not be sent again. */
const part = { paymentMethod: "paypal", authorizedAmount: "200.00", finalizedBefore: "40.00" } as const;

function merchant(lookUp: LookUp, { body = "" }: { body?: string } = {}) {
  const events: PaymentEvent[] = [];
  const onEvent = (event: PaymentEvent) => void events.push(event);
  const { payments, fetch, sent } = clientResponding(body, 200, { onEvent, resolve: { lookUp } });
  const resolving = (authorization: object = part, options: object = {}) =>
    payments.resolveFinalization(finalization, { authorization, ...options } as ResolveOptions);
  return { payments, fetch, sent, events, resolving };
}

test("a part is read and not sent, and the balance stands in the result", async () => {
  const lookUp = vi.fn<LookUp>(async () => ({ finalized: "100.00", pending: new Decimal(0) }));
  const { payments, fetch, events } = merchant(lookUp);
  const before = new Date();
  const found = await payments.resolveFinalization({ ...finalization, orderId }, { authorization: part });
  const balance = { finalized: new Decimal("100.00"), pending: new Decimal("0"), at: expect.any(Date) };
  expect(found).toEqual({ state: "captured", by: "look_up", finalization: {}, balance });
  expect(found.balance?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  const ids = { orderId, transactionId: "201409251527280673" };
  expect(lookUp.mock.calls.map(([authorization]) => authorization)).toEqual([ids]);
  expect(fetch).not.toHaveBeenCalled();
  const call = { operation: "resolveFinalization", attempt: 0, ...ids };
  const end = { type: "resolve", state: "captured", code: undefined, httpStatus: undefined };
  expect(events).toMatchObject([{ ...end, ...call }]);
});

describe("the state is unknown, and can be asked again, if lookUp", () => {
  test.each<LookUp>([() => undefined, async () => null])("cannot tell: %s", async (lookUp) => {
    expect(await merchant(lookUp).resolving()).toEqual({ state: "unknown", canAskAgain: true, finalization: {} });
  });

  const down = new Error("GET https://user:secret@internal.example/ failed");
  test.each<[what: string, lookUp: () => unknown, message: string]>([
    ["throws", () => Promise.reject(down), "lookUp failed, nothing was sent"],
    ["returns a word", () => ({ finalized: "all", pending: "0" }), "lookUp returned no amount as finalized"],
    ["returns a number", () => ({ finalized: 60, pending: "0" }), "lookUp returned no amount as finalized"],
    ["returns a negative figure", () => ({ finalized: "60", pending: "-1" }), "lookUp returned no amount as pending"],
    ["leaves a figure out", () => ({ finalized: "60" }), "lookUp returned no amount as pending"],
  ])("%s, and the error says why without quoting it", async (_what, lookUp, message) => {
    const found = await merchant(lookUp as LookUp).resolving();
    expect(found).toMatchObject({ state: "unknown", canAskAgain: true, error: { outcome: "not_sent" } });
    expect(found.error?.message).toContain(message);
    expect(JSON.stringify(found)).not.toContain("secret");
  });

  test("does not end before the deadline", async () => {
    vi.useFakeTimers();
    const resolving = merchant(() => new Promise(() => undefined)).resolving();
    await vi.runAllTimersAsync();
    const found = await resolving;
    expect(found).toMatchObject({ state: "unknown", canAskAgain: true, error: { code: "timeout" } });
    expect(found.error?.message).toContain("lookUp had not returned");
  });

  test("is given a signal that the caller aborts", async () => {
    const caller = new AbortController();
    const { resolving } = merchant((_, { signal }) => {
      caller.abort(new Error("shop closed"));
      expect(signal.aborted).toBe(true);
      return new Promise(() => undefined);
    });
    const found = await resolving(part, { signal: caller.signal });
    expect(found).toMatchObject({ state: "unknown", error: { code: "aborted" } });
  });
});

test("the client's own lookUp returns the balance, and nothing if the option cannot tell", async () => {
  const authorization = { transactionId: "201409251527280673" };
  const told = merchant(() => ({ finalized: "100", pending: "0" })).payments;
  const balance = { finalized: new Decimal(100), pending: new Decimal(0), at: expect.any(Date) };
  expect(await told.lookUp?.(authorization)).toEqual(balance);
  expect(await merchant(() => undefined).payments.lookUp?.(authorization)).toBeUndefined();
});

test("lookUp does not begin after the abort of the caller, or on a closed client", async () => {
  const lookUp = vi.fn<LookUp>(() => ({ finalized: "100", pending: "0" }));
  const { payments, resolving } = merchant(lookUp);
  expect(await resolving(part, { signal: AbortSignal.abort() })).toMatchObject({ error: { code: "aborted" } });
  await payments.close();
  const closed = await resolving();
  expect(closed).toMatchObject({ state: "unknown", error: { outcome: "not_sent" } });
  expect(closed.error?.message).toContain("the client was closed: make a new client");
  expect(lookUp).not.toHaveBeenCalled();
});

const readTransaction = defineOperation({
  name: "readTransaction",
  method: "GET",
  effect: "read",
  path: "/transactions/{transactionId}",
  input: z.object({ transactionId: z.string() }),
  response: z.object({ captured: z.instanceof(Decimal), reserved: z.instanceof(Decimal) }),
});

test("lookUp calls a read operation of the service, with its own events, within the deadline of the call", async () => {
  const body = '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"},"captured":100.00,"reserved":0}';
  const lookUp: LookUp = async ({ transactionId }, { call }) => {
    const found = await call(readTransaction, { transactionId });
    return { finalized: found.captured, pending: found.reserved };
  };
  const { sent, events, resolving } = merchant(lookUp, { body });
  expect(await resolving()).toMatchObject({ state: "captured", by: "look_up" });
  expect(sent).toEqual([{ path: "/api/transactions/201409251527280673", body: "" }]);
  const told = ["readTransaction request", "readTransaction response", "resolveFinalization resolve"];
  expect(events.map(({ type, operation }) => `${operation} ${type}`)).toEqual(told);
});

test("lookUp cannot call an operation that changes anything", async () => {
  const annul = defineOperation({ ...readTransaction, name: "annul", method: "POST", effect: "write" });
  const { sent, resolving } = merchant(async (_, { call }) => {
    // @ts-expect-error only effect read
    await call(annul, { transactionId: "201409251527280673" });
    return undefined;
  });
  const { error } = await resolving();
  expect(error && causeOf(error)).toEqual(new TypeError("lookUp: call takes only operations with the effect read"));
  expect(sent).toEqual([]);
});

describe("with lookUp,", () => {
  const lookUp: LookUp = () => ({ finalized: "60.00", pending: "0" });

  test("a card whose authorized amount is not given is read, and nothing was finalized before", async () => {
    const { resolving, sent } = merchant(lookUp);
    const found = await resolving({ paymentMethod: "card" });
    expect(found).toMatchObject({ state: "captured", by: "look_up", balance: { finalized: new Decimal("60.00") } });
    expect(sent).toEqual([]);
  });

  test("a card of a known amount is sent again, not read, because that is safe", async () => {
    const body = '{"status":{"isSuccess":false,"errorNumber":3007,"statusKey":"PAYMENT_COMPLETED"}}';
    const { resolving, sent } = merchant(lookUp, { body });
    const found = await resolving({ paymentMethod: "card", authorizedAmount: "60.00" });
    expect(found).toMatchObject({ state: "unknown", error: { statusKey: "PAYMENT_COMPLETED" } });
    expect(sent).toHaveLength(1);
  });

  test("every method can be resolved but an internet bank, which is never finalized", () => {
    const { payments } = merchant(lookUp);
    const facts = { authorizedAmount: "60.00", finalizedBefore: "0" };
    const faults = paymentMethods.map((paymentMethod) =>
      payments.check("resolveFinalization", finalization, { authorization: { ...facts, paymentMethod } }),
    );
    expect(paymentMethods.filter((_, index) => faults[index]?.length !== 0)).toEqual(["internet_bank"]);
  });
});
