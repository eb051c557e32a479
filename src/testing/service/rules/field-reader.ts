import { compare } from "./amounts.js";
import type { Waived } from "./currencies.js";
import type { FakeLineItem } from "./line-items.js";
import { amountText, fieldOf, isObject, type ReceivedFields, toPlainObject, withFields } from "./received-values.js";
import { type FakeFieldError, fieldError } from "./status-catalogue.js";

interface TextRule {
  readonly required?: boolean;
  /** In UTF-16 units. */
  readonly length?: readonly [least: number, most: number];
  readonly pattern?: RegExp;
}

/** Reads the fields of a request, and collects all of their errors, as the service does. */
export class FieldReader {
  readonly errors: FakeFieldError[] = [];
  readonly #values: object;
  readonly #waived: Waived;

  constructor(operation: string, values: object, waived: Waived) {
    if (!isObject(values)) throw new TypeError(`${operation}: values must be an object`);
    this.#values = values;
    this.#waived = waived;
  }

  /** @param name - With its path if it is inside an object: `customer.Name`. */
  text(
    name: string,
    { required = false, length = [0, Number.POSITIVE_INFINITY], pattern }: TextRule = {},
  ): string | undefined {
    const value = this.#read(name, required);
    if (value === undefined) return undefined;
    if (typeof value !== "string") return this.#reject("Predicate", name, "must be text");
    const [least, most] = length;
    if (value.length < least || value.length > most) {
      const range = least === most ? least : `${least} to ${most}`;
      return this.#reject("Length", name, `must be ${range} characters long`);
    }
    if (pattern && !pattern.test(value)) return this.#reject("Predicate", name, "is not in the right format");
    return value;
  }

  /** A required amount above zero, or zero if that rule is waived. */
  amount(name: string): string | undefined {
    const value = this.#read(name, true);
    if (value === undefined) return undefined;
    const text = amountText(value);
    if (text === undefined) return this.#reject("Predicate", name, "must be a decimal");
    const sign = compare(text, "0");
    const mayBeZero = this.#waived.has("positiveTotal");
    if (sign > 0 || (sign === 0 && mayBeZero)) return text;
    return this.#reject("Predicate", name, mayBeZero ? "must be 0 or more" : "must be more than 0");
  }

  object(name: string, { required = false } = {}): ReceivedFields | undefined {
    const value = this.#read(name, required);
    if (value === undefined) return undefined;
    return isObject(value) ? toPlainObject(value) : this.#reject("Predicate", name, "must be an object");
  }

  lineItems({ required = false } = {}): readonly FakeLineItem[] {
    const value = this.#read("lineItems", required);
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.flatMap((line, index) => this.#lineItem(line, `lineItems[${index}]`) ?? []);
    this.#reject("Predicate", "lineItems", "must be a collection");
    return [];
  }

  #lineItem(line: unknown, name: string): FakeLineItem | undefined {
    if (!isObject(line)) return this.#reject("Predicate", name, "must be an object");
    const amount = fieldOf(line, "totalLineAmount");
    const totalLineAmount = amountText(amount);
    if (totalLineAmount === undefined && !(amount === undefined && this.#waived.has("lineTotals"))) {
      const reason = amount === undefined ? "is required" : "must be a decimal";
      return this.#reject("Predicate", `${name}.TotalLineAmount`, reason);
    }
    return { ...toPlainObject(withFields(line, { totalLineAmount })), totalLineAmount };
  }

  #read(name: string, required: boolean): unknown {
    const value = name.split(".").reduce<unknown>(fieldOf, this.#values);
    if (value === undefined && required) this.#reject("Predicate", name, "is required");
    return value;
  }

  /** Returns undefined in place of the value that could not be read. */
  #reject(errorCode: string, name: string, reason: string): undefined {
    this.errors.push(fieldError(errorCode, name, reason));
  }
}
