import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { type FakeFault, FakePaymentService, fault } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { pagesWithTables, withTables } from "../../scripts/reference-tables.js";
import { clientOfFake, order } from "../support/client.js";
import { textOf } from "../support/repository.js";
import { passTime, stopTime } from "../support/time.js";

test.each(pagesWithTables)("the tables on %s say what the code says (npm run tables)", (page) => {
  expect(textOf(page)).toBe(withTables(page));
});

const [table = ""] = textOf("docs/reference/fake.md").split("| the request is |")[1]?.split("\n\n") ?? [];
const rows = [...table.matchAll(/^\| ([a-z ]+) \| (.*) \| (.*) \|$/gm)].flatMap(
  ([, fate = "", names = "", outcome = ""]) =>
    [...names.matchAll(/\w+/g)].map(([name]) => [name as keyof typeof fault, fate, outcome] as const),
);

test("the table of faults has every fault", () => {
  expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(fault).sort());
});

const faults: Readonly<Record<keyof typeof fault, FakeFault>> = {
  refuse: fault.refuse(),
  drop: fault.drop(),
  html: fault.html(),
  empty: fault.empty(),
  wrongEnvelope: fault.wrongEnvelope(),
  status: fault.status(503),
  error: fault.error("INTERNAL_ERROR"),
  response: fault.response({ body: "{}" }),
  loseResponse: fault.loseResponse(),
  stallHeaders: fault.stallHeaders(),
  stallBody: fault.stallBody(),
  truncate: fault.truncate(),
  late: fault.late(),
  incomplete: fault.incomplete(),
  delay: fault.delay(90),
  trickle: fault.trickle(10),
  duplicate: fault.duplicate(),
};

/** The requests that the service got, and the captures that it made. */
const counts: Readonly<Record<string, readonly [requests: number, captures: number]>> = {
  "not sent": [0, 0],
  "not processed": [1, 0],
  processed: [1, 1],
  "processed twice": [2, 2],
};

test.each(rows)("with the fault %s, the request is %s, and the outcome is %s, as the table says", async (...row) => {
  const [name, fate, outcome] = row;
  stopTime();
  const service = new FakePaymentService();
  const payments = clientOfFake(service);
  const sale = service.sell({ paymentMethod: "other", totalAmount: "100.00" });
  service.faults.every(1, "finalize", faults[name]);
  const call = toResult(payments.finalize({ ...sale, totalAmount: "40.00" }, { timeoutMs: 10_000, maxRetries: 0 }));
  await passTime(1_000);
  service.clock.advance(90);
  await passTime(10_000);
  const { error } = await call;
  await service.deliverLate();
  const requests = service.requests.filter(({ operation }) => operation === "finalize");
  expect([requests.length, service.finalizations.length]).toEqual(counts[fate]);
  expect(/^`\w+`$/.test(outcome) ? `\`${error?.outcome}\`` : outcome).toBe(outcome);
});

const [, ofStatuses = ""] = textOf("docs/reference/errors.md").split("### Without a status object");
const pageRows = [...ofStatuses.matchAll(/^\| .*?(\d.*) \| `(\w+)` \| `(\w+)` \| `(\w+)` \|$/gm)].flatMap(
  ([, statuses = "", ...cells]) =>
    statuses.split(", ").map((status) => [Number(status), ...cells] as [number, string, string, string]),
);

test("the table of responses without a status object has every status that it lists", () => {
  expect(pageRows).toHaveLength(17);
});

test.each(pageRows)("a page with HTTP %i leaves finalize %s and createOrder %s, with scope %s", async (...row) => {
  const [status, ofFinalize, ofCreate, scope] = row;
  const html = { status, headers: { "content-type": "text/html" } };
  const fetch = async () => new Response("<p>No</p>", html);
  const payments = new PaymentClient({ baseUrl: "https://payments.test", auth: basicAuth("m", "p"), fetch });
  const capture = payments.finalize({ transactionId: "202601150000000001", totalAmount: "1.00" });
  const calls = [capture, payments.createOrder(order)];
  const errors = (await Promise.all(calls.map((call) => toResult<unknown>(call)))).map(({ error }) => error);
  expect(errors.map((error) => error?.outcome)).toEqual([ofFinalize, ofCreate]);
  expect(errors.map((error) => error?.scope)).toEqual([scope, scope]);
});
