/** Stage one: orders that the service should accept, and requests that it must reject. It moves no money. */
import { defineOperation, type StandardSchema } from "../index.js";
import type { Bench } from "./bench.js";
import * as finding from "./finding.js";
import type { Probe } from "./row.js";

const { amountIn, asAssumed, differs, keyOf, notChecked, stopForGood } = finding;

const probe = (id: string, name: string, run: Probe["run"]): Probe => ({ id, name, run });

const anything: StandardSchema<object, object> = {
  "~standard": { version: 1, vendor: "merchant-payments", validate: (value) => ({ value: value as object }) },
};
const operation = (name: string, path: string) =>
  defineOperation({ name, path, effect: "write", input: anything, response: anything });
/** For what `createOrder` does not accept. */
const createAnyOrder = operation("createAnyOrder", "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}");
const noSuchOperation = operation("noSuchOperation", "/orders/check-no-such-operation");
/** No service has made it, because it begins with a day in 1900. */
export const NO_SUCH_TRANSACTION = "190001010000000001";

const NEEDS_SIMPLE_ORDER = notChecked("a simple order that is accepted");
const CACHED =
  "a cache has given an earlier response. Whoever runs it must store no response to a POST, and send no POST again";
const EXTRA = "your program can send a field that the client does not know, if the option extraFields lists it";
const CAPTURED_NOTHING =
  "the service reports a capture of a transaction that does not exist. Believe no success before this is explained";
/** What an intermediary writes into a response, apart from the age in a cache. */
const HEADERS = "via x-cache x-varnish x-served-by x-envoy-upstream-service-time x-amz-cf-id cf-ray".split(" ");

export const stageOne: readonly Probe[] = [
  probe("simple_order", "simple order", async (bench) => judgeOrder(await bench.create(bench.simpleOrder()), bench)),
  probe("detailed_order", "detailed order with one line", async (bench) => {
    const order = bench.simpleOrder("10");
    const lineItems = [{ id: "1", name: "Test item", quantity: "1", totalLineAmount: order.totalAmount }];
    const address = { street1: "Test street 1", postalCode: "12345", city: "Testville", countryCode: "SE" };
    const billTo = { name: { firstName: "Test", lastName: "Check" }, address };
    return judgeOrder(await bench.create({ ...order, lineItems, billTo }), bench);
  }),
  probe("order_without_decimals", "order in JPY, which has no decimals", async (bench) => {
    const waive = bench.options.waive ?? [];
    const yen = (totalAmount: string) => ({ ...bench.simpleOrder(), totalAmount, currencyCode: "JPY" });
    const without = await bench.create(yen("100"), []);
    if (without.isSuccess !== false) return judgeOrder(without, bench);
    // createOrder sends no such decimals before they are waived.
    const { isSuccess } = await bench.call(createAnyOrder, yen("100.00"), []);
    if (!isSuccess) return notChecked("an account that accepts JPY");
    if (waive.includes("amountDecimals")) return asAssumed("your options waive amountDecimals: send 100.00");
    return differs("it accepts 100.00 JPY, but not 100", { waive: ["amountDecimals"] });
  }),
  probe("slash_in_order_number", 'order with "/" in its number', async (bench) => {
    if ((await bench.create(bench.simpleOrder("1", "/1"), [])).isSuccess) return asAssumed();
    if (!(await bench.create(bench.simpleOrder())).isSuccess) return NEEDS_SIMPLE_ORDER;
    return differs('leave "/" out of order numbers, or send the detailed form');
  }),
  probe("order_number_twice", "the same order number twice", async (bench) => {
    const order = bench.simpleOrder();
    const first = await bench.create(order);
    if (!first.isSuccess) return NEEDS_SIMPLE_ORDER;
    const second = await bench.create(order, []);
    if (!second.isSuccess) return differs("a number is accepted only once: after an unknown outcome, use a new number");
    if (first.id === undefined) return judgeOrder(first, bench);
    return first.id === second.id ? differs("the second order has the id of the first one") : asAssumed();
  }),
  probe("short_order_number", "order number of 3 characters", async (bench) => {
    // Another one in each run, because a service that accepts it may do so only once.
    const order = { ...bench.simpleOrder(), orderNumber: bench.run.slice(0, 3) };
    const observed = await bench.call(createAnyOrder, order, []);
    if (!observed.isSuccess) return rejectionOf(observed, "invalid_order");
    return differs("the service accepts it, and the client does not send it: give numbers of 4 characters or more");
  }),
  probe("unknown_path", "path that does not exist", async (bench) => {
    // Some gateways give HTTP 403 for every unknown path.
    const observed = await bench.call(noSuchOperation, {}, [403]);
    if (observed.isSuccess) return differs("the service accepts any path: a wrong baseUrl may go unnoticed");
    return rejectionOf(observed, "unknown_path", 404, 405);
  }),
  probe("unknown_transaction", "finalize a transaction that does not exist", async (bench) => {
    const { currencyCode } = bench;
    const finalization = { transactionId: NO_SUCH_TRANSACTION, totalAmount: amountIn(currencyCode, "1") };
    const observed = await bench.finalize(finalization, { currencyCode }, []);
    return observed.isSuccess ? stopForGood(CAPTURED_NOTHING) : rejectionOf(observed, "unknown_transaction");
  }),
  probe("wrong_password", "wrong password, once", async (bench) => {
    let hasCredentials = false;
    bench.auth = async (request) => {
      const headers = Object.entries(await bench.options.auth(request));
      hasCredentials = headers.length > 0;
      return Object.fromEntries(headers.map(([name, value]) => [name, spoiled(value)]));
    };
    const observed = await bench.create(bench.simpleOrder(), [401, 403]);
    bench.auth = bench.options.auth;
    if (!hasCredentials) return notChecked("an auth that returns headers");
    if (observed.isSuccess) return differs("the service accepts a wrong password: ask how it authenticates");
    // The contract shows no response; 401 and 403 stop a worker without any option.
    return rejectionOf(observed, "wrong_password", 401, 403);
  }),
  // All requests of the check are POSTs, whose responses no cache may store.
  probe("intermediary", "no intermediary stores a response", async ({ responseHeaders: all }) => {
    if (all.some(({ age = "", "x-cache": cache = "" }) => /[1-9]/.test(age) || /^hit\b/i.test(cache)))
      return stopForGood(CACHED);
    const named = HEADERS.filter((name) => all.some((headers) => headers[name] !== undefined)).join(", ");
    const ask = "whoever runs it must confirm that it never sends a POST again";
    return asAssumed(named && `the headers ${named} show one: ${ask}`);
  }),
];

