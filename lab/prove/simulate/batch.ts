/** The state of one batch, whose steps fast-check's scheduler interleaves. */
import type { Scheduler } from "fast-check";
import { OnceStoreError } from "../../../src/once/index.ts";
import type { OnceRecord } from "../../../src/once/record.ts";
import type { Process } from "./activity.ts";
import { passUntil, timeNow } from "./clock.ts";
import { StoreError } from "./database.ts";
import { checkBooks, checkKey, checksOfChange, checkWritten } from "./invariants.ts";
import { type Item, isMisstating } from "./item.ts";
import type { Exception, HookFault, Outage, Scenario } from "./scenario.ts";
import { Authorization } from "./service.ts";

export class Batch {
  readonly scenario: Scenario;
  readonly exception: Exception;
  readonly scheduler: Scheduler;
  readonly authorizations: readonly Authorization[];
  readonly items: readonly Item[];
  readonly history: string[] = [];
  /** The workers; a new one takes the place of one that died. */
  readonly processes: Process[] = [];
  outage: Outage | undefined;
  /** How the next hooks fail. */
  readonly hookFaults: HookFault[];
  /** Whether the last delivery is over. */
  isDelivered = false;
  /** If true, no person decides anything any more. */
  havePeopleLeft = false;
  /** The broken invariant. The clock throws it, because anywhere else it would look like a network failure. */
  wrong: Error | undefined;
  readonly #waiting = new Set<{ readonly isSo: () => boolean; readonly resolve: () => void }>();

  constructor(scenario: Scenario, exception: Exception, scheduler: Scheduler) {
    this.scenario = scenario;
    this.exception = exception;
    this.hookFaults = [...scenario.hookFaults];
    this.scheduler = scheduler;
    this.authorizations = scenario.authorizations.map((given) => new Authorization(given, scenario.difference));
    for (const authorization of this.authorizations) authorization.order = this.authorizations;
    const ours = this.authorizations.flatMap((authorization) =>
      authorization.given.shipments.map((shipment) => ({ authorization, shipment })),
    );
    this.items = ours.map((each, index) => {
      const none = { record: undefined, isMisjudged: false, isHookCommitted: false, wasUnknown: false };
      return { ...each, ...none, isForbidden: index === scenario.forbidden, seenAt: new Map() };
    });
  }

  get merchants(): readonly number[] {
    return [...new Set(this.authorizations.map(({ given }) => given.merchant))];
  }

  async step(what: string): Promise<void> {
    await this.scheduler.schedule(Promise.resolve(), what);
    this.history.push(what);
  }

  item(merchant: number, key: string): Item {
    const isIt = ({ shipment, authorization }: Item) =>
      shipment.key === key && authorization.given.merchant === merchant;
    const item = this.items.find(isIt);
    if (item === undefined) throw new Error(`there is no ${key} of merchant ${merchant}`);
    return item;
  }

  /** Resolves once the condition holds, perhaps never. */
  when(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add({ isSo, resolve });
      this.#wake();
    });
  }

  #wake(): void {
    for (const each of this.#waiting) if (each.isSo() && this.#waiting.delete(each)) each.resolve();
  }

  /** Compares the records with what the service did. */
  check(what: string): void {
    this.history.push(what);
    this.#wake();
    this.#note(() => {
      for (const item of this.items) checkKey(item, this.exception);
    });
  }

  #note(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.wrong ??= error as Error;
    }
  }

  /** Notes a request that is written now. */
  noteWritten(item: Item): void {
    this.#note(() => checkWritten(item, timeNow()));
  }

  /** Notes an error that a delivery, a sweep or a person got. Only some errors are expected. */
  failed(who: string, error: unknown): void {
    const { name, message } = error as Error;
    this.history.push(`(${who}: ${name}: ${message})`);
    const isOfPerson = name === "OnceDecisionError" && who.startsWith("person");
    const isExpected = name === "PaymentValidationError" || isOfPerson;
    const reason = error instanceof OnceStoreError ? error.cause : error;
    if (!isExpected && !(reason instanceof StoreError))
      this.wrong ??= new Error(`WRONG: ${who} ended in ${name}: ${message}`);
  }

  /** Notes a committed change. */
  noteChange(merchant: number, record: OnceRecord): void {
    const { key, state, version, recorded = "-", mayBeCaptured, request, question = "", reason = "" } = record;
    const item = this.item(merchant, key);
    const before = item.record;
    if (before !== undefined && version < before.version) return; // reported later than the change after it
    item.record = record;
    item.wasUnknown ||= mayBeCaptured && ["unknown", "parked"].includes(state);
    this.#noteEntered(item, before);
    item.authorization.isMisstated ||= isMisstating(item, this.items);
    const amount = `${request.totalAmount} of ${request.authorizedAmount}`;
    this.check(`(${key}, version ${version}: ${amount}, ${state} ${question}, ${recorded} ${reason})`);
    this.#note(() => checkBooks(this.items));
    for (const check of checksOfChange) this.#note(() => check(before, item, this.items));
  }

  /** Nothing prevents a person from entering a capture again if the store does not know its transaction. */
  #noteEntered({ shipment, authorization }: Item, before: OnceRecord | undefined): void {
    const { merchant } = authorization.given;
    if (before !== undefined || shipment.adoption?.of === undefined) return;
    const { state = "sending", finalization } = this.item(merchant, shipment.adoption.of).record ?? {};
    const isClosed = ["captured", "queued", "rejected", "not_captured"].includes(state);
    authorization.isMisstated ||= isClosed && finalization?.transactionId === undefined;
  }

  pass(ms: number): void {
    passUntil(timeNow() + ms);
    for (const { clocks } of this.processes) if (clocks.isAsleep) clocks.monotonic -= ms;
    this.#wake();
  }
}
