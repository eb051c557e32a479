/** Reads the fields of a request and gathers every fault in them, as the service does, instead of stopping at one. */
import { add, compare } from "./amounts.js";
import { amountText, fieldOf, isObject, type PlainObject, plainObject, replacing } from "./received-values.js";
import type { FakeFieldError } from "./status-catalogue.js";

/** A line item in the fake's state. */
export interface FakeLineItem extends PlainObject {
  readonly totalLineAmount: string;
}

/** Limits in UTF-16 units. */
interface TextRule {
  readonly required?: boolean;
  readonly length?: readonly [least: number, most: number];
  readonly shape?: RegExp;
}

export class FieldReader {
  readonly errors: FakeFieldError[] = [];
  readonly #values: object;

  constructor(values: object) {
    this.#values = values;
  }

  text(name: string, { required = false, length, shape }: TextRule = {}): string | undefined {
    const value = this.#read(name, required);
    if (value === undefined) return undefined;
    if (typeof value !== "string") return this.#refuse("INVALID_TYPE", name, "must be text");
    if (length && (value.length < length[0] || value.length > length[1])) {
      return this.#refuse("INVALID_LENGTH", name, `must be ${spell(length)} characters long`);
    }
    if (shape && !shape.test(value)) return this.#refuse("INVALID_FORMAT", name, "is not in the right format");
    return value;
  }

  /** A required amount above zero. */
  amount(name: string): string | undefined {
    const value = this.#read(name, true);
    if (value === undefined) return undefined;
    const text = amountText(value);
    if (text === undefined) return this.#refuse("INVALID_TYPE", name, "must be a decimal");
    if (compare(text, "0") <= 0) return this.#refuse("INVALID_VALUE", name, "must be more than 0");
    return text;
  }

  object(name: string, { required = false } = {}): PlainObject | undefined {
    const value = this.#read(name, required);
    if (value === undefined) return undefined;
    return isObject(value) ? plainObject(value) : this.#refuse("INVALID_TYPE", name, "must be an object");
  }

  lineItems({ required = false } = {}): readonly FakeLineItem[] {
    const value = this.#read("lineItems", required);
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.flatMap((line, index) => this.#line(line, `lineItems[${index}]`) ?? []);
    this.#refuse("INVALID_TYPE", "lineItems", "must be a collection");
    return [];
  }

  #line(line: unknown, name: string): FakeLineItem | undefined {
    if (!isObject(line)) return this.#refuse("INVALID_TYPE", name, "must be an object");
    const given = fieldOf(line, "totalLineAmount");
    if (given === undefined) return this.#refuse("REQUIRED", `${name}.TotalLineAmount`, "is required");
    const totalLineAmount = amountText(given);
    if (totalLineAmount === undefined) {
      return this.#refuse("INVALID_TYPE", `${name}.TotalLineAmount`, "must be a decimal");
    }
    return { ...plainObject(replacing(line, { totalLineAmount })), totalLineAmount };
  }

  #read(name: string, required: boolean): unknown {
    const value = fieldOf(this.#values, name);
    if (value === undefined && required) this.#refuse("REQUIRED", name, "is required");
    return value;
  }

  #refuse(errorCode: string, name: string, reason: string): undefined {
    this.errors.push(fieldError(errorCode, name, reason));
  }
}

/** The fault of lines whose totals do not add up to the amount they stand for; no lines have nothing to add up. */
export function sumError(lines: readonly FakeLineItem[], totalAmount: string): FakeFieldError | undefined {
  const sum = lines.map((line) => line.totalLineAmount).reduce(add, "0");
  if (lines.length === 0 || compare(sum, totalAmount) === 0) return undefined;
  return fieldError("INVALID_SUM", "totalAmount", `must equal the sum of the line items, ${sum}`);
}

export function fieldError(errorCode: string, name: string, reason: string): FakeFieldError {
  const fieldName = name.charAt(0).toUpperCase() + name.slice(1);
  return { errorCode, fieldName, message: `${fieldName} ${reason}.` };
}

function spell([least, most]: readonly [number, number]): string {
  return least === most ? String(least) : `${least} to ${most}`;
}
