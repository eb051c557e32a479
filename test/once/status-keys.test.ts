/** What becomes of keys that the service responds with status keys that nobody has declared, and what a merchant does. */
import { basicAuth, PaymentClient, type PaymentClientOptions, type PaymentError } from "merchant-payments";
import { fault, paymentError } from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import { decidingKeyOf, isRejectedThroughout, unlistedKeyOf } from "../../src/once/rules/status-keys.js";
import { merchant, signed } from "./merchant.js";
import { HOUR, MINUTE, record } from "./records.js";

type Declared = Pick<PaymentClientOptions, "statusKeys" | "resolve">;

/** A merchant whose service statusKeyCounts finalizations with this status key, and captures first if `captures`. */
function answering(statusKey: string, { captures = false } = {}) {
  const shop = merchant();
  const { service } = shop;
  let isAnswering = true;
  const fetch: typeof globalThis.fetch = async (...request) => {
    const own = !isAnswering || captures ? await service.fetch(...request) : undefined;
    if (!isAnswering && own !== undefined) return own;
    const status = { isSuccess: false, errorNumber: 4711, statusKey, statusMessage: "" };
    return Response.json({ status });
  };
  const client = (declared: Declared = {}) =>
    new PaymentClient({
      baseUrl: "https://payments.example.com/api",
      auth: basicAuth(service.merchantId, service.password),
      fetch,
      maxRetries: 0,
      ...declared,
    });
  const once = shop.worker({ payments: client() });
  const sell = (paymentMethod: "card" | "paypal" = "card") => shop.sell({ paymentMethod }, once);
  const works = (now: boolean) => {
    isAnswering = !now;
  };
  return { ...shop, sellTo: shop.sell, once, client, sell, works };
}

const unlisted = (statusKey: string, httpStatus = 200, more: object = {}) =>
  paymentError("service_error", { statusKey, httpStatus, ...more });
const withoutKey = unlisted("", 200, { errorNumber: -17 });
const transactionId = "202601150000000001";
const meaningOf = (statusKey: string) =>
  ({ HTTP_401: "merchant", ORDER_NOT_FOUND: "rejected", DECLARED: "rejected" })[statusKey.toUpperCase()] as
    | "merchant"
    | "rejected"
    | undefined;

describe("a response with a status key", () => {
  test.each<[string, PaymentError, string | undefined, string | undefined]>([
    ["nobody has declared it", unlisted("card_Expired"), "CARD_EXPIRED", "CARD_EXPIRED"],
    ["under 400", unlisted("CARD_EXPIRED", 400), "CARD_EXPIRED", "CARD_EXPIRED"],
    ["under 302", unlisted("CARD_EXPIRED", 302), undefined, undefined],
    ["under 408", unlisted("CARD_EXPIRED", 408), undefined, undefined],
    ["under 500", unlisted("CARD_EXPIRED", 500), undefined, undefined],
    ["under 401: it concerns the merchant", unlisted("RISK_BLOCKED", 401), "RISK_BLOCKED", undefined],
    ["under 403", unlisted("RISK_BLOCKED", 403), "RISK_BLOCKED", undefined],
    ["under 429", unlisted("RISK_BLOCKED", 429), "RISK_BLOCKED", undefined],
    ["known", unlisted("ORDER_NOT_FOUND"), "ORDER_NOT_FOUND", undefined],
    ["none came", paymentError("timeout"), undefined, undefined],
    ["a rejection without one", withoutKey, undefined, undefined],
    ["declared since the client judged the response", unlisted("DECLARED"), undefined, undefined],
    ["known only to the client that judged the response", unlisted("VALIDATION_ERROR"), "VALIDATION_ERROR", undefined],
    [
      "with the id of a finalization",
      unlisted("CARD_EXPIRED", 200, { finalization: { transactionId: "T-1" } }),
      undefined,
      "CARD_EXPIRED",
    ],
    [
      "with the id of the authorization, which some services repeat",
      paymentError("service_error", { statusKey: "CARD_EXPIRED", finalization: { transactionId } }, { transactionId }),
      "CARD_EXPIRED",
      "CARD_EXPIRED",
    ],
  ])("%s", (_what, error, deciding, own) => {
    expect([decidingKeyOf(error, meaningOf), unlistedKeyOf(error, meaningOf)]).toEqual([deciding, own]);
  });

  test.each([
    [{ DECLARED: 2 }, 2, true],
    [{ DECLARED: 1, ORDER_NOT_FOUND: 1 }, 2, true],
    [{ DECLARED: 1 }, 2, false], // the response to the other attempt was lost
    [{ DECLARED: 1, CARD_EXPIRED: 1 }, 2, false],
    [{ HTTP_401: 1 }, 1, false],
    [{}, 0, false],
  ])("rejects a key throughout or not: %j of %i attempts", (statusKeyCounts, attempts, isSo) => {
    expect(isRejectedThroughout(record("parked", { statusKeyCounts, attempts }), meaningOf)).toBe(isSo);
  });
});

test.each([
  ["CARD_EXPIRED", "CARD_EXPIRED", "CARD_EXPIRED"],
  ["card.expired", "CARD.EXPIRED", '"CARD.EXPIRED"'],
])(
  "a card declined with %s is asked about twice, then waits for a person with the key and the option",
  async (...keys) => {
    const [statusKey, key, property] = keys;
    const { once, sell, pass, taken } = answering(statusKey);
    expect(await sell().capture("K-1")).toMatchObject({ state: "unknown", statusKeyCounts: { [key]: 1 } });
    pass(MINUTE);
    expect(await once.sweep()).toMatchObject([{ state: "parked", waitsFor: "person", attempts: 2 }]);
    expect((await once.get("K-1"))?.advice).toContain(
      `The service responded with ${key}, which this client does not know. Ask the service what it means, and set the client option statusKeys: { ${property}: … } ("rejected" only if nothing was done whenever it comes).`,
    );
    pass(24 * HOUR);
    expect([await once.sweep(), taken()]).toEqual([[], []]);
  },
);

