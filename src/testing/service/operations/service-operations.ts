/** The fake's own operations. To add one, add a record here and a file with its rules. */
import { amountNames } from "../rules/authorizations.js";
import type { FinalizeResponse } from "../rules/finalizations.js";
import { jsonNumber } from "../rules/json.js";
import type { Ledger } from "../state/ledger.js";
import type { Operation, ResponseFields } from "./operation.js";

/** An operation by its name: one of the fake's own two, or one that `service.on` has added. */
export type FakeOperation = KnownOperation | (string & {});

type KnownOperation = "finalize" | "createOrder";

/** The service that they call. */
type Service = Pick<Ledger, "createOrder" | "finalize">;

/** The path that accepts only detailed orders. */
const detailedOrderPath = "/orders/create";

type KnownOperations = readonly (Operation & { readonly name: KnownOperation })[];

export const operationsOf = (service: Service): KnownOperations => [
  {
    name: "finalize",
    method: "POST",
    paths: [
      "/orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}",
      "/transactions/{transactionId}/finalize/{totalAmount}",
    ],
    httpStatus: 200,
    respond: (values) => withNumbers(service.finalize(values)),
  },
  {
    name: "createOrder",
    method: "POST",
    paths: [detailedOrderPath, "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}"],
    httpStatus: 201,
    respond: (values, path) => service.createOrder(values, path === detailedOrderPath ? "detailed" : undefined),
  },
];

/** Converts amounts, which are text in the fake, to numbers with the same digits. */
function withNumbers({ status, ...fields }: FinalizeResponse): ResponseFields {
  const written = Object.entries(fields).map(([name, value]) => {
    return [name, amountNames.some((amount) => amount === name) ? jsonNumber(String(value)) : value];
  });
  return { status, ...Object.fromEntries(written) };
}
