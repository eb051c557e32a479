import type { Preview } from "./call/preview.js";
import type { OperationName } from "./errors/facts.js";
import type { ValidationIssue } from "./errors/kinds.js";
import type { StatusMeaning } from "./errors/status-catalogue.js";
import type { CallResult } from "./evidence/envelope.js";
import type { PaymentMethod } from "./model/payment-method.js";
import type { CreateOrderOptions, CreateOrderResult, Order } from "./operations/create-order.js";
import type { DefinedOperation } from "./operations/define.js";
import type { Finalization, FinalizeOptions } from "./operations/finalization.js";
import type { FinalizeResult } from "./operations/finalize.js";
import type { FinalizationResolution, LookUpBalance } from "./operations/look-up.js";
import type { ResolveOptions } from "./operations/resolve-finalization.js";
import type { CallOptions } from "./options/call.js";

/**
 * The methods of a {@link PaymentClient}, for code that takes a client of its own: a wrapper, or a test's object.
 *
 * A wrapper must pass `sendBefore`, `signal` and `timeoutMs` on unchanged. Otherwise `Once` can capture a key twice.
 */
export interface Payments {
  readonly timeoutMs: number;

  /** The payment methods whose finalization may be sent again to find out its outcome: the option `resolve`. */
  readonly sendAgain: readonly PaymentMethod[];

  /**
   * Returns what a status key means, by the option `statusKeys` and {@link statusCatalogue}; undefined if neither has
   * the key.
   */
  meaningOf(statusKey: string): StatusMeaning | undefined;

  /**
   * Registers an order and returns its `orderId`. Moves no money.
   *
   * A simple order has only `orderNumber`, `totalAmount` and `currencyCode`, all required. Any further field makes it
   * detailed: then it also requires `lineItems`, which may be `[]`, and `billTo`.
   * @throws PaymentError that says what became of the order.
   * @example
   * ```ts
   * const { orderId } = await payments.createOrder({
   *   orderNumber: "ORDER-1001",
   *   totalAmount: "125.00",
   *   currencyCode: "SEK",
   * });
   * ```
   */
  createOrder(order: Order, options?: CreateOrderOptions): Promise<CreateOrderResult>;

  /**
   * Moves money: finalizes all or part of an authorization (captures a card, activates an invoice).
   *
   * After an error with outcome `unknown`, check before you call it again; `error.advice` says how.
   * @throws PaymentError that says what became of the money.
   * @example
   * ```ts
   * const { pending, totalAmountFinalized } = await payments.finalize(
   *   // transactionId is the authorization's
   *   { orderId, transactionId, totalAmount: "125.00" },
   *   { authorization: { paymentMethod: "card", authorizedAmount: "125.00" } },
   * );
   * if (!pending) console.log(`captured ${totalAmountFinalized}`);
   * ```
   */
  finalize(finalization: Finalization, options?: FinalizeOptions): Promise<FinalizeResult>;

  /**
   * Sends a finalization again to find out whether it was captured. This request can move money.
   *
   * If the first call captured nothing, this call can capture the amount. No money moves twice if the facts in
   * `authorization` are true, and the service treats the eligible methods as the contract or your option says.
   *
   * Only the methods in the client option `resolve: { sendAgain }` are eligible, by default card alone. For any other,
   * the amount must be all that is left of the authorization, and more than 15 % of the authorized amount. Call it only
   * while no other finalization of the authorization is pending or unknown, and let nobody else finalize it meanwhile.
   * @throws PaymentValidationError if the finalization is not eligible or invalid; nothing was sent. Any later failure
   * (rejection, lost response, timeout, abort) is returned, not thrown: the result has `state` and `error`.
   */
  resolveFinalization(finalization: Finalization, options: ResolveOptions): Promise<FinalizationResolution>;

  /**
   * Reads the balance of one authorization through the option `resolve: { lookUp }`; absent without that option. Sends
   * nothing that could move money. Resolves to undefined if the option cannot tell.
   * @throws PaymentError if the option throws, or does not end within `timeoutMs`.
   */
  readonly lookUp?: LookUpBalance | undefined;

  /**
   * Calls a custom operation that `defineOperation` returned. Its `effect` says whether money can move.
   * @throws PaymentError that says what became of the request.
   */
  call<Input, Output, Response extends object>(
    operation: DefinedOperation<Input, Output, Response>,
    input: Input,
    options?: CallOptions,
  ): Promise<CallResult<Response>>;

  /**
   * Returns the request that a call would send, with redacted headers. Sends nothing.
   * @throws PaymentValidationError if the call would throw one.
   */
  preview<Name extends OperationName>(operation: Name, ...call: Parameters<Payments[Name]>): Preview;

  /**
   * Lists the faults of a call; empty if there are none. Sends nothing. Use it for a form, or to check a batch before
   * it runs.
   */
  check<Name extends OperationName>(operation: Name, ...call: Parameters<Payments[Name]>): readonly ValidationIssue[];

  /**
   * Ends idle connections and resolves when all calls in flight have ended. A later call throws a
   * `PaymentConnectionError` with outcome `not_sent`.
   */
  close(): Promise<void>;
}
