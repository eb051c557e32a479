import { execute } from "./call/execute.js";
import type { Operation } from "./call/operation.js";
import { type Preview, preview } from "./call/preview.js";
import { validate } from "./call/validate.js";
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
import { type FinalizationResolution, type LookUpBalance, lookUpBalance } from "./operations/look-up.js";
import { type ResolveOptions, resolveFinalization } from "./operations/resolve-finalization.js";
import type { CallOptions } from "./options/call.js";
import { type ResolvedOptions, resolveOptions } from "./options/client.js";
import type { PaymentClientOptions } from "./options/client-options.js";
import type { Payments } from "./payments.js";

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
export class PaymentClient implements Payments {
  /** Creates a client. Connects to nothing yet. @throws TypeError that lists every invalid option, its rule and the fix. */
  constructor(options: PaymentClientOptions) {
    states.set(this, { options: resolveOptions(options), inFlight: 0, closing: [] });
  }

  get timeoutMs(): number {
    return optionsOf(this).timeoutMs;
  }

  get sendAgain(): readonly PaymentMethod[] {
    return optionsOf(this).sendAgain;
  }

  meaningOf(statusKey: string): StatusMeaning | undefined {
    return meaningIn(optionsOf(this).statusKeys, statusKey)?.meaning;
  }

  createOrder(order: Order, options?: CreateOrderOptions): Promise<CreateOrderResult> {
    return run(this, (client) => execute(createOrder, client, order, options));
  }

  finalize(finalization: Finalization, options?: FinalizeOptions): Promise<FinalizeResult> {
    return run(this, (client) => execute(finalize, client, finalization, options));
  }

  resolveFinalization(finalization: Finalization, options: ResolveOptions): Promise<FinalizationResolution> {
    return run(this, (client) => execute(resolveFinalization, client, finalization, options));
  }

  get lookUp(): LookUpBalance | undefined {
    const { lookUp } = optionsOf(this);
    if (lookUp === undefined) return undefined;
    return (authorization, options) => run(this, (client) => lookUpBalance(authorization, lookUp, client, options));
  }

  async call<Input, Output, Response extends object>(
    operation: DefinedOperation<Input, Output, Response>,
    input: Input,
    options?: CallOptions,
  ): Promise<CallResult<Response>> {
    const custom = customOperation(operation);
    const result = await run(this, (client) => execute(custom, client, input, options));
    return result as CallResult<Response>;
  }

  preview<Name extends OperationName>(operation: Name, ...call: Parameters<Payments[Name]>): Preview {
    const [input, options]: readonly unknown[] = call;
    return preview(recordOf(operation), optionsOf(this), input, options);
  }

  check<Name extends OperationName>(operation: Name, ...call: Parameters<Payments[Name]>): readonly ValidationIssue[] {
    const [input, options]: readonly unknown[] = call;
    try {
      validate(recordOf(operation), optionsOf(this), input, options);
      return [];
    } catch (error) {
      if (error instanceof PaymentValidationError) return error.issues;
      throw error;
    }
  }

  async close(): Promise<void> {
    const state = stateOf(this);
    state.options.exchange.close();
    if (state.inFlight > 0) await new Promise<void>((resolve) => void state.closing.push(resolve));
  }

  /** Closes the client at the end of the scope of `await using payments = new PaymentClient(…)`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  toString(): string {
    return `PaymentClient(${optionsOf(this).base})`;
  }

  toJSON(): { baseUrl: string } {
    return { baseUrl: optionsOf(this).base };
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return this.toString();
  }
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