test("nine declined cards do not stop the night, and the tenth does, with the name of the status key", async () => {
  const { sell } = answering("CARD_EXPIRED");
  for (let card = 1; card <= 9; card += 1)
    expect(await sell().capture(`K-${card}`)).toMatchObject({ state: "unknown" });
  await expect(sell().capture("K-10")).rejects.toMatchObject({ reason: "status_keys", statusKeys: ["CARD_EXPIRED"] });
});

test("successes with a key that nobody has declared are asked about four times, then wait for a person", async () => {
  const fetch: typeof globalThis.fetch = async () => {
    const status = { isSuccess: true, errorNumber: 0, statusKey: "DONE", statusMessage: "" };
    return Response.json({ status, transactionId: "T-1", totalAmountFinalized: 100 });
  };
  const { once, sell, pass } = merchant({ payments: merchant().client(undefined, fetch) });
  await sell({ paymentMethod: "card" }).capture("K-1");
  await sell({ paymentMethod: "card" }).capture("K-2");
  for (const minutes of [1, 5, 15, 60]) {
    pass(minutes * MINUTE);
    await once.sweep();
  }
  expect((await once.list()).entries).toMatchObject([
    { state: "parked", attempts: 5, finalization: { transactionId: "T-1", totalAmountFinalized: "100" } },
    { state: "parked", attempts: 5 },
  ]);
});

test("a service that captures and then answers with a key of its own is not recorded as rejected", async () => {
  const { once, sell, snapshot, pass, taken } = answering("RISK_BLOCKED", { captures: true });
  await sell().capture("K-1");
  pass(MINUTE);
  await once.sweep();
  expect(await snapshot("K-1")).toMatchObject({ state: "parked", mayBeCaptured: true });
  expect(taken()).toEqual(["100.00"]);
});

describe("once a merchant has declared a status key as rejected, it", () => {
  /** K-0 to K-6 were declined; of K-1, the first response was lost. KNOWN-… were captured between them. */
  async function declined() {
    const shop = answering("CARD_EXPIRED");
    const { service, once, sell, works, pass } = shop;
    for (let card = 0; card < 7; card += 1) {
      const { capture } = sell();
      if (card === 1) {
        works(true);
        service.faults.next("finalize", fault.drop());
        await capture("K-1");
        works(false);
      } else await capture(`K-${card}`);
      works(true);
      await sell().capture(`K-${card}-captured`);
      works(false);
    }
    pass(MINUTE);
    await once.sweep();
    pass(5 * MINUTE);
    await once.sweep();
    pass(HOUR);
    const statusKeys = { CARD_EXPIRED: "rejected" } as const;
    return { ...shop, after: shop.worker({ payments: shop.client({ statusKeys }) }) };
  }

  test("finds them page by page, and nothing else", async () => {
    const { after, store } = await declined();
    const read = vi.spyOn(store, "list");
    const found: string[][] = [];
    for (let next: string | undefined, page = 0; page === 0 || next !== undefined; page += 1) {
      const list = await after.list({ statusKey: "card_expired", limit: 3, after: next });
      found.push(list.entries.map(({ key }) => key));
      next = list.next;
    }
    expect(found).toEqual([["K-0", "K-1", "K-2"], ["K-3", "K-4", "K-5"], ["K-6"]]);
    expect(read.mock.calls[0]).toMatchObject([{ limit: 500 }]);
    expect((await after.list({ statusKey: "OTHER" })).entries).toEqual([]);
    expect((await after.list({ statusKey: "CARD_EXPIRED", waitsFor: "nobody" })).entries).toEqual([]);
  });

  test("decides them in a loop without a balance, but not one of which a response was lost", async () => {
    const { after } = await declined();
    const refused: string[] = [];
    for (const seen of (await after.list({ statusKey: "CARD_EXPIRED" })).entries) {
      const decision = { by: "policy", why: "declared", as: "not_captured" } as const;
      await after.decide(seen, decision).catch(({ message }) => refused.push(message));
    }
    expect(refused).toEqual([
      'K-1 may be captured: not_captured needs the balance that shows that it was not, or balance: { differs: "the reason" } if no balance can',
    ]);
    const [left, ...none] = (await after.list({ statusKey: "CARD_EXPIRED", waitsFor: "person" })).entries;
    expect([left?.key, none]).toEqual(["K-1", []]);
    const balance = { finalized: "0", pending: "0" };
    await after.decide(left as NonNullable<typeof left>, { ...signed, as: "not_captured", balance });
    expect(await after.get("K-1")).toMatchObject({ state: "not_captured" });
  });
});

describe("which unknown captures the sweep sends again is declared:", () => {
  test.each<["card" | "paypal", Declared["resolve"], string, number]>([
    ["card", undefined, "unknown", 2],
    ["card", { sendAgain: [] }, "parked", 1],
    ["paypal", undefined, "parked", 1],
    ["paypal", { sendAgain: ["paypal"] }, "unknown", 2],
  ])("%s with resolve: %j", async (paymentMethod, resolve, state, requests) => {
    const { client, worker, service, pass, works, sellTo } = answering("unused");
    works(true);
    const once = worker({ payments: client({ resolve }) });
    service.faults.next("finalize", fault.loseResponse());
    const { capture } = sellTo({ paymentMethod }, once);
    expect(await capture("K-1")).toMatchObject({ state });
    pass(HOUR);
    await once.sweep();
    expect(service.requests).toHaveLength(requests);
  });
});
