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
 * The payment service, for a merchant's backend. One client serves any number of calls at once.
 *
 * After every call the merchant knows whether money moved: a call ends in a result that the service vouched for, or
 * in a `PaymentError` whose `outcome` says what became of the request.
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

  /** @throws TypeError that names every option at fault, its rule and the fix. */
  constructor(options: PaymentClientOptions) {
    this.#options = resolveOptions(options);
  }

  /**
   * Registers an order and gets its `orderId`. Moves no money.
   *
   * With only `orderNumber`, `totalAmount` and `currencyCode` it is a simple order; with anything more a detailed one.
   *
   * @throws PaymentValidationError before anything is sent; otherwise the `PaymentError` that says what became of it.
   */
  createOrder(order: Order, options?: CreateOrderOptions): Promise<CreateOrderResult> {
    return this.#run(execute(createOrder, this.#options, () => validate(createOrder, this.#options, order, options)));
  }

  /**
   * Finalizes an authorization, all of it or a part: captures a card payment, activates an invoice. Moves money.
   *
   * Never call it again after an error with outcome `unknown` without having checked; `error.advice` says how.
   *
   * @throws PaymentValidationError before anything is sent; otherwise the `PaymentError` that says what became of it.
   */
  finalize(finalization: Finalization, options?: FinalizeOptions): Promise<FinalizeResult> {
    return this.#run(execute(finalize, this.#options, () => validate(finalize, this.#options, finalization, options)));
  }

  /**
   * Finds out what became of a finalization whose outcome is `unknown`, by sending it again: it may move the money that
   * the first call was to move, and never twice, as long as the facts about the authorization are true.
   *
   * For card, and for any other method where the amount is all that is left of the authorization and more than 15 % of
   * it. Nobody else may finalize it meanwhile, and no other finalization of it may be pending or unknown.
   *
   * @throws PaymentValidationError that says which fact would make it eligible, before anything is sent. Everything else,
   * a rejection and a lost response too, is a state of what it resolves to.
   */
  resolveFinalization(finalization: Finalization, options: ResolveOptions): Promise<FinalizationResolution> {
    const client = this.#options;
    return this.#run(resolveFinalization(client, () => validate(resolution, client, finalization, options)));
  }

  /**
   * Calls a custom operation, as `defineOperation` describes it, with all that the others have.
   *
   * @throws PaymentValidationError before anything is sent; otherwise the `PaymentError` that says what became of it.
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
   * Returns the exact request that a call would send, its headers redacted. Nothing is sent.
   *
   * @throws PaymentValidationError if the call itself would.
   */
  preview<Name extends OperationName>(operation: Name, ...call: Parameters<PaymentClient[Name]>): Preview {
    const [input, options]: readonly unknown[] = call;
    const record = recordOf(operation);
    return preview(record, this.#options, validate(record, this.#options, input, options));
  }

  /**
   * Lists what a call would be invalid for; empty when nothing is wrong. Nothing is sent. For a form, or for a batch before
   * its run.
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
   * Ends the connections that are kept for later calls, and resolves once the calls in flight have ended. A call that is
   * made afterwards ends in a `PaymentConnectionError` with outcome `not_sent`.
   */
  async close(): Promise<void> {
    this.#options.exchange.close();
    await undefined; // a listener may close the client while a call has only begun
    await Promise.allSettled(this.#inFlight);
  }

  /** `await using payments = new PaymentClient(…)` closes it. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Counts a call as in flight until it ends. Awaits it, because only awaited functions are in the stack of its error. */
  async #run<T>(call: Promise<T>): Promise<T> {
    this.#inFlight.add(call);
    try {
      return await call;
    } finally {
      this.#inFlight.delete(call);
    }
  }

  /** The base URL, and nothing that authenticates. */
  toString(): string {
    return `PaymentClient(${this.#options.base})`;
  }

  toJSON(): { baseUrl: string } {
    return { baseUrl: this.#options.base };
  }

  /** What `console.log` and `util.inspect` show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }
}

/** @throws TypeError when there is none. */
function recordOf(operation: OperationName): Operation {
  if (Object.hasOwn(operations, operation)) return operations[operation];
  throw new TypeError(`PaymentClient: the operation must be one of ${Object.keys(operations).join(", ")}`);
}
