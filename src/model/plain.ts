import type { ValidationCode, ValidationIssue } from "../errors/payment-validation-error.js";
import { Bare, isJsonNumber, jsonNumber } from "../wire/json.js";
import { type AmountReading, readAmount } from "./amount.js";
import { claimsDecimal } from "./decimal.js";
import { namesIn } from "./fields.js";
import { issue, MAX_ISSUES, pathText } from "./issue.js";
import type { KnownField, KnownFields } from "./known-fields.js";
import type { Fields } from "./schema.js";
import { type UnknownKeyOptions, UnknownKeys } from "./unknown-keys.js";

export interface PlainOptions extends UnknownKeyOptions {
  /**
   * The fields that the input may have. Other keys are reported. A class's getters are read if their names are known.
   */
  readonly known: KnownField;
  /** The start of every path: `options` for the second argument. */
  readonly at?: string;
}

export interface PlainCopy {
  readonly value: unknown;
  readonly issues: readonly ValidationIssue[];
  /** Fields that unknown keys were meant for, as paths without indexes. They are not reported as missing too. */
  readonly misspelt: ReadonlySet<string>;
}

const THREW = "cannot be read, because a getter, a Proxy or toJSON threw: give plain data";
const AGENT = "must not be an agent or a dispatcher: use the client's options tls, proxy and maxConnections";
const GAP = "must not be null or undefined: take it out of the list";
const MAX_DEPTH = 32;
const MAX_VALUES = 2_000_000;
const MAX_CHARACTERS = 64_000_000; // UTF-16 units; the whole request must fit into one string
const VALUE_COST = MAX_CHARACTERS / MAX_VALUES;

/**
 * Copies the caller's input and reads every property once. So the library sends the same values that it checked,
 * whatever getters, proxies or later changes the original has. Unknown keys and values that JSON cannot carry are
 * reported, not dropped.
 *
 * Null and undefined are absent at every depth, and so is blank text where text is optional. Decimals become exact JSON
 * numbers. The copies have no prototype, so a polluted `Object.prototype` adds nothing to them.
 */
export function plain(input: unknown, options: PlainOptions): PlainCopy {
  const copier = new Copier(options);
  const value = copier.copy(input, options.known);
  const { issues, unknownKeys } = copier;
  return { value, issues: issues.concat(unknownKeys?.issues() ?? []), misspelt: unknownKeys?.misspelt() ?? new Set() };
}

class Copier {
  readonly issues: ValidationIssue[] = [];
  /** Undefined as long as all keys are known. */
  unknownKeys: UnknownKeys | undefined;
  readonly #options: PlainOptions;
  readonly #path: PropertyKey[];
  #charactersLeft = MAX_CHARACTERS;

  constructor(options: PlainOptions) {
    this.#options = options;
    this.#path = options.at === undefined ? [] : [options.at];
  }

