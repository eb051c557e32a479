import * as z from "zod/mini";
import { presentFields } from "../wire/json.js";
import { MAX_ISSUES } from "./issue.js";
import { isData, isNothing, strict } from "./objects.js";
import { read, type Words } from "./read.js";
import { report } from "./schema.js";

/** An object of options. Blank text is not absent, because its variable may be empty by mistake. */
export const optionsOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  strict<Shape>(shape, isNothing, `object with the keys ${Object.keys(shape).join(", ")}`);

export function readOptions<T>(where: string, schema: z.ZodMiniType<T>, given: unknown, words: Words = {}): T {
  const { value, issues } = read(schema, given ?? {}, words);
  if (issues.length === 0) return value as T;
  const faults = issues.slice(0, MAX_ISSUES).map(({ message }) => message);
  throw new TypeError(`${where}: ${faults.join("; ")}`);
}

export function readOption<T>(where: string, name: string, schema: z.ZodMiniType<T>, given: unknown): T {
  return readOptions(where, optionsOf({ [name]: schema }), { [name]: given })[name] as T;
}

/** A value that fits. @param expected - Ends the sentence "it must be …". */
export const that = <T>(expected: string, fits: (value: unknown) => boolean) =>
  z.custom<T>(fits, `must be ${expected}`);

export const callback = <T>(expected = "a function") => that<T>(expected, (value) => typeof value === "function");

export const textLike = (form: RegExp, expected: string) =>
  that<string>(expected, (value) => typeof value === "string" && form.test(value));

/** @param unit - What it counts: " of milliseconds". */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER, unit = "") {
  const span = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  const fits = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return z.custom<number>(fits, {
    error: ({ input }) => `must be a whole number${unit}, ${span}${typeof input === "string" ? ", and not text" : ""}`,
  });
}

/** At most the longest timer of the runtime. */
export const deadline = /* @__PURE__ */ wholeNumber(1, 2 ** 31 - 1, " of milliseconds");

export function recordOf<T>(
  value: z.ZodMiniType<T>,
  faultOf: (name: string, all: Readonly<Record<string, T>>) => string | undefined,
) {
  type Values = Record<string, T>;
  const present = z.transform((given: Values, payload) =>
    isData(given, payload, "object of names and values") ? (presentFields(given) as Values) : z.NEVER,
  );
  const names = z.check<Values>((payload) => {
    for (const name of Object.keys(payload.value)) {
      const rule = faultOf(name, payload.value);
      if (rule !== undefined) report(payload, { code: "not_allowed", rule }, [name]);
    }
  });
  const record = z.record(z.string(), value).check(names);
  return z.pipe(present, record as z.ZodMiniType<Values, Values>) as z.ZodMiniType<Readonly<Values>, Readonly<Values>>;
}

/** A valid date, of any realm. */
export const date = (expected: string) =>
  that<Date>(
    expected,
    (value) => Object.prototype.toString.call(value) === "[object Date]" && Number.isFinite(Number(value)),
  );
