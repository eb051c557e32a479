import type { OperationName } from "./operation-names.js";

/**
 * What an operation does to money and data.
 *
 * - `read` changes nothing.
 * - `write` changes data.
 * - `money` may move money.
 *
 * After an unknown outcome, the client repeats only a `read`.
 */
export type Effect = "read" | "write" | "money";

/** The identifiers of a call, if its input held valid ones. */
export interface CallIdentifiers {
  readonly orderNumber?: string;
  readonly orderId?: string;
  readonly transactionId?: string;
}

/** Reads the identifiers of an input, an event or an error. An invalid field may hold anything, even a password. */
export function identifiersOf(holder: unknown, faults: readonly { readonly path: string }[] = []): CallIdentifiers {
  const fields = Object(holder);
  const names = ["orderNumber", "orderId", "transactionId"] as const;
  const valid = names.filter((name) => typeof fields[name] === "string" && !faults.some(({ path }) => path === name));
  return Object.fromEntries(valid.map((name) => [name, fields[name]]));
}

/** Whether `resolveFinalization` takes a finalization: as it is, only with more facts, or never. */
export type Resolvable = "now" | "with_facts" | "never";

/** What an error knows about the call that failed. */
export interface CallFacts {
  readonly operation: OperationName | (string & {});
  /** What the operation does. @defaultValue "money" */
  readonly effect?: Effect | undefined;
  readonly identifiers: CallIdentifiers;
  /** As you gave it. The advice after an unknown outcome depends on it. */
  readonly paymentMethod?: string | undefined;
  /** Whether `resolveFinalization` takes the same finalization. @defaultValue "with_facts" */
  readonly resolvable?: Resolvable | undefined;
  /** The methods that `resolveFinalization` sends again. @defaultValue card */
  readonly sendAgain?: readonly string[] | undefined;
  /** Whether `resolveFinalization` reads the balance of what it does not send again: the option `lookUp`. */
  readonly canLookUp?: boolean | undefined;
}