  copy(value: unknown, known: KnownField): unknown {
    if (!this.#hasRoomFor(VALUE_COST + (typeof value === "string" ? value.length : 0))) return undefined;
    if (value === null || value === undefined || (known === "text" && isBlank(value))) return undefined;
    if (known === "kept") return value;
    if (typeof value === "object") return this.#copyObject(value, known);
    if (known === "amount") return value; // its schema reads it, and sends only what it has read
    if (typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return value;
    if (typeof value === "number") return this.#fault("must be finite: JSON has no NaN and no Infinity");
    return this.#fault(`must be a JSON value, not a ${typeof value}: convert it to text or leave it out`);
  }

  #copyObject(object: object, known: KnownField): unknown {
    const depth = this.#path.length;
    if (depth > MAX_DEPTH) return this.#fault(`is nested deeper than ${MAX_DEPTH} levels or contains itself`);
    try {
      if (claimsDecimal(object)) return this.#copyNumber(readAmount(object), known);
      const value = asJson(object);
      if (typeof value !== "object" || value === null) return this.copy(value, known);
      if (isJsonNumber(value)) return this.#copyNumber({ text: value.rawJSON }, known);
      if (Array.isArray(value)) return this.#copyList(value, known);
      if (this.#options.extraFields === undefined && isEmitter(value)) return this.#fault(AGENT, "wrong_type");
      if (Object.prototype.toString.call(value) === "[object Object]") return this.#copyFields(value, known);
      return this.#fault("must be a plain object, an array or a simple value, so that JSON can carry it");
    } catch {
      this.#path.length = depth;
      return this.#fault(THREW);
    }
  }

  /** Copies an exact number. It is an object, so it would pass for one without fields. */
  #copyNumber(reading: AmountReading, known: KnownField): unknown {
    if ("fault" in reading) return this.#fault(reading.fault.rule);
    if (!this.#hasRoomFor(reading.text.length)) return undefined;
    return typeof known === "string" ? jsonNumber(reading.text) : this.#fault("must be an object", "wrong_type");
  }

  #copyList(list: readonly unknown[], known: KnownField): unknown[] {
    const copies: unknown[] = [];
    for (let index = 0; index < list.length && this.#charactersLeft >= 0; index += 1) {
      const faults = this.issues.length;
      this.#path.push(index);
      const copy = this.copy(list[index], known);
      if (copy === undefined && this.issues.length === faults) this.#fault(GAP);
      this.#path.pop();
      copies.push(copy);
    }
    return copies;
  }

  #copyFields(object: object, known: KnownField): Fields {
    const fields = typeof known === "string" ? undefined : known;
    const copies = new Bare();
    for (const key of namesIn(object, fields)) {
      this.#path.push(key);
      const copy = this.#copyField(object as Fields, key, fields);
      if (copy !== undefined) copies[key] = copy;
      this.#path.pop();
    }
    return copies;
  }

  #copyField(object: Fields, key: string, fields: KnownFields | undefined): unknown {
    if (key === "__proto__") return this.#fault("must not be a key of data: remove it");
    if (!this.#hasRoomFor(key.length)) return undefined;
    try {
      const value = object[key];
      if (value === null || value === undefined) return undefined;
      const known = fields === undefined ? "open" : fields.get(key);
      const isAdmitted = known !== undefined || this.#admits(fields as KnownFields);
      return isAdmitted ? this.copy(value, known ?? "open") : undefined;
    } catch {
      return this.#fault(THREW);
    }
  }

  #admits(fields: KnownFields): boolean {
    this.unknownKeys ??= new UnknownKeys(this.#options);
    return this.unknownKeys.admits(this.#path, fields);
  }

  #hasRoomFor(characters: number): boolean {
    if (this.#charactersLeft < 0) return false;
    this.#charactersLeft -= characters;
    if (this.#charactersLeft >= 0) return true;
    this.#fault(
      `makes the input too large (at most ${MAX_VALUES} values or ${MAX_CHARACTERS} characters): leave out what does not belong in it`,
    );
    return false;
  }

  #fault(rule: string, code: ValidationCode = "unreadable"): undefined {
    this.issues.push(issue(pathText(this.#path), { code, rule }));
    if (this.issues.length >= MAX_ISSUES) this.#charactersLeft = -1;
    return undefined;
  }
}

/** Returns what `JSON.stringify` would write for the object. */
function asJson(object: object): unknown {
  const { toJSON } = object as { toJSON?: unknown };
  if (typeof toJSON !== "function") return object;
  const everybodys = [{}, []].map((each: { toJSON?: unknown }) => each.toJSON); // from a polluted prototype
  return everybodys.includes(toJSON) ? object : toJSON.call(object, "");
}

/** Whether a value is text that counts as absent where text is optional. */
export const isBlank = (value: unknown) => typeof value === "string" && value.trim() === "";

/** True for agents of Node and dispatchers of undici. */
const isEmitter = (object: object) => typeof (object as { emit?: unknown }).emit === "function";
