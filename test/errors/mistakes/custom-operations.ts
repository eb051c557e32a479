/** Mistakes in a custom operation, in plain JavaScript: most of them do not compile. */
import { defineOperation } from "merchant-payments";
import { z } from "zod";
import { clientResponding } from "../../support/client.js";
import type { Mistake } from "./mistake.js";

const annulled =
  '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"},"totalAmountAnnulled":125.00,"transactionId":"1"}';
const { payments } = clientResponding(annulled);

const annul = {
  name: "annulPayment",
  path: "/transactions/{transactionId}/annul",
  effect: "money",
  input: z.object({ transactionId: z.string() }),
  response: z.object({}),
} as const;
const define = (changes: object) => () => defineOperation({ ...annul, ...changes } as typeof annul);
const calling = (changes: object, input: object) => () => payments.call(define(changes)(), input as never);
const numbers = { response: z.object({ totalAmountAnnulled: z.number() }) };

export const customOperationMistakes: readonly Mistake[] = [
  [
    "z.number() for an amount in the response",
    calling(numbers, { transactionId: "1" }),
    "annulPayment: unexpected response (HTTP 200, application/json), the service says that it is done: totalAmountAnnulled does not fit its schema, which gets numbers as Decimal: causeOf(error) has its own words",
  ],
  [
    "an input that does not fit its schema",
    calling({}, { transactionId: 1 }),
    "annulPayment: nothing was sent, the input has a fault:\n  - transactionId does not fit the operation's schema: causeOf(error) has its own words",
  ],
  [
    "an id with a slash",
    calling({}, { transactionId: "../orders" }),
    'annulPayment: nothing was sent, the input has a fault:\n  - transactionId goes into the path: give text, true, false, a Decimal or a number of at most 15 digits, without "/", not "." or ".."',
  ],
  [
    "a name as the operation",
    () => payments.call("annulPayment" as never, {} as never),
    "PaymentClient: call needs what defineOperation returns, unchanged",
  ],
  [
    "a description that defineOperation has not checked",
    () => payments.call({ ...annul } as never, {} as never),
    "PaymentClient: call needs what defineOperation returns, unchanged",
  ],
  [
    "the library's own name",
    define({ name: "finalize" }),
    "defineOperation: finalize is this library's own: take another name",
  ],
  ["a name with a blank", define({ name: "annul payment" }), "defineOperation: name must be letters and digits"],
  [
    "a path without its first slash",
    define({ path: "transactions/{transactionId}/annul" }),
    "defineOperation: path must be like /orders/{orderId}/annul, without dot segments or a query",
  ],
  [
    "a path with the base URL",
    define({ path: "https://payments.example.com/annul" }),
    "defineOperation: path must be like /orders/{orderId}/annul, without dot segments or a query",
  ],
  [
    "a path in the style of Express",
    define({ path: "/transactions/:transactionId/annul" }),
    "defineOperation: path must be like /orders/{orderId}/annul, without dot segments or a query",
  ],
  [
    "no effect",
    define({ effect: undefined }),
    'defineOperation: effect must be "read", "write" or, when in doubt, "money"',
  ],
  ["GET for a write", define({ method: "GET" }), 'defineOperation: method must be POST, or GET with effect "read"'],
  ["PUT", define({ method: "PUT" }), 'defineOperation: method must be POST, or GET with effect "read"'],
  [
    "a JSON schema",
    define({ input: { type: "object", properties: {} } }),
    "defineOperation: input and response must be Standard Schemas (zod, valibot, arktype)",
  ],
];
