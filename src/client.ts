import { execute } from "./call/execute.js";
import type { Operation } from "./call/operation.js";
import { type Preview, preview } from "./call/preview.js";
import { validate } from "./call/validate.js";
import type { OperationName } from "./errors/operation-names.js";
import { PaymentValidationError, type ValidationIssue } from "./errors/payment-validation-error.js";
import { type CreateOrderOptions, type CreateOrderResult, createOrder } from "./operations/create-order.js";
import { customOperation, validateCustom } from "./operations/custom/custom-operation.js";
import type { CallResult, DefinedOperation } from "./operations/custom/definition.js";
import type { Finalization, FinalizeOptions } from "./operations/finalization.js";
import { type FinalizeResult, finalize } from "./operations/finalize.js";
import type { Order } from "./operations/order.js";
import type { FinalizationResolution, ResolveOptions } from "./operations/resolve-finalization.js";
import { resolution, resolveFinalization } from "./operations/resolve-finalization.js";
import type { CallOptions } from "./options/call.js";
import { type PaymentClientOptions, type ResolvedOptions, resolveOptions } from "./options/client.js";

const operations: Record<OperationName, Operation> = { createOrder, finalize, resolveFinalization: resolution };

/**
 * Calls the payment service from a merchant's backend. One client takes any number of calls at once. On Node, without a
 * custom `fetch`, calls beyond `maxConnections` wait.
 *
 * A call returns a result that the service confirmed, or throws a `PaymentError`. The error's `outcome` and `mayBeDone`
 * say whether money moved, did not, or may have. Only `resolveFinalization` returns the error in its result.
 *
 * @example
 * ```ts
 * const payments = new PaymentClient({
 *   baseUrl: "https://payments.example.com/api",
 *   auth: basicAuth(merchantId, password),
 * });
 * const { orderId } = await payments.createOrder({
 *   orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK",
 * });
 * ```
 */
export class PaymentClient {
  readonly #options: ResolvedOptions;
  readonly #inFlight = new Set<Promise<unknown>>();

  /**
   * Creates a client and checks its options. Connects to nothing yet.
   *
   * @throws TypeError if an option is invalid. It names every such option, its rule and the fix.
   */
  constructor(options: PaymentClientOptions) {
    this.#options = resolveOptions(options);
  }

  /**
   * Registers an order and returns its `orderId`. Moves no money.
   *
   * An order with only `orderNumber`, `totalAmount` and `currencyCode` is a simple one; any further field makes it
   * detailed.
   *
   * @throws PaymentValidationError if the input is invalid; nothing was sent. Any other `PaymentError` says what became
   * of the order.
   */
  createOrder(order: Order, options?: CreateOrderOptions): Promise<CreateOrderResult> {
    return this.#run(execute(createOrder, this.#options, () => validate(createOrder, this.#options, order, options)));
  }

  /**
   * Moves money: finalizes all or part of an authorization (captures a card, activates an invoice).
   *
   * After an error with outcome `unknown`, check before you call it again; `error.advice` says how.
   *
   * @throws PaymentValidationError if the input is invalid; nothing was sent. Any other `PaymentError` says what became
   * of the money.
   */
  finalize(finalization: Finalization, options?: FinalizeOptions): Promise<FinalizeResult> {
    return this.#run(execute(finalize, this.#options, () => validate(finalize, this.#options, finalization, options)));
  }

  /**
   * Sends a finalization again to find out whether it was captured. This request can move money.
   *
   * If the first call captured nothing, this call can capture the amount. If the facts in `authorization` are true, no
   * money moves twice.
   *
   * Card is eligible. Any other method except internet bank is eligible if the amount is all that is left of the
   * authorization, and more than 15 % of the authorized amount. Call it only while no other finalization of the
   * authorization is pending or unknown. Let nobody else finalize the authorization until the call ends.
   *
   * @throws PaymentValidationError if the finalization is not eligible or invalid; nothing was sent. Any later failure
   * (rejection, lost response, timeout, abort) is returned, not thrown: the result has `state` and `error`.
   */
  resolveFinalization(finalization: Finalization, options: ResolveOptions): Promise<FinalizationResolution> {
    const client = this.#options;
    return this.#run(resolveFinalization(client, () => validate(resolution, client, finalization, options)));
  }

  /**
   * Calls a custom operation that `defineOperation` returned. Its `effect` says whether money can move.
   *
   * @throws PaymentValidationError if the input is invalid; nothing was sent. Any other `PaymentError` says what became
   * of the request.
   */
  async call<Input, Output, Response extends object>(
    operation: DefinedOperation<Input, Output, Response>,
    input: Input,
    options?: CallOptions,
  ): Promise<CallResult<Response>> {
    const client = this.#options;
    const custom = customOperation(operation);
    const result = await this.#run(execute(custom, client, () => validateCustom(custom, client, input, options)));
    return result as CallResult<Response>;
  }

  /**
   * Returns the request that a call would send, with redacted headers. Sends nothing.
   *
   * @throws PaymentValidationError if the call would throw one.
   */
  preview<Name extends OperationName>(operation: Name, ...call: Parameters<PaymentClient[Name]>): Preview {
    const [input, options]: readonly unknown[] = call;
    const record = recordOf(operation);
    return preview(record, this.#options, validate(record, this.#options, input, options));
  }

  /**
   * Lists the faults of a call; empty if there are none. Sends nothing. Use it for a form, or to check a batch before
   * it runs.
   */
  check<Name extends OperationName>(
    operation: Name,
    ...call: Parameters<PaymentClient[Name]>
  ): readonly ValidationIssue[] {
    const [input, options]: readonly unknown[] = call;
    try {
      validate(recordOf(operation), this.#options, input, options);
      return [];
    } catch (error) {
      if (error instanceof PaymentValidationError) return error.issues;
      throw error;
    }
  }

  /**
   * Ends idle connections and resolves when all calls in flight have ended. A later call throws a
   * `PaymentConnectionError` with outcome `not_sent`.
   */
  async close(): Promise<void> {
    this.#options.exchange.close();
    await undefined; // a listener may close the client before `#run` knows the call
    await Promise.allSettled(this.#inFlight);
  }

  /** Closes the client at the end of the scope of `await using payments = new PaymentClient(…)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Counts a call as in flight until it ends. Without the `await`, the stack of its error would lack the caller. */
  async #run<T>(call: Promise<T>): Promise<T> {
    this.#inFlight.add(call);
    try {
      return await call;
    } finally {
      this.#inFlight.delete(call);
    }
  }

  /** Returns the base URL, without credentials. */
  toString(): string {
    return `PaymentClient(${this.#options.base})`;
  }

  /** Returns the base URL, without credentials, for JSON. */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.#options.base };
  }

  /** Returns what `console.log` and `util.inspect` show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }
}

/** @throws TypeError if there is no such operation. */
function recordOf(operation: OperationName): Operation {
  if (Object.hasOwn(operations, operation)) return operations[operation];
  throw new TypeError(`PaymentClient: the operation must be one of ${Object.keys(operations).join(", ")}`);
}
