/**
 * The clock of a SQLite file. It starts at the wall clock and follows the monotonic clock, which all processes share until
 * the host restarts. So a step of the wall clock cannot end a wait early, or prolong it.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { prepare } from "./sqlite-statement.js";

/** A moment by the file's clock, and by the host's monotonic clock. In milliseconds. */
export interface Moment {
  readonly time: number;
  readonly monotonic: number;
  /** Names the boot of the host, or only the host where a boot has no name. */
  readonly boot: string;
}

/** What the clocks of the host show, in milliseconds. */
export interface HostClocks extends Omit<Moment, "time"> {
  readonly wall: number;
}

/** The fourth migration. Like every migration, it never changes. */
export const CLOCK_4 = `create table once_clock (
     id integer primary key check (id = 1), time real not null, monotonic real not null, boot text not null
   ) strict;`;

/**
 * The time may approach the wall clock by a ten-thousandth of what passes, because a monotonic clock may be that much too
 * slow. This shortens a wait of a day by 9 seconds: less than `marginMs`, which is there for clocks that drift.
 */
const DRIFT = 0.0001;

/**
 * The moment now, from the last one that was stored. Where a boot has no name, a monotonic clock that is lower shows a restart.
 * If it is already higher again, more time has passed than it shows, so the time is late and never ahead.
 */
export function momentAfter(last: Moment | undefined, { wall, monotonic, boot }: HostClocks): Moment {
  if (last === undefined) return { time: wall, monotonic, boot };
  const passed = monotonic - last.monotonic;
  if (boot !== last.boot || passed < 0) return { time: Math.max(wall, last.time), monotonic, boot };
  const time = last.time + passed;
  const drift = passed * DRIFT;
  return { time: Math.min(Math.max(wall, time - drift), time + drift), monotonic, boot };
}

/** Reads and stores the time of a file. A store in memory is for tests: its clock is the wall clock, which a test can set. */
export class SqliteClock {
  readonly #boot = bootOfHost();
  readonly #isInMemory: boolean;
  readonly #select: StatementSync;
  readonly #upsert: StatementSync;

  constructor(database: DatabaseSync) {
    const file = prepare(database, "select file from pragma_database_list where name = 'main'").get();
    this.#isInMemory = !file?.["file"];
    this.#select = prepare(database, "select time, monotonic, boot from once_clock");
    this.#upsert = prepare(database, "insert or replace into once_clock values (1, ?, ?, ?)");
  }

  /** The moment now. Reads the host's clocks last, so that no other process can have stored a later moment. */
  read(): Moment {
    const last = this.#isInMemory ? undefined : (this.#select.get() as unknown as Moment | undefined);
    const monotonic = Number(process.hrtime.bigint()) / 1e6; // performance.now() begins anew in each process
    return momentAfter(last, { wall: Date.now(), monotonic, boot: this.#boot });
  }

  /** Stores a moment, so that the time goes on from it. Call this in the transaction that stores something with its time. */
  store({ time, monotonic, boot }: Moment): void {
    this.#upsert.run(time, monotonic, boot);
  }
}

/** On Linux, the boot's id and the time namespace, because the monotonic clock of a namespace can have an offset. */
function bootOfHost(): string {
  const { readFileSync, readlinkSync } = process.getBuiltinModule("node:fs");
  const id = readIfThere(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  if (id === undefined) return process.getBuiltinModule("node:os").hostname();
  return `${id} ${readIfThere(() => readlinkSync("/proc/self/ns/time")) ?? "none"}`; // Linux has it since 5.6
}

function readIfThere(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
