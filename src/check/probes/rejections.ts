/** The rows of stage one about requests that the service must reject. */
import { defineOperation } from "../../index.js";
import { amountIn } from "../amounts.js";
import type { Observation } from "../observation.js";
import { asAssumed, differs, type Finding, notChecked } from "../row.js";
import { spoiled } from "../spoiled-auth.js";
import { keyOf } from "../status-keys.js";
import { anything } from "./anything.js";
import type { Probe } from "./probe.js";

/** `createOrder` does not accept so short a number. */
const createAnyOrder = defineOperation({
  name: "createAnyOrder",
  path: "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
  effect: "write",
  input: anything<{ orderNumber: string; totalAmount: string; currencyCode: string }>(),
  response: anything<object>(),
});

const noSuchOperation = defineOperation({
  name: "noSuchOperation",
  path: "/orders/check-no-such-operation",
  effect: "write",
  input: anything<object>(),
  response: anything<object>(),
});

/** No service has made it, because it begins with a day in 1900. */
const NO_SUCH_TRANSACTION = "190001010000000001";

/** The one finalization of stage one. */
export const finalizedInStageOne = (currencyCode: string) => {
  return { transactionId: NO_SUCH_TRANSACTION, amount: amountIn(currencyCode, "1") };
};

const noStatus = (httpStatus: number) =>
  differs(`HTTP ${httpStatus} without a status object: the client treats it as a rejection by a proxy, or as unknown`);

const CAPTURED_NOTHING: Finding = {
  kind: "unsafe",
  why: "the service reports a capture of a transaction that does not exist: believe no success before it is explained",
  set: { notSentAgain: "all" },
  isLasting: true,
};

/** The contract shows no response to a wrong password; 401 and 403 stop a worker without any option. */
function judgePassword(observed: Observation): Finding {
  const { isSuccess, httpStatus, statusKey } = observed;
  if (isSuccess) return differs("the service accepts a wrong password: ask how it authenticates");
  const isRefusal = httpStatus === 401 || httpStatus === 403;
  if (isRefusal && statusKey === undefined) return asAssumed();
  return isSuccess === false ? keyOf(observed, "wrong_password") : noStatus(httpStatus);
}

export const rejectionProbes: readonly Probe[] = [
  {
    id: "short_order_number",
    name: "order number of 3 characters",
    async run(bench) {
      const { currencyCode } = bench;
      const order = { orderNumber: "CHK", totalAmount: amountIn(currencyCode, "1"), currencyCode };
      const observed = await bench.observe(bench.payments.call(createAnyOrder, order, bench.callOptions));
      if (observed.isSuccess) return [differs("the service accepts it, and the client does not")];
      return [observed.isSuccess === false ? keyOf(observed, "invalid_order") : noStatus(observed.httpStatus)];
    },
  },
  {
    id: "unknown_path",
    name: "path that does not exist",
    async run(bench) {
      const call = bench.payments.call(noSuchOperation, {}, bench.callOptions);
      const observed = await bench.observe(call, [403]); // some gateways reject every path that they do not know
      const { isSuccess, httpStatus } = observed;
      if (isSuccess) return [differs("the service accepts any path: a wrong baseUrl may go unnoticed")];
      if (isSuccess === false) return [keyOf(observed, "unknown_path")];
      if (httpStatus === 404 || httpStatus === 405) return [asAssumed()];
      return [noStatus(httpStatus)];
    },
  },
  {
    id: "unknown_transaction",
    name: "finalize a transaction that does not exist",
    async run(bench) {
      const { currencyCode } = bench;
      const { transactionId, amount: totalAmount } = finalizedInStageOne(currencyCode);
      const options = { authorization: { currencyCode }, ...bench.callOptions };
      const call = bench.payments.finalize({ transactionId, totalAmount }, options);
      const observed = await bench.observe(call);
      if (observed.isSuccess) return [CAPTURED_NOTHING];
      return [observed.isSuccess === false ? keyOf(observed, "unknown_transaction") : noStatus(observed.httpStatus)];
    },
  },
  {
    id: "wrong_password",
    name: "wrong password, once",
    async run(bench) {
      const { currencyCode } = bench;
      let credentials = 0;
      const auth = spoiled(bench.options.auth, (headers) => {
        credentials = Object.keys(headers).length;
      });
      const order = { orderNumber: bench.orderNumber(), totalAmount: amountIn(currencyCode, "1"), currencyCode };
      const call = bench.clientWith({ auth }).createOrder(order, bench.callOptions);
      const observed = await bench.observe(call, [401, 403]);
      if (credentials === 0) return [notChecked("an auth that returns headers")];
      return [judgePassword(observed)];
    },
  },
];
