import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { issue, MAX_ISSUES, pathText } from "./issue.js";
import type { KnownFields } from "./known-fields.js";
import { nearestKey, nearMiss, sameInOtherCase } from "./nearest-key.js";

interface UnknownKey {
  readonly path: readonly PropertyKey[];
  readonly known: KnownFields;
  count: number;
}

/** The keys that no schema knows. One issue for each name and list, however many entries of the list have it. */
export class UnknownKeys {
  readonly #extraFields: ReadonlySet<string> | undefined;
  readonly #found = new Map<string, UnknownKey>();

  /** @param extraFields - What the merchant sends besides the known fields; undefined for options. */
  constructor(extraFields: ReadonlySet<string> | undefined) {
    this.#extraFields = extraFields;
  }

  /** Whether the merchant has named the key as an extra field. Otherwise it is listed. */
  admits(path: readonly PropertyKey[], known: KnownFields): boolean {
    const name = extraFieldName(path);
    // The service ignores case: it would read this key as the known one, unchecked.
    if (this.#extraFields?.has(name) && sameInOtherCase(keyOf(path), known.keys()) === undefined) return true;
    const found = this.#found.get(name);
    if (found !== undefined) found.count += 1;
    else if (this.#found.size < MAX_ISSUES) this.#found.set(name, { path: [...path], known, count: 1 });
    return false;
  }

  issues(): ValidationIssue[] {
    const ruleFor = this.#extraFields === undefined ? ruleForOption : ruleForField;
    const keys = [...this.#found.values()];
    return keys.map((key) => issue(pathText(key.path), { code: "unknown_key", rule: ruleFor(key) }));
  }
}

/** The path without the indexes of lists: `lineItems.vatCode`. */
const extraFieldName = (path: readonly PropertyKey[]) => path.filter((step) => typeof step === "string").join(".");

const keyOf = (path: readonly PropertyKey[]) => String(path.at(-1));

const didYouMean = (meant: string | undefined) => meant && `did you mean ${meant}?`;

function ruleForOption({ path, known }: UnknownKey): string {
  return `is not a known key: ${didYouMean(nearestKey(keyOf(path), known.keys())) ?? "remove it"}`;
}

function ruleForField({ path, known, count }: UnknownKey): string {
  const what = `is not a known field${count === 1 ? "" : `, and ${count - 1} more entries have it`}`;
  const same = sameInOtherCase(keyOf(path), known.keys());
  if (same !== undefined) return `${what}: ${didYouMean(same)}`;
  const fix = didYouMean(nearMiss(keyOf(path), known.keys())) ?? "leave it out";
  const name = extraFieldName(path);
  const isShown = pathText(path.filter((step) => typeof step === "string")) === name; // else it may be a secret
  return isShown ? `${what}: ${fix} (extraFields: ["${name}"] sends it)` : `${what}: ${fix}`;
}
