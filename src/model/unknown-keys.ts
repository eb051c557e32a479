import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { issue, MAX_ISSUES, pathText } from "./issue.js";
import { type KnownField, type KnownFields, placeOf } from "./known-fields.js";
import { nearestKey, nearMiss, sameInOtherCase } from "./nearest-key.js";

type Path = readonly PropertyKey[];

interface UnknownKey {
  readonly path: Path;
  /** The known key of the same object that was most likely meant. */
  readonly meant: string | undefined;
  count: number;
}

/** Which unknown keys are admitted, and what else they may be meant for. */
export interface UnknownKeyOptions {
  /** Paths of the unknown fields that the merchant sends. Undefined for options. */
  readonly extraFields?: ReadonlySet<string>;
  /** The fields of the second argument. A key named like one does not belong in the first. */
  readonly options?: KnownField;
  /** Fields of another operation that somebody will try, each with what to do instead. */
  readonly elsewhere?: Readonly<Record<string, string>> | undefined;
}

/** Collects the unknown keys: one issue for each name and list, however many entries of the list have it. */
export class UnknownKeys {
  readonly #given: UnknownKeyOptions;
  readonly #found = new Map<string, UnknownKey>();

  constructor(given: UnknownKeyOptions) {
    this.#given = given;
  }

  /** Whether `extraFields` names the key. If not, the key is listed. */
  admits(path: Path, known: KnownFields): boolean {
    const key = keyOf(path);
    const name = extraFieldName(path);
    // The service ignores case: it would read this key as the known one, unchecked.
    const same = sameInOtherCase(key, known.keys());
    if (this.#given.extraFields?.has(name) && same === undefined) return true;
    const found = this.#found.get(name);
    if (found !== undefined) {
      found.count += 1;
    } else if (this.#found.size < MAX_ISSUES) {
      const isOption = this.#given.extraFields === undefined;
      const meant = isOption ? (placeOf(key, known) ?? nearestKey(key, known.keys())) : nearMiss(key, known.keys());
      this.#found.set(name, { path: [...path], meant: same ?? meant, count: 1 });
    }
    return false;
  }

  issues(): ValidationIssue[] {
    const rule = (key: UnknownKey) =>
      this.#given.extraFields === undefined ? ruleForOption(key) : this.#ruleForField(key);
    return [...this.#found.values()].map((key) => issue(pathText(key.path), { code: "unknown_key", rule: rule(key) }));
  }

  /** Returns the fields that the keys were meant for, as paths without indexes. */
  misspelt(): Set<string> {
    const found = [...this.#found.values()].filter(({ meant }) => meant !== undefined);
    return new Set(found.map(({ path, meant }) => extraFieldName([...path.slice(0, -1), meant as string])));
  }

  #ruleForField({ path, meant, count }: UnknownKey): string {
    const what = `is not a known field${count === 1 ? "" : `, and ${count - 1} more entries have it`}`;
    const key = keyOf(path);
    if (IDEMPOTENCY_KEY.test(key)) return `${what}: ${NO_IDEMPOTENCY_KEYS}`;
    if (meant?.toLowerCase() === key.toLowerCase()) return `${what}: did you mean ${meant}?`;
    const { elsewhere = {}, options = "open" } = this.#given;
    if (path.length === 1 && Object.hasOwn(elsewhere, key)) return `${what}: ${elsewhere[key]}`;
    const option = path.length === 1 ? placeOf(key, options) : undefined;
    if (option !== undefined) return `${what}: it belongs in the second argument, as ${option}`;
    const fix = meant === undefined ? "leave it out" : `did you mean ${meant}?`;
    const name = extraFieldName(path);
    const isShown = pathText(path.filter((step) => typeof step === "string")) === name; // otherwise it may be a secret
    const more = isShown ? `extraFields: ["${name}"] sends it` : "its name may be personal data, and is not shown";
    return `${what}: ${fix} (${more})`;
  }
}

/** The path without the indexes of lists: `lineItems.vatCode`. */
const extraFieldName = (path: Path) => path.filter((step) => typeof step === "string").join(".");

const keyOf = (path: Path) => String(path.at(-1));

function ruleForOption({ path, meant }: UnknownKey): string {
  const fix = meant === undefined ? "remove it" : `did you mean ${meant}?`;
  return `is not a known key: ${IDEMPOTENCY_KEY.test(keyOf(path)) ? NO_IDEMPOTENCY_KEYS : fix}`;
}

const IDEMPOTENCY_KEY = /^idempotency[-_]?key$/i;
export const NO_IDEMPOTENCY_KEYS =
  "the service has no idempotency keys; Once, from merchant-payments/once, captures once per key";
