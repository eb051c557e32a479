/** Which calls go wrong, and how. */
import type { FakeOperation } from "../rules/operation.js";
import { seededRandom } from "../rules/seeded-random.js";
import type { Fault } from "./faults.js";
import { checkPlayable, type Door } from "./playable-faults.js";

/** Faults at random, the same ones for the same seed and calls. */
export interface RandomFaults {
  readonly seed: number;
  /** The share of calls that go wrong, 0 to 1. */
  readonly rate: number;
  /** Drawn from with equal chances. */
  readonly faults: readonly Fault[];
  /** @defaultValue both */
  readonly operation?: FakeOperation;
}

type NextFault = { readonly when: "next"; readonly operation: FakeOperation; readonly fault: Fault };

/** What is armed, as data. */
export type ArmedFault =
  | NextFault
  | { readonly when: "every"; readonly n: number; readonly operation: FakeOperation; readonly fault: Fault }
  | ({ readonly when: "random" } & RandomFaults);

/** What is armed for more than one call. */
interface Rule {
  readonly armed: Exclude<ArmedFault, NextFault>;
  /** Counts a call, and gives the fault that strikes it. */
  strike(operation: FakeOperation): Fault | undefined;
}

/**
 * The script of what goes wrong. What is armed for the next call goes first, then `every`, then `random`.
 * A fault that one of the service's open doors cannot play is refused with the reason.
 */
export class Faults {
  readonly #doors: () => Iterable<Door>;
  readonly #changed: () => void;
  readonly #next: NextFault[] = [];
  readonly #rules: Rule[] = [];

  /** @internal */
  constructor(doors: () => Iterable<Door>, changed: () => void) {
    this.#doors = doors;
    this.#changed = changed;
  }

  /** What waits to strike, in the order in which it would. */
  get armed(): readonly ArmedFault[] {
    return [...this.#next, ...this.#rules.map(({ armed }) => armed)];
  }

  /**
   * The next call of the operation goes wrong, and only that one. Armed twice, it is for the next two calls.
   *
   * @example
   * service.faults.next("finalize", fault.loseReply);
   */
  next(operation: FakeOperation, fault: Fault): void {
    this.#checkPlayable([fault]);
    this.#next.push({ when: "next", operation, fault });
    this.#changed();
  }

  /** Every n-th call of the operation goes wrong, counted from now. */
  every(n: number, operation: FakeOperation, fault: Fault): void {
    if (!Number.isInteger(n) || n < 1) throw new RangeError("every: n must be a whole number, 1 or more.");
    let count = 0;
    const strike = (called: FakeOperation) => {
      if (called !== operation) return undefined;
      count += 1;
      return count % n === 0 ? fault : undefined;
    };
    this.#arm({ armed: { when: "every", n, operation, fault }, strike });
  }

  /** A share of the calls goes wrong, by chance from a seed. */
  random({ faults: given, ...options }: RandomFaults): void {
    const { seed, rate, operation } = options;
    const faults = [...given];
    if (!(rate >= 0 && rate <= 1)) throw new RangeError("random: rate must be a share, 0 to 1.");
    if (faults.length === 0) throw new RangeError("random: faults must hold at least one fault.");
    const draw = seededRandom(seed);
    const strike = (called: FakeOperation) => {
      if (operation !== undefined && called !== operation) return undefined;
      return draw() < rate ? faults[Math.floor(draw() * faults.length)] : undefined;
    };
    this.#arm({ armed: { when: "random", ...options, faults }, strike });
  }

  /** Nothing goes wrong from now on. */
  clear(): void {
    this.#next.length = 0;
    this.#rules.length = 0;
    this.#changed();
  }

  /**
   * Refuses a door that opens when it cannot play what is armed.
   *
   * @internal
   */
  checkDoor(door: Door): void {
    for (const fault of this.armed.flatMap(faultsOf)) checkPlayable(fault, door);
  }

  /**
   * The fault that strikes this call. Every rule counts the call, also when another one decides.
   *
   * @internal
   */
  take(operation: FakeOperation): Fault | undefined {
    const byRule = this.#rules.map((rule) => rule.strike(operation)).find((fault) => fault !== undefined);
    const index = this.#next.findIndex((armed) => armed.operation === operation);
    if (index === -1) return byRule;
    const [taken] = this.#next.splice(index, 1);
    this.#changed();
    return taken?.fault;
  }

  #arm(rule: Rule): void {
    this.#checkPlayable(faultsOf(rule.armed));
    const firstRandom = this.#rules.findIndex(({ armed }) => armed.when === "random");
    const isLast = rule.armed.when === "random" || firstRandom === -1;
    this.#rules.splice(isLast ? this.#rules.length : firstRandom, 0, rule);
    this.#changed();
  }

  #checkPlayable(faults: readonly Fault[]): void {
    for (const fault of faults) for (const door of this.#doors()) checkPlayable(fault, door);
  }
}

/** The faults among which an armed one chooses. */
function faultsOf(armed: ArmedFault): readonly Fault[] {
  return armed.when === "random" ? armed.faults : [armed.fault];
}
