/** Which calls go wrong, and how. */
import * as z from "zod/mini";
import { partialOf, readOption } from "../input.js";
import type { FakeOperationName } from "../routes/fake-route.js";
import type { FakeRoutes } from "../routes/fake-routes.js";
import type { CallIds } from "../state/records.js";
import { checkFault, type FakeFault } from "./faults.js";
import { type Adapter, checkPlayable } from "./play-fault.js";

/** The order or authorization that a call must be about. A call must match every field that is set. */
export interface FaultTarget {
  /** Fits no call that creates an order, because the order has no id yet. */
  readonly orderId?: string;
  /** The authorization's transaction. */
  readonly transactionId?: string;
  readonly orderNumber?: string;
}

export const targetSchema = partialOf({ orderId: z.string(), transactionId: z.string(), orderNumber: z.string() });

/** An armed fault, as data; `id` is for `disarm`. */
export type ArmedFault = {
  readonly id: number;
  readonly operation: FakeOperationName;
  readonly fault: FakeFault;
  /** Absent if it is for any call. */
  readonly only?: FaultTarget;
} & When;

type When = { readonly when: "next" } | { readonly when: "every"; readonly n: number };

/** `calls` counts those that it was for. */
type Counted = ArmedFault & { calls: number };

/**
 * Arms faults. A fault from `next` goes first, then one from `every`. Arming throws if your adapter (`service.fetch`, the
 * server or MSW) cannot simulate the fault, or if the service has no such operation.
 */
export class FakeFaults {
  readonly #open = new Set<{ readonly adapter: Adapter }>();
  readonly #routes: Pick<FakeRoutes, "check">;
  readonly #changed: () => void;
  /** In the order in which they would strike. */
  #all: readonly Counted[] = [];
  #lastId = 0;

  /** @internal */
  constructor(routes: Pick<FakeRoutes, "check">, changed: () => void) {
    this.#routes = routes;
    this.#changed = changed;
  }

  /** The armed faults, in the order in which they would strike. */
  get armed(): readonly ArmedFault[] {
    return this.#all.map(({ calls: _calls, ...armed }) => armed);
  }

  /**
   * Arms a fault for the next call of the operation. If you arm it twice, it is for the next two calls. With `only`, it is
   * for the next call of that order or authorization. Returns the id for `disarm`.
   *
   * @example
   * service.faults.next("finalize", fault.loseResponse());
   * service.faults.next("finalize", fault.loseResponse(), { orderId });
   */
  next(operation: FakeOperationName, fault: FakeFault, only?: FaultTarget): number {
    return this.#arm(operation, fault, only, { when: "next" });
  }

  /**
   * Arms a fault for every n-th call of the operation from now on. With `only`, just the operation's calls for that
   * order or authorization count. Returns the id.
   */
  every(n: number, operation: FakeOperationName, fault: FakeFault, only?: FaultTarget): number {
    if (!Number.isInteger(n) || n < 1) throw new RangeError("every: n must be a whole number, 1 or more.");
    return this.#arm(operation, fault, only, { when: "every", n });
  }

  /** Disarms a fault. Returns false if none has this id, for example because it has struck. */
  disarm(id: number): boolean {
    const left = this.#all.filter((armed) => armed.id !== id);
    if (left.length === this.#all.length) return false;
    this.#all = left;
    this.#changed();
    return true;
  }

  /** Disarms all faults. */
  clear(): void {
    this.#all = [];
    this.#changed();
  }

  /**
   * Makes faults invalid that this adapter cannot play. Returns the function that closes the adapter.
   *
   * @throws Error if a fault is armed that it cannot play.
   * @internal
   */
  openAdapter(adapter: Adapter): () => void {
    for (const { fault } of this.#all) checkPlayable(fault, adapter);
    const open = { adapter };
    this.#open.add(open);
    return () => this.#open.delete(open);
  }

  /**
   * The fault that strikes a call. Each one of `every` for such a call counts it, even if another one strikes.
   *
   * @param about - What the call is about; looked up only if a fault is not for all calls.
   * @internal
   */
  take(operation: string, about: () => CallIds): FakeFault | undefined {
    const isFor = (armed: ArmedFault) =>
      armed.operation === operation && (armed.only === undefined || isTarget(armed.only, about()));
    const fitting = this.#all.filter(isFor);
    for (const armed of fitting) armed.calls += 1;
    const strikes = fitting.find((armed) => armed.when === "next" || armed.calls % armed.n === 0);
    if (strikes?.when === "next") this.disarm(strikes.id);
    return strikes?.fault;
  }

  #arm(operation: FakeOperationName, fault: FakeFault, target: FaultTarget | undefined, when: When): number {
    this.#routes.check(operation);
    checkFault(fault);
    const only = target && readOption(`faults.${when.when}`, "only", targetSchema, target);
    if (this.#open.size === 0) checkPlayable(fault, "fetch");
    for (const { adapter } of this.#open) checkPlayable(fault, adapter);
    this.#lastId += 1;
    const armed: Counted = { id: this.#lastId, ...when, operation, fault, ...(only && { only }), calls: 0 };
    const isNext = ({ when }: ArmedFault) => Number(when === "next");
    this.#all = [...this.#all, armed].sort((left, right) => isNext(right) - isNext(left));
    this.#changed();
    return this.#lastId;
  }
}

function isTarget({ orderId, ...others }: FaultTarget, found: CallIds): boolean {
  const wanted = Object.entries({ ...(orderId && { orderId: orderId.toLowerCase() }), ...others });
  return wanted.every(([name, id]) => found[name as keyof CallIds] === id);
}
