/** The rows of stage one about requests that the service must reject. */
import { defineOperation, type StandardSchema } from "../../index.js";
import { amountIn } from "../amounts.js";
import type { Observation } from "../observation.js";
import { asAssumed, differs, type Finding, keyOf, notChecked, type Situation, stopForGood } from "../row.js";
import { spoiled } from "../spoiled-auth.js";
import { REJECTION } from "../stops.js";
import { create, simpleOrder } from "./create-order.js";
import type { Probe } from "./probe.js";

/** Accepts every value. */
const anything: StandardSchema<object, object> = {
  "~standard": { version: 1, vendor: "merchant-payments", validate: (value) => ({ value: value as object }) },
};

const operation = (name: string, path: string) =>
  defineOperation({ name, path, effect: "write", input: anything, response: anything });

/** `createOrder` does not accept so short a number. */
const createAnyOrder = operation("createAnyOrder", "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}");

const noSuchOperation = operation("noSuchOperation", "/orders/check-no-such-operation");

/** No service has made it, because it begins with a day in 1900. */
const NO_SUCH_TRANSACTION = "190001010000000001";

/** The one finalization of stage one. */
export const finalizedInStageOne = (currencyCode: string) => {
  return { transactionId: NO_SUCH_TRANSACTION, amount: amountIn(currencyCode, "1") };
};

/** Notes the key of a rejection. */
function rejectionOf(observed: Observation, situation: Situation): Finding {
  const { isSuccess, httpStatus, error } = observed;
  if (isSuccess === false) return keyOf(observed, situation);
  const isRejected = error?.outcome === "rejected";
  const taken = isRejected ? "for a rejection by a proxy, which stops a worker" : "as unknown, so a person must look";
  return differs(`HTTP ${httpStatus} comes without a status object: the client takes it ${taken}`);
}

/** The contract shows no response to a wrong password; 401 and 403 stop a worker without any option. */
function judgePassword(observed: Observation): Finding {
  const { isSuccess, httpStatus, statusKey } = observed;
  if (isSuccess) return differs("the service accepts a wrong password: ask how it authenticates");
  const isRefusal = httpStatus === 401 || httpStatus === 403;
  return isRefusal && statusKey === undefined ? asAssumed() : rejectionOf(observed, "wrong_password");
}

const SHORT_IS_ACCEPTED = differs(
  "the service accepts it, and the client does not send it: give numbers of 4 characters or more",
);

const CAPTURED_NOTHING = stopForGood(
  "the service reports a capture of a transaction that does not exist. Believe no success before this is explained",
);

export const rejectionProbes: readonly Probe[] = [
  {
    id: "short_order_number",
    name: "order number of 3 characters",
    async run(bench) {
      // Another one in each run, because a service that accepts it may do so only once.
      const order = simpleOrder(bench, bench.run.slice(0, 3));
      const observed = await bench.observe(bench.payments.call(createAnyOrder, order, bench.callOptions), REJECTION);
      return [observed.isSuccess ? SHORT_IS_ACCEPTED : rejectionOf(observed, "invalid_order")];
    },
  },
  {
    id: "unknown_path",
    name: "path that does not exist",
    async run(bench) {
      const call = bench.payments.call(noSuchOperation, {}, bench.callOptions);
      // Some gateways reject with 403 every path that they do not know.
      const observed = await bench.observe(call, { ...REJECTION, httpStatuses: [403] });
      const { isSuccess, httpStatus } = observed;
      if (isSuccess) return [differs("the service accepts any path: a wrong baseUrl may go unnoticed")];
      const isNotFound = isSuccess === undefined && (httpStatus === 404 || httpStatus === 405);
      return [isNotFound ? asAssumed() : rejectionOf(observed, "unknown_path")];
    },
  },
  {
    id: "unknown_transaction",
    name: "finalize a transaction that does not exist",
    async run(bench) {
      const { currencyCode } = bench;
      const { transactionId, amount: totalAmount } = finalizedInStageOne(currencyCode);
      const options = { authorization: { currencyCode }, ...bench.callOptions };
      const observed = await bench.observe(bench.payments.finalize({ transactionId, totalAmount }, options), REJECTION);
      return [observed.isSuccess ? CAPTURED_NOTHING : rejectionOf(observed, "unknown_transaction")];
    },
  },
  {
    id: "wrong_password",
    name: "wrong password, once",
    async run(bench) {
      let credentials = 0;
      const auth = spoiled(bench.options.auth, (headers) => {
        credentials = Object.keys(headers).length;
      });
      const expected = { ...REJECTION, httpStatuses: [401, 403] };
      const observed = await create(bench, simpleOrder(bench), expected, bench.clientWith({ auth }));
      return [credentials === 0 ? notChecked("an auth that returns headers") : judgePassword(observed)];
    },
  },
];
