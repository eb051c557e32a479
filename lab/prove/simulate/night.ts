/** A merchant's night, whose steps fast-check's scheduler interleaves. */
import type { Scheduler } from "fast-check";
import type { OnceRecord } from "../../../src/once/index.ts";
import { passUntil, startClock, timeNow } from "./clock.ts";
import type { Process } from "./doing.ts";
import { newProcess, queue, sweeps } from "./merchant.ts";
import { morning } from "./morning.ts";
import { outside } from "./outside.ts";
import { people } from "./people.ts";
import { type Exception, HORIZON_MS, type Outage, type Scenario, type Shipment } from "./scenario.ts";
import { Authorization } from "./service.ts";
import { emptied, StoreError } from "./store.ts";
import { checkBooks, checkClosed, checkKey, checkSums } from "./truth.ts";

/** One shipment, its authorization at the service, and what the merchant has on record. */
export interface Line {
  readonly shipment: Shipment;
  readonly authorization: Authorization;
  readonly isPoisonous: boolean;
  record: OnceRecord | undefined;
  /** Somebody has said what is not true. */
  isMisjudged: boolean;
}

export class Night {
  readonly scenario: Scenario;
  readonly exception: Exception;
  readonly authorizations: readonly Authorization[];
  readonly lines: readonly Line[];
  readonly history: string[] = [];
  weather: "well" | Outage = "well";
  bookFailures: number;
  /** Nobody comes to decide anything. */
  haveAllGone = false;
  /** What was found not to be true. Thrown by the clock: in between it would pass for a failure of the network's. */
  wrong: Error | undefined;
  readonly #scheduler: Scheduler;
  readonly #processes: Process[] = [];
  readonly #waiting = new Set<{ readonly isSo: () => boolean; readonly resolve: () => void }>();

  constructor(scenario: Scenario, exception: Exception, scheduler: Scheduler) {
    this.scenario = scenario;
    this.exception = exception;
    this.bookFailures = scenario.bookFailures;
    this.#scheduler = scheduler;
    this.authorizations = scenario.authorizations.map((given) => new Authorization(given));
    const ours = this.authorizations.flatMap((authorization) =>
      authorization.given.shipments.map((shipment) => ({ authorization, shipment })),
    );
    this.lines = ours.map((each, index) => {
      return { ...each, isPoisonous: index === scenario.poisonous, record: undefined, isMisjudged: false };
    });
  }

  async step(what: string): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve(), what);
    this.history.push(what);
  }

  line(key: string): Line {
    const line = this.lines.find(({ shipment }) => shipment.key === key);
    if (line === undefined) throw new Error(`there is no ${key}`);
    return line;
  }

  /** A worker's process, or the one that is started in the place of one that died. */
  process(worker: number): Process {
    const last = this.#processes[worker];
    if (last !== undefined && !last.isDead) return last;
    const next = newProcess(this, `worker ${worker + 1}`);
    this.#processes[worker] = next;
    return next;
  }

  /** Resolves once that is so; perhaps never. */
  when(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add({ isSo, resolve });
      this.#wake();
    });
  }

  #wake(): void {
    for (const each of this.#waiting) if (each.isSo() && this.#waiting.delete(each)) each.resolve();
  }

  /** Compares what is on record with what the service did. */
  check(what: string): void {
    this.history.push(what);
    this.#wake();
    try {
      for (const line of this.lines) checkKey(line, this.exception);
    } catch (error) {
      this.wrong ??= error as Error;
    }
  }

  /** Takes note of what somebody was told. What the library or the merchant never throws is a fault of its own. */
  failed(who: string, error: unknown): void {
    const { name, message } = error as Error;
    this.history.push(`(${who}: ${name}: ${message})`);
    const isExpected = ["PaymentValidationError", "OnceStoppedError", "OnceDecisionError"].includes(name);
    if (!isExpected && !(error instanceof StoreError))
      this.wrong ??= new Error(`WRONG: ${who} ended in ${name}: ${message}`);
  }

  /** Takes note of a committed change. */
  stored(record: OnceRecord): void {
    const { key, state, version, isBooked, reason = "" } = record;
    this.line(key).record = record;
    this.check(`(${key}, version ${version}: ${state}${isBooked ? ", booked" : ""} ${reason})`);
    try {
      checkBooks(this.lines);
    } catch (error) {
      this.wrong ??= error as Error;
    }
  }

  /** @throws Error with the history, as soon as something on record is not true. */
  async play(): Promise<void> {
    emptied();
    startClock();
    try {
      outside(this);
      people(this);
      let isOver = false;
      const work = Promise.all([...this.authorizations.map((each) => queue(this, each)), sweeps(this)]).then(() => {
        isOver = true;
      });
      await this.#scheduler.waitFor(Promise.all([work, this.#clock(() => isOver)]));
      await this.#scheduler.waitIdle(); // every message that is still under way arrives
      await this.#scheduler.waitFor(morning(this));
      this.pass(2 * HORIZON_MS); // nothing can arrive any more: people may say so
      await this.#scheduler.waitIdle();
      this.haveAllGone = true;
      await this.#scheduler.waitFor(morning(this));
      this.check("the night is over");
      if (this.wrong !== undefined) throw this.wrong;
      checkBooks(this.lines);
      checkClosed(this.lines);
      checkSums(this.lines);
    } catch (error) {
      throw new Error([JSON.stringify(this.scenario), ...this.history, String(error)].join("\n"));
    }
  }

  async #clock(isOver: () => boolean): Promise<void> {
    const { ticksMs } = this.scenario;
    for (let tick = 0; !isOver(); tick += 1) {
      const ms = ticksMs[tick % ticksMs.length] as number;
      await this.step(`${ms} ms pass`);
      if (this.wrong !== undefined) throw this.wrong;
      this.pass(ms);
    }
  }

  pass(ms: number): void {
    passUntil(timeNow() + ms);
    for (const { clocks } of this.#processes) if (clocks.isAsleep) clocks.steady -= ms;
    this.#wake();
  }
}
