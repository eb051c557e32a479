import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { often } from "./harness.ts";
import { writeJson } from "./json.ts";
import { type JsonMutation, jsonMutation, mutated } from "./json-mutations.ts";
import type { TestedCall, WireResponse } from "./oracle.ts";
import { asks, sampleResponses } from "./sample-responses.ts";

/** A response of the service, and the changes to it. A failing case can be printed, because a plan is plain data. */
export interface ResponsePlan {
  readonly sample: number;
  /** Which of the requested amounts. */
  readonly ask: number;
  readonly json: readonly JsonMutation[];
  readonly text: TextMutation;
  readonly bytes: ByteMutation;
  /** In place of the response's own. */
  readonly httpStatus: number | undefined;
  readonly headers: readonly (readonly [string, string])[];
  /** How many bytes arrive at once. */
  readonly chunk: number;
  readonly brokeOff: boolean;
}

type TextMutation = { readonly kind: keyof typeof textChanges; readonly at: number; readonly with: string };
type ByteMutation = { readonly kind: "utf8" | "utf16le" | "latin1" | "gzip" | "flip"; readonly at: number };

const textChanges = {
  none: (text: string) => text,
  truncate: (text: string, at: number) => text.slice(0, at),
  insert: (text: string, at: number, given: string) => text.slice(0, at) + given + text.slice(at),
  overwrite: (text: string, at: number, given: string) => text.slice(0, at) + given + text.slice(at + given.length),
  before: (text: string, _at: number, given: string) => given + text,
  after: (text: string, _at: number, given: string) => text + given,
  around: (text: string, _at: number, given: string) => given + text + given,
  upperCase: (text: string) => text.toUpperCase(),
  lowerCase: (text: string) => text.toLowerCase(),
  singleQuotes: (text: string) => text.replaceAll('"', "'"),
  spaced: (text: string) => `\r\n\t ${text.replaceAll(",", " ,\n")} \n`,
  asText: (text: string) => JSON.stringify(text),
  empty: () => "",
  html: (text: string) => `<html><body>${text}</body></html>`,
  deep: (text: string, at: number) => "[".repeat(at) + text + "]".repeat(at),
  long: (text: string, at: number) => text + " ".repeat(8 * at), // often more than maxResponseBytes
};

const INSIDE =
  '\ufeff | |\u00a0|,|{|}|[|]|"|:|\\|0|9|e9|.|-|//|/* */|\u0000|\n|NaN|null|true|\u2028|"isSuccess":true,|"status":{},';
const AROUND = "\ufeff|\ufeff\ufeff|\n|\u00a0|;|)]}',\n|null|{}|[]|<!-- -->|data: |,|\u0000|callback(";

const change = (kinds: readonly TextMutation["kind"][], texts: readonly string[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat({ max: 500 }), with: fc.constantFrom(...texts) });

const textMutation = often<TextMutation>(
  [24, change(["none"], [""])],
  [2, change(["truncate"], [""])],
  [2, change(["insert", "overwrite"], INSIDE.split("|"))],
  [2, change(["before", "after", "around"], AROUND.split("|"))],
  [1, change(["upperCase", "lowerCase", "singleQuotes", "spaced", "asText"], [""])],
  [1, change(["empty", "html", "deep", "long"], [""])],
);

const byteMutation = often<ByteMutation>(
  [18, fc.constant({ kind: "utf8", at: 0 })],
  [1, fc.constantFrom({ kind: "utf16le", at: 0 }, { kind: "latin1", at: 0 }, { kind: "gzip", at: 0 })],
  [1, fc.record({ kind: fc.constant("flip" as const), at: fc.nat({ max: 5000 }) })],
);

const httpStatus = often<number | undefined>(
  [12, fc.constant(undefined)],
  [3, fc.constantFrom(200, 201, 202, 299, 400, 401, 404, 408, 409, 429, 500, 503, 302)],
  [3, fc.integer({ min: 100, max: 999 })],
);

const header = fc.constantFrom<(readonly [string, string])[]>(
  ["content-type", "text/html; charset=utf-8"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-type", "application/problem+json"],
  ["content-type", ""],
  ["content-type", "x".repeat(2000)],
  ["location", "http://127.0.0.1:1/elsewhere"],
  ["location", "//elsewhere.example/?x"],
  ["retry-after", "0"],
  ["__proto__", "polluted"],
  ["constructor", "x"],
  ["content-range", "bytes 0-1/2"],
  ["set-cookie", "a=1"],
);

export const responsePlan: fc.Arbitrary<ResponsePlan> = fc.record({
  sample: fc.nat({ max: sampleResponses.length - 1 }),
  ask: often([6, fc.constant(0)], [4, fc.nat({ max: asks.length - 1 })]),
  json: fc.array(jsonMutation, { maxLength: 3 }),
  text: textMutation,
  bytes: byteMutation,
  httpStatus,
  headers: fc.array(header, { maxLength: 2 }),
  chunk: fc.constantFrom(100_000, 100_000, 1, 7, 64),
  brokeOff: often([30, fc.constant(false)], [1, fc.constant(true)]),
});

export interface MadeResponse extends WireResponse {
  readonly call: TestedCall;
  /** Of two with the same name, the last. */
  readonly headers: ReadonlyMap<string, string>;
  readonly chunk: number;
}

export function makeResponse({ json, chunk, brokeOff, ...plan }: ResponsePlan): MadeResponse {
  const [sample, ask] = [sampleResponses[plan.sample], asks[plan.ask]];
  if (sample === undefined || ask === undefined)
    throw new Error(`there is no sample ${plan.sample} or ask ${plan.ask}`);
  const call = { operation: sample.operation, transactionId: "202603040000000001", ...ask };
  const headers = new Map([["content-type", "application/json"], ...plan.headers]);
  const text = writeJson(json.reduce(mutated, sample.body));
  const { kind, at, with: given } = plan.text;
  const changed = textChanges[kind](text, at % (text.length + 1), given);
  const bytes = bytesOf(changed, plan.bytes);
  const contentType = headers.get("content-type") ?? "";
  return { call, httpStatus: plan.httpStatus ?? sample.httpStatus, contentType, bytes, headers, chunk, brokeOff };
}

function bytesOf(text: string, { kind, at }: ByteMutation): Uint8Array {
  if (kind === "gzip") return gzipSync(text);
  if (kind !== "flip") return Buffer.from(text, kind);
  const bytes = Buffer.from(text, "utf8");
  const index = at % (bytes.byteLength + 1);
  return Buffer.from(bytes.map((byte, place) => (place === index ? byte ^ (1 << (at % 8)) : byte)));
}
