/** The fake's own operations. To add one, add its name, a record here and a file with its rules. */
import { amountNames, balanceOf } from "../rules/authorizations.js";
import type { FinalizeResponse } from "../rules/finalizations.js";
import { jsonNumber } from "../rules/json.js";
import { fieldOf } from "../rules/received-values.js";
import { statusOf } from "../rules/status-catalogue.js";
import type { Ledger } from "../state/ledger.js";
import type { LedgerRecords } from "../state/records.js";
import type { ContractOperationName, FakeRoute, ResponseFields } from "./fake-route.js";

/** The path that accepts only detailed orders. */
const detailedOrderPath = "/orders/create";

/** By name, so that a name without a route does not compile. */
export function serviceRoutes(service: Pick<Ledger, ContractOperationName>): readonly FakeRoute[] {
  const routes: Readonly<Record<ContractOperationName, Omit<FakeRoute, "name">>> = {
    finalize: {
      method: "POST",
      paths: [
        "/orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}",
        "/transactions/{transactionId}/finalize/{totalAmount}",
      ],
      httpStatus: 200,
      respond: (values) => withNumbers(service.finalize(values)),
    },
    createOrder: {
      method: "POST",
      paths: [detailedOrderPath, "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}"],
      httpStatus: 201,
      respond: (values, path) => service.createOrder(values, path === detailedOrderPath ? "detailed" : undefined),
    },
  };
  return Object.entries(routes).map(([name, route]) => ({ name, ...route }));
}

/** Reads an authorization's balance. It is the fake's own: the contract shows no operation that reads. */
export function readRoute(authorizations: LedgerRecords["authorizations"]): FakeRoute {
  return {
    name: "readTransaction",
    method: "GET",
    paths: ["/transactions/{transactionId}"],
    httpStatus: 200,
    respond(values) {
      const found = authorizations.find(String(fieldOf(values, "transactionId")));
      if (!found) return { status: statusOf("ORDER_NOT_FOUND") };
      return withNumbers({ status: statusOf("SUCCESS"), transactionId: found.transactionId, ...balanceOf(found) });
    },
  };
}

/** Converts amounts, which are text in the fake, to numbers with the same digits. */
function withNumbers({ status, ...fields }: FinalizeResponse): ResponseFields {
  const written = Object.entries(fields).map(([name, value]) => {
    return [name, amountNames.some((amount) => amount === name) ? jsonNumber(String(value)) : value];
  });
  return { status, ...Object.fromEntries(written) };
}
