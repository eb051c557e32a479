import { execute, validate } from "./call/execute.js";
import type { Operation } from "./call/operation.js";
import { type Preview, preview } from "./call/preview.js";
import type { OperationName } from "./errors/facts.js";
import { PaymentValidationError, type ValidationIssue } from "./errors/kinds.js";
import type { StatusMeaning } from "./errors/status-catalogue.js";
import { type CallResult, meaningIn } from "./evidence/envelope.js";
import type { PaymentMethod } from "./model/payment-method.js";
import { type CreateOrderOptions, type CreateOrderResult, createOrder, type Order } from "./operations/create-order.js";
import { customOperation } from "./operations/custom-operation.js";
import type { DefinedOperation } from "./operations/define.js";
import type { Finalization, FinalizeOptions } from "./operations/finalization.js";
import { type FinalizeResult, finalize } from "./operations/finalize.js";
import {
  type FinalizationResolution,
  type LookUpBalance,
  lookUpBalance,
  type ResolveOptions,
  resolveFinalization,
} from "./operations/resolve-finalization.js";
import type { CallOptions } from "./options/call.js";
import { type PaymentClientOptions, type ResolvedOptions, resolveOptions } from "./options/client.js";

const operations: Record<OperationName, Operation> = { createOrder, finalize, resolveFinalization };

/**
 * Calls the payment service from a merchant's backend. One client takes any number of calls at once.
 *
 * A call returns a result that the service confirmed, or throws a `PaymentError`. The error's `outcome` says whether
 * money moved, did not, or may have. Only `resolveFinalization` returns the error in its result.
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
  /** Connects to nothing yet. @throws TypeError that lists every invalid option, its rule and the fix. */
  constructor(options: PaymentClientOptions) {
    states.set(this, { options: resolveOptions(options), inFlight: 0, closing: [] });
  }

  get timeoutMs(): number {
    return optionsOf(this).timeoutMs;
  }

  /** The payment methods whose finalization may be sent again to find out its outcome: the option `resolve`. */
  get sendAgain(): readonly PaymentMethod[] {
    return optionsOf(this).sendAgain;
  }

  /** Returns what a status key means, by {@link statusCatalogue} and the option `statusKeys`; undefined if neither tells. */
  meaningOf(statusKey: string): StatusMeaning | undefined {
    return meaningIn(optionsOf(this).statusKeys, statusKey)?.meaning;
  }

  /**
   * Registers an order and returns its `orderId`. Moves no money.
   *
   * A simple order has only `orderNumber`, `totalAmount` and `currencyCode`, all required. Any further field makes it
   * detailed: then it also requires `lineItems`, which may be `[]`, and `billTo`.
   * @throws PaymentError that says what became of the order.
   */
  createOrder(order: Order, options?: CreateOrderOptions): Promise<CreateOrderResult> {
    return run(this, (client) => execute(createOrder, client, order, options));
  }

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
  finalize(finalization: Finalization, options?: FinalizeOptions): Promise<FinalizeResult> {
    return run(this, (client) => execute(finalize, client, finalization, options));
  }

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
  resolveFinalization(finalization: Finalization, options: ResolveOptions): Promise<FinalizationResolution> {
    return run(this, (client) => execute(resolveFinalization, client, finalization, options));
  }

  /**
   * Reads the balance of one authorization through the option `resolve: { lookUp }`; undefined without that option.
   * Sends nothing that could move money. Resolves to undefined if the option cannot tell.
   * @throws PaymentError if the option throws, or does not end within `timeoutMs`.
   */
  get lookUp(): LookUpBalance | undefined {
    const { lookUp } = optionsOf(this);
    if (lookUp === undefined) return undefined;
    return (authorization, options) => run(this, (client) => lookUpBalance(authorization, lookUp, client, options));
  }

  /**
   * Calls a custom operation that `defineOperation` returned. Its `effect` says whether money can move.
   * @throws PaymentError that says what became of the request.
   */
  async call<Input, Output, Response extends object>(
    operation: DefinedOperation<Input, Output, Response>,
    input: Input,
    options?: CallOptions,
  ): Promise<CallResult<Response>> {
    const custom = customOperation(operation);
    const result = await run(this, (client) => execute(custom, client, input, options));
    return result as CallResult<Response>;
  }

  /**
   * Returns the request that a call would send, with redacted headers. Sends nothing.
   * @throws PaymentValidationError if the call would throw one.
   */
  preview<Name extends OperationName>(operation: Name, ...call: Parameters<PaymentClient[Name]>): Preview {
    const [input, options]: readonly unknown[] = call;
    return preview(recordOf(operation), optionsOf(this), input, options);
  }

  /** Lists the faults of a call; empty if there are none. Sends nothing. Use it for a form or a batch. */
  check<Name extends OperationName>(
    operation: Name,
    ...call: Parameters<PaymentClient[Name]>
  ): readonly ValidationIssue[] {
    const [input, options]: readonly unknown[] = call;
    try {
      validate(recordOf(operation), optionsOf(this), input, options);
      return [];
    } catch (error) {
      if (error instanceof PaymentValidationError) return error.issues;
      throw error;
    }
  }

  /**
   * Ends idle connections and resolves when all calls in flight have ended. A later call throws, with outcome `not_sent`.
   */
  async close(): Promise<void> {
    const state = stateOf(this);
    state.options.exchange.close();
    if (state.inFlight > 0) await new Promise<void>((resolve) => void state.closing.push(resolve));
  }

  /** Closes the client at the end of the scope of `await using payments = new PaymentClient(…)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `PaymentClient(${optionsOf(this).base})`;
  }
}

/**
 * The methods of a {@link PaymentClient}, for code that takes a client of its own: a wrapper, or a test's object.
 *
 * A wrapper must pass `sendBefore`, `signal` and `timeoutMs` on unchanged. Otherwise `Once` can capture a key twice.
 */
export interface Payments extends Omit<PaymentClient, "lookUp" | typeof Symbol.asyncDispose> {
  /** Absent without the client option `resolve: { lookUp }`. */
  readonly lookUp?: PaymentClient["lookUp"];
}

interface ClientState {
  readonly options: ResolvedOptions;
  inFlight: number;
  readonly closing: (() => void)[];
}

// Outside the class: a bundler renames a class whose body names it, and the stacks of its calls show the new name.
const states = new WeakMap<PaymentClient, ClientState>();

/** @throws TypeError if a method was taken from its client: `const { finalize } = payments`. */
function stateOf(client: PaymentClient): ClientState {
  const state = states.get(client);
  if (state !== undefined) return state;
  throw new TypeError("PaymentClient: a method was called without its client: call payments.finalize(…), for instance");
}

const optionsOf = (client: PaymentClient) => stateOf(client).options;

/** Counts a call as in flight until it ends. Without the `await`, the stack of its error would lack the caller. */
async function run<T>(client: PaymentClient, call: (options: ResolvedOptions) => Promise<T>): Promise<T> {
  const state = stateOf(client);
  state.inFlight += 1;
  try {
    return await call(state.options);
  } finally {
    state.inFlight -= 1;
    if (state.inFlight === 0) for (const resolve of state.closing.splice(0)) resolve();
  }
}

function recordOf(operation: OperationName): Operation {
  if (Object.hasOwn(operations, operation)) return operations[operation];
  throw new TypeError(`PaymentClient: the operation must be one of ${Object.keys(operations).join(", ")}`);
}