/** Judges the response to an order that the service should accept. */
function judgeOrder(observed: finding.Observation, bench: Bench): finding.Finding | readonly finding.Finding[] {
  const { isSuccess, statusKey, meaning, id } = observed;
  if (isSuccess === undefined)
    return differs("the response has no status object: check baseUrl, and the path in the service's documentation");
  if (!isSuccess) return [keyOf(observed, "valid"), judgeRejectedOrder(observed, bench)];
  if (id !== undefined)
    return asAssumed(/-/.test(id) ? "" : "its id has no dashes, which the client sends back as they came");
  if (meaning === undefined && statusKey !== undefined) return keyOf(observed, "succeeded");
  return differs("the order's id is missing or no GUID: describe the operation with defineOperation");
}

/** The fields that the service names say what it requires. Their names are no personal data. */
function judgeRejectedOrder(observed: finding.Observation, { currencyCode }: Bench): finding.Finding {
  const { statusKey, httpStatus, error } = observed;
  const fields = error?.code === "service_error" ? error.errors.flatMap(({ path }) => path ?? []) : [];
  const isOpen = fields.length === 0 || fields.includes("currencyCode");
  const named = fields.length === 0 ? "" : `, and names ${fields.join(", ")}`;
  const hint = isOpen ? `if your account does not accept ${currencyCode}, set currencyCode in check.ts` : EXTRA;
  return differs(`the service rejects the order (${statusKey ?? `HTTP ${httpStatus}`})${named}: ${hint}`);
}

/** Notes the key of a rejection. @param assumed - HTTP statuses that need none. */
function rejectionOf(
  observed: finding.Observation,
  situation: finding.Situation,
  ...assumed: readonly number[]
): finding.Finding {
  const { isSuccess, httpStatus, statusKey, error } = observed;
  if (statusKey === undefined && assumed.includes(httpStatus)) return asAssumed();
  if (isSuccess === false) return keyOf(observed, situation);
  const isRejected = error?.outcome === "rejected";
  const taken = isRejected ? "for a rejection by a proxy, which stops a worker" : "as unknown, so a person must look";
  return differs(`HTTP ${httpStatus} comes without a status object: the client takes it ${taken}`);
}

/** Changes the last letters and digits: in HTTP Basic, those of the password. */
const spoiled = (value: string) =>
  value.replace(/[A-Za-z0-9]{1,3}(?=\W*$)/, (end) => end.replaceAll(/./g, (each) => (each === "A" ? "B" : "A")));
