import { PaymentClient, type PaymentEvent, toResult } from "merchant-payments";
import { pino } from "pino";
import { expect, test } from "vitest";
import { callHeaders, clientHeaders, everythingPlanted, firstAuth, order } from "../../../test/secrets/planted.js";

/** A real logger as an app configures it, and its lines. */
function logger() {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  return { log: pino({ serializers: { error: pino.stdSerializers.errWithCause } }, { write }), lines };
}

function loaded(fetch: typeof globalThis.fetch) {
  const { log, lines } = logger();
  const onEvent = (event: PaymentEvent) => log.info(event, "payment event");
  const options = { baseUrl: "https://pay.example", auth: firstAuth, headers: clientHeaders, fetch, onEvent };
  return { log, lines, payments: new PaymentClient(options) };
}

/** Every field of the response quotes the whole request. */
const echoing =
  (status: object): typeof globalThis.fetch =>
  async (...input) => {
    const request = new Request(...input);
    const all = [JSON.stringify([...request.headers]), await request.text()];
    const orderId = "a08ff49b-6f77-4632-a16c-43069c43a8c3";
    return Response.json({ status: { errors: all, exceptionDetails: all, ...status }, orderId, all });
  };

const failing: typeof fetch = async (...input) => {
  throw Object.assign(new Error("x"), { request: new Request(...input) });
};

test.each<[string, typeof globalThis.fetch]>([
  ["a result", echoing({ isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" })],
  ["a rejection", echoing({ isSuccess: false, errorNumber: -2, statusKey: "VALIDATION_ERROR" })],
  ["an unexpected response", echoing({})],
  ["a failed connection", failing],
])("pino logs %s, its client and its events without secrets", async (_what, fetch) => {
  const { log, lines, payments } = loaded(fetch);
  const result = await toResult(payments.createOrder(order, { headers: callHeaders }));
  log.info({ payments, result }, "ended");
  log.info(result.ok ? result.value : result.error);
  if (!result.ok) log.error({ err: result.error, error: result.error }, result.error.message);
  log.child({ result, payments }).warn("%s %j %o", result, result, result);
  expect(lines.length).toBeGreaterThanOrEqual(5);
  expect(lines.join("")).toContain("ORDER-1001");
  expect(everythingPlanted.filter((secret) => lines.join("").includes(secret))).toEqual([]);
});
