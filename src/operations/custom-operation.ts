import * as z from "zod/mini";
import type { CheckedCall, Operation, WireRequest } from "../call/operation.js";
import { failure } from "../call/send.js";
import { identifiersOf } from "../errors/facts.js";
import { PaymentValidationError, type ValidationIssue } from "../errors/kinds.js";
import { withDecimals } from "../evidence/response-fields.js";
import { readNumber } from "../model/amount.js";
import { type Fault, issue, MAX_ISSUES, pathText } from "../model/issue.js";
import { copyAsJson } from "../model/objects.js";
import { optionsOf } from "../model/options.js";
import type { StandardSchema } from "../model/standard-schema.js";
import { callOptionsShape } from "../options/call.js";
import { attach } from "../wire/attached.js";
import type { Deadline } from "../wire/deadline.js";
import { isJsonObject, isPromise, type JsonObject } from "../wire/json.js";
import { hasDotSegment } from "../wire/url.js";
import { type AnyOperation, isDefined } from "./define.js";

// The operation's own schema checks the input, within the deadline of the call. Only the options are ours.
const input = z.unknown();
const options = optionsOf(callOptionsShape);

/** `accept` adds the request, because making it checks the placeholders of the path. */
type PreparedCall = CheckedCall & { readonly request?: WireRequest };

const unfitResponse = "does not fit its schema, which gets numbers as Decimal: causeOf(error) has its own words";
const SHOWN = 20; // faults of a response in the message

export function customOperation(definition: AnyOperation): Operation<PreparedCall> {
  if (!isDefined(definition)) throw new TypeError("PaymentClient: call needs what defineOperation returns, unchanged");
  const { name, effect, response } = definition;
  return {
    name,
    effect,
    input: () => input,
    options,

    async accept(accepted, deadline) {
      const { call, facts, limits } = accepted;
      const toRequest = (value: object) => customRequest(definition, value);
      const made = await throughSchema(definition.input, () => call.input, deadline, toRequest);
      if (deadline.ended !== undefined)
        throw failure({ facts, limits, deadline }, "not_sent", { waitedFor: "the input was still being checked" });
      if (made.issues !== undefined)
        throw attach(new PaymentValidationError(facts, made.issues), { cause: made.cause });
      const { request, fields, issues } = made.read;
      if (issues.length > 0) throw new PaymentValidationError(facts, issues);
      return { ...accepted, call: { ...call, request }, facts: { ...facts, identifiers: identifiersOf(fields) } };
    },

    encode: ({ request }) => request as WireRequest,

    async readResult(body, _call, pending, deadline) {
      const made = await throughSchema(response, () => withDecimals(body), deadline, copyOf);
      if (made.issues === undefined) return { fields: { ...made.read, pending } };
      const issues = made.issues.slice(0, SHOWN).map(({ path }) => ({ path, message: unfitResponse }));
      const outcome = effect === "read" || pending ? "unknown" : "succeeded";
      return { fault: { issues, outcome, cause: made.cause } };
    },
  };
}

const rule = "does not fit the operation's schema: causeOf(error) has its own words";
const unfit = (path: string) => issue(path, { code: "bad_format", rule });

const copyOf = (value: object) => ({ ...value });

/** A foreign schema may throw, never end, or return anything. */
async function throughSchema<T>(
  schema: StandardSchema,
  given: () => unknown,
  deadline: Deadline,
  read: (output: object) => T,
) {
  try {
    const result = schema["~standard"].validate(given());
    const { value, issues } = isPromise(result) ? await deadline.race(result) : result;
    if (issues === undefined && typeof value === "object" && value !== null) return { read: read(value) };
    // Copied first, because arktype's lists have classes of their own, whose `map` returns something else.
    const found = [...(issues ?? [])].slice(0, MAX_ISSUES);
    const paths = found.map(({ path = [] }) => pathText([...path].map((step) => Object(step).key ?? step)));
    return { issues: (paths.length > 0 ? paths : [""]).map(unfit), cause: issues };
  } catch (cause) {
    return { issues: [unfit("")], cause };
  }
}

const EXACT = "text, true, false, a Decimal or a number of at most 15 digits";
const IN_PATH: Fault = { code: "not_allowed", rule: `goes into the path: give ${EXACT}, without "/", not "." or ".."` };
const IN_QUERY: Fault = { code: "wrong_type", rule: `goes into the query: give ${EXACT}` };
const NO_OBJECT: Fault = { code: "unreadable", rule: "must become an object: its schema, body or query gave none" };

export function customRequest({ path, method, body, query }: AnyOperation, input: object) {
  const issues: ValidationIssue[] = [];
  const fields = copied(() => input, issues);
  const names = [...path.matchAll(/(?<=\{)\w+/g)].map(([name]) => name);
  const values = Object.fromEntries(names.map((name) => [name, textOf(fields[name]) ?? ""]));
  for (const [name, text] of Object.entries(values)) if (!isSegment(text)) issues.push(issue(name, IN_PATH));

  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
  const make = method === "GET" ? query : body;
  const content = make === undefined ? rest : copied(() => make(input), issues);
  const request: WireRequest = { method, route: path.slice(1), values, body: "" };
  if (method === "POST") return { request: { ...request, body: JSON.stringify(content) }, fields, issues };
  const texts = Object.entries(content).map(([name, value]) => [name, textOf(value)] as const);
  for (const [name, text] of texts) if (text === undefined) issues.push(issue(pathText([name]), IN_QUERY));
  const search = new URLSearchParams(texts.map(([name, text = ""]) => [name, text]));
  return { request: { ...request, query: `${search}` }, fields, issues };
}

function copied(make: () => unknown, issues: ValidationIssue[]): JsonObject {
  const before = issues.length;
  try {
    const value = copyAsJson(make(), (path, fault) => issues.push(issue(pathText(path), fault)));
    if (isJsonObject(value)) return value;
  } catch {
    // Reported below, as if it had returned nothing that can be sent.
  }
  if (issues.length === before) issues.push(issue("", NO_OBJECT));
  return {};
}

/** Returns the value as text; undefined if it is neither text, nor a boolean, nor an exact number. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") return value.isWellFormed() ? value : undefined;
  const reading = readNumber(value);
  return "text" in reading ? reading.text : undefined;
}

const isSegment = (text: string) => text !== "" && !hasDotSegment(text) && !/[/\\\p{Cc}]/u.test(text);
