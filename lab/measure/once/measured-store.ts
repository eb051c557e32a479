import type { Once } from "merchant-payments/once";

/** The work of a store since `begin`. */
export interface Work {
  readonly statements: number;
  readonly commits: number;
  /** Bytes written to the log. */
  readonly bytes: number;
}

export interface MeasuredStore<Tx> extends Pick<ConstructorParameters<typeof Once<Tx>>[0], "store" | "book"> {
  readonly name: string;
  /** Concurrent captures. */
  readonly callers: number;
  /** Adds keys like the last one. Of a thousand, one is like each of the others. */
  readonly fill: (like: string, keys: number) => Promise<void>;
  readonly begin: () => Promise<void>;
  readonly end: () => Promise<Work>;
}

/** Copies one key so many times. Of each thousand, one is parked, and one is not booked. */
export const COPIES = `insert into once_keys
    (merchant, key, authorization_id, version, state, state_since, waits_for, due_at, is_unbooked, document)
  select merchant, 'old-' || n, 'of old-' || n, version, case n % 1000 when 0 then 'parked' else state end, state_since,
    case n % 1000 when 0 then 'person' when 1 then 'sweep' else waits_for end, due_at, n % 1000 = 1,
    replace(document, key, 'old-' || n)`;
