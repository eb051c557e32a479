import type { WireRequest } from "../../call/operation.js";
import type { ValidationIssue } from "../../errors/payment-validation-error.js";
import { readNumber } from "../../model/amount.js";
import { type Fault, issue, pathText } from "../../model/issue.js";
import { copyAsJson } from "../../model/json-value.js";
import { isJsonObject, type JsonObject, jsonText } from "../../wire/json.js";
import { hasDotSegment } from "../../wire/url.js";
import type { AnyOperation } from "./definition.js";

const EXACT = "text, true, false, a Decimal or a number of at most 15 digits";
const IN_PATH: Fault = { code: "not_allowed", rule: `goes into the path: give ${EXACT}, without "/", not "." or ".."` };
const IN_QUERY: Fault = { code: "wrong_type", rule: `goes into the query: give ${EXACT}` };
const NO_OBJECT: Fault = { code: "unreadable", rule: "must become an object: its schema, body or query gave none" };

/** Makes the request of an operation. Returns it with the fields of the input and their faults. */
export function customRequest({ path, method, body, query }: AnyOperation, input: object) {
  const issues: ValidationIssue[] = [];
  const fields = copied(() => input, issues);
  const names = [...path.matchAll(/(?<=\{)\w+/g)].map(([name]) => name);
  const values = Object.fromEntries(names.map((name) => [name, textOf(fields[name]) ?? ""]));
  for (const [name, text] of Object.entries(values)) if (!isSegment(text)) issues.push(issue(name, IN_PATH));

  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
  const make = method === "GET" ? query : body;
  const content = make === undefined ? rest : copied(() => make(input), issues);
  const request: WireRequest = { method, route: path.slice(1), values, query: "", body: "" };
  if (method === "POST") return { request: { ...request, body: jsonText(content) }, fields, issues };
  const texts = Object.entries(content).map(([name, value]) => [name, textOf(value)] as const);
  for (const [name, text] of texts) if (text === undefined) issues.push(issue(pathText([name]), IN_QUERY));
  const search = new URLSearchParams(texts.map(([name, text = ""]) => [name, text]));
  return { request: { ...request, query: `${search}` }, fields, issues };
}

/** Copies what the merchant's own code returns. That code may throw and may return anything. */
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
