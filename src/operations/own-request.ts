import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { type Fault, issue, pathText } from "../model/issue.js";
import { type Fields, isFields, plain } from "../model/plain.js";
import { isJsonNumber } from "../wire/json.js";
import type { WireRequest } from "../wire/transport.js";
import type { AnyOperation } from "./define-operation.js";

const IN_PATH: Fault = {
  code: "not_allowed",
  rule: "stands in the path: it must be text or a number, neither empty nor dots, and without a slash",
};
const IN_QUERY: Fault = { code: "wrong_type", rule: "stands in the query: it must be text or a number" };
const NO_OBJECT: Fault = { code: "unreadable", rule: "must become an object: its schema, body or query gave none" };

/** The request of an operation, what of the input goes into it, and what is wrong with that. */
export function ownRequest({ path, method, body, query }: AnyOperation, input: object) {
  const issues: ValidationIssue[] = [];
  const fields = copied(() => input, issues);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = Object.fromEntries(names.map((name) => [name, textOf(fields[name])]));
  for (const name of names) if (!isSegment(values[name])) issues.push(issue(name, IN_PATH));
  const rest = () => Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
  const make = method === "GET" ? query : body;
  const content = copied(make === undefined ? rest : () => make(input), issues);
  const isEmpty = Object.keys(content).length === 0;
  const request: WireRequest = { method, route: path.slice(1), values, body: isEmpty ? "" : JSON.stringify(content) };
  if (method === "POST") return { request, fields, issues };

  const pairs = Object.entries(content).map(([name, value]): [string, string] => [name, textOf(value)]);
  for (const [name, text] of pairs) if (text === "") issues.push(issue(pathText([name]), IN_QUERY));
  const search = isEmpty ? "" : `?${new URLSearchParams(pairs)}`;
  return { request: { ...request, query: search, body: "" }, fields, issues };
}

/** What the merchant's own code gives, which may throw, and give anything. */
function copied(make: () => unknown, issues: ValidationIssue[]): Fields {
  try {
    const copy = plain(make(), { getters: new Set() });
    issues.push(...copy.issues);
    if (isFields(copy.value) || copy.issues.length > 0) return isFields(copy.value) ? copy.value : {};
  } catch {
    // As if it had given nothing that can be sent.
  }
  issues.push(issue("", NO_OBJECT));
  return {};
}

/** Empty where it is neither text nor a number. */
function textOf(value: unknown): string {
  if (isJsonNumber(value)) return value.rawJSON;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

const isSegment = (text = "") => !/^\.{0,2}$|[/\\\p{Cc}]/u.test(text) && text.isWellFormed();
