/** Which calls go wrong, and how. */
import { checkKeys } from "../known-names.js";
import type { Operations } from "../operations/operations.js";
import type { FakeOperation } from "../operations/service-operations.js";
import { seededRandom } from "../rules/seeded-random.js";
import { checkTarget, type FaultTarget, type FaultyCall, isFor } from "./fault-target.js";
import { checkFault, type Fault } from "./faults.js";
import { type Adapter, checkPlayable } from "./playable-faults.js";

/** Random faults, always the same for the same seed and calls. */
export interface RandomFaults {
  readonly seed: number;
  /** The share of calls that go wrong, 0 to 1. */
  readonly rate: number;
  /** The faults to choose from, with equal chances. */
  readonly faults: readonly Fault[];
  /** @defaultValue all of them */
  readonly operation?: FakeOperation;
  /** @defaultValue all calls */
  readonly only?: FaultTarget;
}

interface Armed {
  /** For `disarm`. */
  readonly id: number;
}

interface ArmedFor extends Armed {
  readonly operation: FakeOperation;
  readonly fault: Fault;
  /** Absent if it is for any call. */
  readonly only?: FaultTarget;
}

interface NextFault extends ArmedFor {
  readonly when: "next";
}

/** An armed fault, as data. */
export type ArmedFault =
  | NextFault
  | (ArmedFor & { readonly when: "every"; readonly n: number })
  | (Armed & { readonly when: "random" } & RandomFaults);

/** A fault that is armed for more than one call. */
interface Rule {
  readonly armed: Exclude<ArmedFault, NextFault>;
  /** Counts a call, and returns the fault that strikes it. */
  strike(): Fault | undefined;
}

/**
 * Arms faults. A fault from `next` goes first, then one from `every`, then one from `random`. Arming throws if your
 * adapter (`service.fetch`, the server or MSW) cannot simulate the fault, or if the service has no such operation.
 */
export class Faults {
  readonly #adapters: { readonly open: readonly Adapter[] };
  readonly #operations: Pick<Operations, "check">;
  readonly #changed: () => void;
  readonly #next: NextFault[] = [];
  readonly #rules: Rule[] = [];
  #lastId = 0;

  /** @internal */
  constructor(
    adapters: { readonly open: readonly Adapter[] },
    operations: Pick<Operations, "check">,
    changed: () => void,
  ) {
    this.#adapters = adapters;
    this.#operations = operations;
    this.#changed = changed;
  }

  /** The armed faults, in the order in which they would strike. */
  get armed(): readonly ArmedFault[] {
    return [...this.#next, ...this.#rules.map(({ armed }) => armed)];
  }

  /**
   * Arms a fault for the next call of the operation. If you arm it twice, it is for the next two calls. With `only`, it is
   * for the next call of that order or authorization. Returns the id for `disarm`.
   *
   * @example
   * service.faults.next("finalize", fault.loseResponse);
   * service.faults.next("finalize", fault.loseResponse, { orderId });
   */
  next(operation: FakeOperation, fault: Fault, only?: FaultTarget): number {
    this.#check({ operation, only }, [fault]);
    const armed = { id: this.#newId(), when: "next", ...armedFor(operation, fault, only) } as const;
    this.#next.push(armed);
    this.#changed();
    return armed.id;
  }

  /**
   * Arms a fault for every n-th call of the operation from now on. With `only`, just the operation's calls for that
   * order or authorization count. Returns the id.
   */
  every(n: number, operation: FakeOperation, fault: Fault, only?: FaultTarget): number {
    if (!Number.isInteger(n) || n < 1) throw new RangeError("every: n must be a whole number, 1 or more.");
    let count = 0;
    const strike = () => (++count % n === 0 ? fault : undefined);
    const armed = { id: this.#newId(), when: "every", n, ...armedFor(operation, fault, only) } as const;
    return this.#arm({ armed, strike });
  }

  /** Arms faults for a share of the calls, at random from a seed. Returns the id. */
  random(chances: RandomFaults): number {
    checkKeys("random", chances, ["seed", "rate", "faults", "operation", "only"]);
    const { seed, rate, faults: [...faults] = [] } = chances;
    if (!(rate >= 0 && rate <= 1)) throw new RangeError("random: rate must be a share, 0 to 1.");
    if (faults.length === 0) throw new RangeError("random: faults must hold at least one fault.");
    const draw = seededRandom(seed);
    const strike = () => (draw() < rate ? faults[Math.floor(draw() * faults.length)] : undefined);
    return this.#arm({ armed: { id: this.#newId(), when: "random", ...chances, faults }, strike });
  }

  /** Disarms a fault. Returns false if none has this id, for example because it has struck. */
  disarm(id: number): boolean {
    for (const list of [this.#next, this.#rules]) {
      const place = list.findIndex((each) => ("armed" in each ? each.armed : each).id === id);
      if (place === -1) continue;
      list.splice(place, 1);
      this.#changed();
      return true;
    }
    return false;
  }

  /** Disarms all faults. */
  clear(): void {
    this.#next.length = 0;
    this.#rules.length = 0;
    this.#changed();
  }

  /**
   * Throws if this adapter cannot play an armed fault.
   *
   * @internal
   */
  checkDoor(adapter: Adapter): void {
    for (const fault of this.armed.flatMap(faultsOf)) checkPlayable(fault, adapter);
  }

  /**
   * The fault that strikes this call. Every rule for such a call counts it, even if another rule decides.
   *
   * @internal
   */
  take(call: FaultyCall): Fault | undefined {
    const rules = this.#rules.filter(({ armed }) => isFor(armed, call));
    const byRule = rules.map((rule) => rule.strike()).find((fault) => fault !== undefined);
    const index = this.#next.findIndex((armed) => isFor(armed, call));
    if (index === -1) return byRule;
    const [taken] = this.#next.splice(index, 1);
    this.#changed();
    return taken?.fault;
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #arm(rule: Rule): number {
    this.#check(rule.armed, faultsOf(rule.armed));
    const firstRandom = this.#rules.findIndex(({ armed }) => armed.when === "random");
    const isLast = rule.armed.when === "random" || firstRandom === -1;
    this.#rules.splice(isLast ? this.#rules.length : firstRandom, 0, rule);
    this.#changed();
    return rule.armed.id;
  }

  #check({ operation, only }: { operation?: string; only?: unknown }, faults: readonly Fault[]): void {
    if (operation !== undefined) this.#operations.check(operation);
    if (only !== undefined) checkTarget(only);
    faults.forEach(checkFault);
    for (const fault of faults) for (const adapter of this.#adapters.open) checkPlayable(fault, adapter);
  }
}

function armedFor(operation: FakeOperation, fault: Fault, only: FaultTarget | undefined): Omit<ArmedFor, "id"> {
  return { operation, fault, ...(only && { only: { ...only } }) };
}

/** The faults that an armed one may play. */
function faultsOf(armed: ArmedFault): readonly Fault[] {
  return armed.when === "random" ? armed.faults : [armed.fault];
}
