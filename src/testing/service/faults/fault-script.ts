/** Which calls go wrong, and how. */
import { checkKeys } from "../known-names.js";
import type { Operations } from "../operations/operations.js";
import type { FakeOperation } from "../operations/service-operations.js";
import { seededRandom } from "../rules/seeded-random.js";
import { checkTarget, type FaultTarget, type FaultyCall, isFor } from "./fault-target.js";
import { checkFault, type Fault } from "./faults.js";
import { type Adapter, checkPlayable } from "./playable-faults.js";

/** Faults at random, the same ones for the same seed and calls. */
export interface RandomFaults {
  readonly seed: number;
  /** The share of calls that go wrong, 0 to 1. */
  readonly rate: number;
  /** Drawn from with equal chances. */
  readonly faults: readonly Fault[];
  /** @defaultValue all of them */
  readonly operation?: FakeOperation;
  /** @defaultValue all calls */
  readonly only?: FaultTarget;
}

interface Armed {
  /** By which it is disarmed. */
  readonly id: number;
}

interface ArmedFor extends Armed {
  readonly operation: FakeOperation;
  readonly fault: Fault;
  /** Left out when it is for any call. */
  readonly only?: FaultTarget;
}

interface NextFault extends ArmedFor {
  readonly when: "next";
}

/** What is armed, as data. */
export type ArmedFault =
  | NextFault
  | (ArmedFor & { readonly when: "every"; readonly n: number })
  | (Armed & { readonly when: "random" } & RandomFaults);

/** What is armed for more than one call. */
interface Rule {
  readonly armed: Exclude<ArmedFault, NextFault>;
  /** Counts a call, and gives the fault that strikes it. */
  strike(): Fault | undefined;
}

/**
 * The script of what goes wrong. What is armed for the next call goes first, then `every`, then `random`.
 * A fault that one of the service's open adapters cannot play is invalid, with the reason, and so is an operation that the
 * service does not have.
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

  /** What waits to strike, in the order in which it would. */
  get armed(): readonly ArmedFault[] {
    return [...this.#next, ...this.#rules.map(({ armed }) => armed)];
  }

  /**
   * The next call of the operation goes wrong, and only that one. Armed twice, it is for the next two calls. With `only`,
   * it is for the next call of that order or authorization. Gives the id by which it can be disarmed.
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

  /** Every n-th call of the operation goes wrong, or of those that `only` names, counted from now. Gives an id. */
  every(n: number, operation: FakeOperation, fault: Fault, only?: FaultTarget): number {
    if (!Number.isInteger(n) || n < 1) throw new RangeError("every: n must be a whole number, 1 or more.");
    let count = 0;
    const strike = () => (++count % n === 0 ? fault : undefined);
    const armed = { id: this.#newId(), when: "every", n, ...armedFor(operation, fault, only) } as const;
    return this.#arm({ armed, strike });
  }

  /** A share of the calls goes wrong, by chance from a seed. Gives an id. */
  random(chances: RandomFaults): number {
    checkKeys("random", chances, ["seed", "rate", "faults", "operation", "only"]);
    const { seed, rate, faults: [...faults] = [] } = chances;
    if (!(rate >= 0 && rate <= 1)) throw new RangeError("random: rate must be a share, 0 to 1.");
    if (faults.length === 0) throw new RangeError("random: faults must hold at least one fault.");
    const draw = seededRandom(seed);
    const strike = () => (draw() < rate ? faults[Math.floor(draw() * faults.length)] : undefined);
    return this.#arm({ armed: { id: this.#newId(), when: "random", ...chances, faults }, strike });
  }

  /** Takes back one that is armed; false when there is none with this id, since it has struck for instance. */
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

  /** Nothing goes wrong from now on. */
  clear(): void {
    this.#next.length = 0;
    this.#rules.length = 0;
    this.#changed();
  }

  /**
   * Does not open an adapter that cannot play what is armed.
   *
   * @internal
   */
  checkDoor(adapter: Adapter): void {
    for (const fault of this.armed.flatMap(faultsOf)) checkPlayable(fault, adapter);
  }

  /**
   * The fault that strikes this call. Every rule that is for such a call counts it, also when another one decides.
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

/** The faults among which an armed one chooses. */
function faultsOf(armed: ArmedFault): readonly Fault[] {
  return armed.when === "random" ? armed.faults : [armed.fault];
}
