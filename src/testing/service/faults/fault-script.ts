/** Which calls go wrong, and how. */
import * as z from "zod/mini";
import { optionsOf, readOption, readOptions } from "../../../model/options.js";
import { number, numberThat } from "../number-rules.js";
import type { FakeOperationName } from "../operation-name.js";
import type { FakeRoutes } from "../routes/fake-routes.js";
import { seededRandom } from "../rules/seeded-random.js";
import { type Adapter, checkPlayable } from "./fault-rows.js";
import { type FaultTarget, type FaultyCall, isFor, targetSchema } from "./fault-target.js";
import { checkFault, type FakeFault } from "./faults.js";

/** Random faults, always the same for the same seed and calls. */
export interface RandomFaults {
  readonly seed: number;
  /** The share of calls that go wrong, 0 to 1. */
  readonly rate: number;
  /** The faults to choose from, with equal chances. */
  readonly faults: readonly FakeFault[];
  /** @defaultValue all of them */
  readonly operation?: FakeOperationName;
  /** @defaultValue all calls */
  readonly only?: FaultTarget;
}

interface ArmedFor {
  readonly operation: FakeOperationName;
  readonly fault: FakeFault;
  /** Absent if it is for any call. */
  readonly only?: FaultTarget;
}

type ToArm =
  | (ArmedFor & { readonly when: "next" })
  | (ArmedFor & { readonly when: "every"; readonly n: number })
  | (RandomFaults & { readonly when: "random" });

/** An armed fault, as data; `id` is for `disarm`. */
export type ArmedFault = { readonly id: number } & ToArm;

/** In the order in which they strike. */
const ways: readonly ArmedFault["when"][] = ["next", "every", "random"];

interface Armed {
  readonly armed: ArmedFault;
  /** Counts a call, and returns the fault that strikes it. */
  strike(): FakeFault | undefined;
}

const faultSchema = z.transform((given: unknown): FakeFault => {
  checkFault(given);
  return given as FakeFault;
});

/** How {@link RandomFaults} are read. */
export const randomShape = {
  seed: number,
  rate: numberThat("a share, 0 to 1", (value) => value >= 0 && value <= 1),
  faults: z.array(faultSchema),
  operation: z.exactOptional(z.string()),
  only: z.exactOptional(targetSchema),
};

const randomSchema = optionsOf(randomShape);

/**
 * Arms faults. A fault from `next` goes first, then one from `every`, then one from `random`. Arming throws if your
 * adapter (`service.fetch`, the server or MSW) cannot simulate the fault, or if the service has no such operation.
 */
export class FakeFaults {
  readonly #adapters: Adapter[] = [];
  readonly #routes: Pick<FakeRoutes, "check">;
  readonly #changed: () => void;
  readonly #all: Armed[] = [];
  #lastId = 0;

  /** @internal */
  constructor(routes: Pick<FakeRoutes, "check">, changed: () => void) {
    this.#routes = routes;
    this.#changed = changed;
  }

  /** The armed faults, in the order in which they would strike. */
  get armed(): readonly ArmedFault[] {
    return this.#all.map(({ armed }) => armed);
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
    return this.#arm({ when: "next", ...this.#armedFor(operation, fault, only) }, () => fault);
  }

  /**
   * Arms a fault for every n-th call of the operation from now on. With `only`, just the operation's calls for that
   * order or authorization count. Returns the id.
   */
  every(n: number, operation: FakeOperationName, fault: FakeFault, only?: FaultTarget): number {
    if (!Number.isInteger(n) || n < 1) throw new RangeError("every: n must be a whole number, 1 or more.");
    let count = 0;
    const strike = () => (++count % n === 0 ? fault : undefined);
    return this.#arm({ when: "every", n, ...this.#armedFor(operation, fault, only) }, strike);
  }

  /** Arms faults for a share of the calls, at random from a seed. Returns the id. */
  random(chances: RandomFaults): number {
    const read = readOptions("random", randomSchema, chances);
    const { seed, rate, faults, operation } = read;
    if (operation !== undefined) this.#routes.check(operation);
    if (faults.length === 0) throw new TypeError("random: faults must hold at least one fault");
    const draw = seededRandom(seed);
    const strike = () => (draw() < rate ? faults[Math.floor(draw() * faults.length)] : undefined);
    return this.#arm({ when: "random", ...read }, strike);
  }

  /** Disarms a fault. Returns false if none has this id, for example because it has struck. */
  disarm(id: number): boolean {
    const place = this.#all.findIndex(({ armed }) => armed.id === id);
    if (place === -1) return false;
    this.#all.splice(place, 1);
    this.#changed();
    return true;
  }

  /** Disarms all faults. */
  clear(): void {
    this.#all.length = 0;
    this.#changed();
  }

  /**
   * Makes faults invalid that this adapter cannot play. Returns the function that closes the adapter.
   *
   * @throws Error if a fault is armed that it cannot play.
   * @internal
   */
  openAdapter(adapter: Adapter): () => void {
    for (const fault of this.armed.flatMap(faultsOf)) checkPlayable(fault, adapter);
    this.#adapters.push(adapter);
    let isOpen = true;
    return () => {
      if (isOpen) this.#adapters.splice(this.#adapters.indexOf(adapter), 1);
      isOpen = false;
    };
  }

  /**
   * The fault that strikes this call. Each one for such a call counts it, even if another one strikes.
   *
   * @internal
   */
  take(call: FaultyCall): FakeFault | undefined {
    const fitting = this.#all.filter(({ armed }) => isFor(armed, call));
    const next = fitting.find(({ armed }) => armed.when === "next");
    const counting = fitting.filter(({ armed }) => armed.when !== "next");
    const counted = counting.map((each) => each.strike()).find((fault) => fault !== undefined);
    if (next === undefined) return counted;
    this.disarm(next.armed.id);
    return next.strike();
  }

  #armedFor(operation: FakeOperationName, fault: FakeFault, given: FaultTarget | undefined): ArmedFor {
    this.#routes.check(operation);
    checkFault(fault);
    const only = given && readOption("faults", "only", targetSchema, given);
    return { operation, fault, ...(only && { only }) };
  }

  #arm(toArm: ToArm, strike: () => FakeFault | undefined): number {
    const adapters: readonly Adapter[] = this.#adapters.length === 0 ? ["fetch"] : this.#adapters;
    for (const fault of faultsOf(toArm)) for (const adapter of adapters) checkPlayable(fault, adapter);
    this.#lastId += 1;
    const armed = { id: this.#lastId, ...toArm };
    const rank = ways.indexOf(armed.when);
    const later = this.#all.findIndex((each) => ways.indexOf(each.armed.when) > rank);
    this.#all.splice(later === -1 ? this.#all.length : later, 0, { armed, strike });
    this.#changed();
    return armed.id;
  }
}

/** The faults that an armed one may play. */
function faultsOf(armed: ToArm): readonly FakeFault[] {
  return armed.when === "random" ? armed.faults : [armed.fault];
}
