import * as z from "zod/mini";
import type { Assumption } from "../errors/facts.js";
import { type JsonNumber, jsonNumber } from "../wire/json.js";
import { hasDotSegment } from "../wire/url.js";
import { type Amount, readAmount, readNumber } from "./amount.js";
import { CURRENCY_CODE } from "./currency.js";
import type { Fault } from "./issue.js";

const DASHED = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const GUID = new RegExp(`^(?:${DASHED}|[0-9a-f]{32}|\\{${DASHED}\\})$`, "i");

/** Whether a text is a GUID with or without dashes, or in braces; not all zeros, which the service writes for "none". */
export const isGuid = (text: string) => GUID.test(text) && /[1-9a-f]/i.test(text);

export const bareGuid = (guid: string) => guid.toLowerCase().replace(/[{}-]/g, "");

export interface InputTerms {
  readonly waived: ReadonlySet<Assumption>;
  /** Paths of unknown fields to send: `lineItems.vatCode`. */
  readonly extraFields: ReadonlySet<string>;
}

export function namesBelow(path: string, extraFields: ReadonlySet<string>): string[] {
  const start = path === "" ? "" : `${path}.`;
  const below = [...extraFields].filter((each) => each.startsWith(start)).map((each) => each.slice(start.length));
  return below.filter((name) => !name.includes("."));
}

/** Makes schemas once for equal terms, because making them takes as long as many calls. */
export function perTerms<T>(make: (terms: InputTerms) => T): (terms: InputTerms) => T {
  const made = new Map<string, T>();
  return (terms) => {
    const key = JSON.stringify([[...terms.waived], [...terms.extraFields]]);
    const found = made.get(key) ?? make(terms);
    made.set(key, found);
    return found;
  };
}

export type Payload = z.core.ParsePayload;

export function report({ issues }: Payload, fault: Fault, path: readonly PropertyKey[] = []): void {
  issues.push({ code: "custom", input: undefined, path: [...path], params: { fault } });
}

export function must<T>(faultOf: (value: T) => Fault | undefined) {
  return z.check<T>((payload) => {
    const fault = faultOf(payload.value);
    if (fault !== undefined) report(payload, fault);
  });
}

/** Counts UTF-16 units, as the service's platform does (zod counts code points). @param assumed - Bounds that are ours. */
export const text = (...span: Parameters<typeof lengthFault>) => shaped(lengthFault(...span));

export function lengthFault(min: number, max: number, assumed: { shorter?: Assumption; longer?: Assumption } = {}) {
  const span = min === 0 ? `at most ${max}` : min === max ? `exactly ${min}` : `${min} to ${max}`;
  const rule = (length: number, change: string) =>
    `must be ${span} characters long and has ${length}: ${min === max ? "give it unchanged, as text" : change}`;
  return ({ length }: string): Fault | undefined => {
    if (length < min) return { code: "too_short", rule: rule(length, "lengthen it"), assumption: assumed.shorter };
    if (length > max) return { code: "too_long", rule: rule(length, "shorten it"), assumption: assumed.longer };
    return undefined;
  };
}

type FaultOfText = (text: string) => Fault | undefined;

export const matching = (form: RegExp, rule: string, assumption?: Assumption, text = z.string()) =>
  shaped((value) => (form.test(value) ? undefined : { code: "bad_format", rule, assumption }), text);

export function shaped(faultOf: FaultOfText, text = z.string()) {
  const rule = "holds half of a surrogate pair: text was cut inside a character, cut it elsewhere";
  return text.check(must((value) => (value.isWellFormed() ? faultOf(value) : { code: "bad_format", rule })));
}

export const optionalText = z.optional(shaped(() => undefined));

/** Checks only the form, so that a new currency needs no release. Two digits are a number without its leading zero. */
export const currencyCode = matching(
  CURRENCY_CODE,
  "must be an ISO 4217 code: three letters in upper case like SEK (a lower-case one is invalid), or its number like 752",
);

/** Zero and negative amounts are valid in a line (discounts). @param required - The assumption that requires it. */
export const amount = (faultOf?: FaultOfText, required?: Assumption) => exact<Amount>(readAmount, faultOf, required);

export const number = exact<Amount | number>(readNumber);

function exact<Given>(read: typeof readAmount, faultOf: FaultOfText = () => undefined, required?: Assumption) {
  return z.transform((value: Given, payload): JsonNumber => {
    const reading = read(value);
    const fault = "fault" in reading ? reading.fault : faultOf(reading.text);
    if ("text" in reading && fault === undefined) return jsonNumber(reading.text);
    const assumption = fault?.code === "required" ? required : fault?.assumption;
    report(payload, { ...(fault as Fault), assumption });
    return z.NEVER;
  });
}

/** An amount that is authorized or was finalized before. */
export const balance = amount((text) =>
  text.startsWith("-") ? { code: "not_positive", rule: "must not be negative: give 0 for nothing" } : undefined,
);

/** A total: greater than 0, or 0 if a client waives `positiveTotal`. */
export function totalAmount({ waived }: InputTerms) {
  return amount((text) => {
    const rule = "must be greater than 0: the amount that is to be paid or captured";
    if (text.startsWith("-")) return { code: "not_positive", rule };
    if (/[1-9]/.test(text) || waived.has("positiveTotal")) return undefined;
    return { code: "not_positive", rule, assumption: "positiveTotal" };
  });
}

const ORDER_ID =
  "is an order's id: give it as orderId, and the 18 characters of the authorization's transaction as transactionId";

const [faultOfLength, faultInPath] = [lengthFault(18, 18), pathFault("give the id unchanged")];

export const transactionId = shaped((value) => {
  const fault = faultOfLength(value) ?? faultInPath(value);
  return fault !== undefined && isGuid(value) ? { code: "bad_format", rule: ORDER_ID } : fault;
});

export function pathFault(fix: string) {
  const rule = `goes into the path, where some proxies would follow its "." or ".." to another path: ${fix}`;
  return (value: string): Fault | undefined => (hasDotSegment(value) ? { code: "bad_format", rule } : undefined);
}

const NO_GUID = "must be the GUID that createOrder returned, and not all zeros: give it unchanged";

export const guid = shaped((value) => (isGuid(value) ? undefined : { code: "bad_format", rule: NO_GUID }));
