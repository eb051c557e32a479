import type { CallOptions } from "./options/call.js";
import { type PaymentClientOptions, type ResolvedOptions, resolveOptions } from "./options/client.js";
import type { OperationName } from "./errors/advice.js";
import { PaymentValidationError, type ValidationIssue } from "./errors/payment-validation-error.js";
import { type CreateOrderOptions, type CreateOrderResult, createOrder, type Order } from "./operations/create-order.js";
import type { AnyOperation, CallResult, DefinedOperation } from "./operations/custom/define.js";
import { execute } from "./call/execute.js";
import { type Finalization, type FinalizeOptions, type FinalizeResult, finalize } from "./operations/finalize.js";
import { ownOperation } from "./operations/custom/custom-operation.js";
import { type Preview, preview } from "./call/preview.js";
import {
  type FinalizationResolution,
  type ResolveOptions,
  resolution,
  resolveFinalization,
} from "./operations/resolve-finalization.js";

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
  readonly #underWay = new Set<Promise<unknown>>();

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
    return this.#call(execute(createOrder, this.#options, order, options));
  }

  /**
   * Finalizes an authorization, all of it or a part: captures a card payment, activates an invoice. Moves money.
   *
   * Never call it again after an error with outcome `unknown` without having checked; `error.advice` says how.
   *
   * @throws PaymentValidationError before anything is sent; otherwise the `PaymentError` that says what became of it.
   */
  finalize(finalization: Finalization, options?: FinalizeOptions): Promise<FinalizeResult> {
    return this.#call(execute(finalize, this.#options, finalization, options));
  }

  /**
   * Finds out what became of a finalization whose outcome is `unknown`, by sending it again: it may move the money that
   * the first call was to move, and never twice, as long as the facts about the authorization are true.
   *
   * For card, and for any other method where the amount is all that is left of the authorization and more than 15 % of
   * it. Nobody else may finalize it meanwhile, and no other finalization of it may be pending or unknown.
   *
   * @throws PaymentValidationError that says which fact would make it eligible, before anything is sent. Everything else,
   * a refusal and a lost answer too, is a state of what it resolves to.
   */
  resolveFinalization(finalization: Finalization, options: ResolveOptions): Promise<FinalizationResolution> {
    return this.#call(resolveFinalization(this.#options, finalization, options));
  }

  /**
   * Calls an operation of the merchant's own, as `defineOperation` describes it, with all that the others have.
   *
   * @throws PaymentValidationError before anything is sent; otherwise the `PaymentError` that says what became of it.
   */
  async call<Input, Output, Answer extends object>(
    operation: DefinedOperation<Input, Output, Answer>,
    input: Input,
    options?: CallOptions,
  ): Promise<CallResult<Answer>> {
    const result = await this.#call(execute(ownOperation(operation), this.#options, input, options));
    return result as CallResult<Answer>;
  }

  /**
   * The exact request that a call would send, its headers redacted. Nothing is sent. For an operation of one's own it is
   * promised, since a schema may take its time.
   *
   * @throws PaymentValidationError as the call itself would.
   */
  preview<Name extends OperationName>(operation: Name, ...call: Parameters<PaymentClient[Name]>): Preview;
  preview<Input>(operation: AnyOperation<Input>, input: Input, options?: CallOptions): Promise<Preview>;
  preview(operation: OperationName | AnyOperation, input: unknown, options?: unknown): Preview | Promise<Preview> {
    const record = recordOf(operation);
    const accepted = record.accept(this.#options, input, options);
    if (accepted instanceof Promise) return accepted.then((call) => preview(record, this.#options, call));
    return preview(record, this.#options, accepted);
  }

  /**
   * What a call would be refused for before anything is sent, as a list; empty when nothing is wrong. For a form, or for
   * a batch before its night. Nothing is sent. For an operation of one's own it is promised.
   */
  check<Name extends OperationName>(
    operation: Name,
    ...call: Parameters<PaymentClient[Name]>
  ): readonly ValidationIssue[];
  check<Input>(
    operation: AnyOperation<Input>,
    input: Input,
    options?: CallOptions,
  ): Promise<readonly ValidationIssue[]>;
  check(operation: OperationName | AnyOperation, input: unknown, options?: unknown) {
    const record = recordOf(operation);
    try {
      const accepted = record.accept(this.#options, input, options);
      return accepted instanceof Promise ? accepted.then(() => [], issuesOf) : [];
    } catch (error) {
      return issuesOf(error);
    }
  }

  /**
   * Ends the connections that are kept for later calls, and resolves once the calls under way have ended. A call that is
   * made afterwards ends in a `PaymentConnectionError` with outcome `not_sent`.
   */
  async close(): Promise<void> {
    this.#options.exchange.close();
    await undefined; // a listener may close the client while a call has only begun
    await Promise.allSettled(this.#underWay);
  }

  /** `await using payments = new PaymentClient(…)` closes it. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #call<T>(call: Promise<T>): Promise<T> {
    this.#underWay.add(call);
    const end = () => this.#underWay.delete(call);
    call.then(end, end);
    return call;
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

function issuesOf(error: unknown): readonly ValidationIssue[] {
  if (error instanceof PaymentValidationError) return error.issues;
  throw error;
}

const operations = { createOrder, finalize, resolveFinalization: resolution };

/** @throws TypeError when there is none. */
function recordOf(operation: OperationName | AnyOperation) {
  if (typeof operation !== "string") return ownOperation(operation);
  if (Object.hasOwn(operations, operation)) return operations[operation] as unknown as ReturnType<typeof ownOperation>;
  throw new TypeError(`PaymentClient: the operation must be one of ${Object.keys(operations).join(", ")}`);
}
