import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { type JsonMutation, jsonMutation, mutated } from "./json-mutations.ts";
import { writeJson } from "./json-reader.ts";
import type { OperationName, WireAnswer } from "./oracle.ts";
import { sampleAnswers } from "./sample-answers.ts";

/** An answer as a plan, so that one at fault can be printed: an answer of the service and what is done to it. */
export interface AnswerPlan {
  readonly sample: number;
  readonly json: readonly JsonMutation[];
  readonly text: TextMutation;
  readonly bytes: ByteMutation;
  /** Instead of the answer's own. */
  readonly httpStatus: number | undefined;
  readonly headers: readonly (readonly [string, string])[];
  /** How many bytes come at once. */
  readonly chunk: number;
  readonly brokeOff: boolean;
}

type TextMutation = { readonly kind: string; readonly at: number; readonly with: string };
type ByteMutation = { readonly kind: "utf8" | "utf16le" | "latin1" | "gzip" | "flip"; readonly at: number };

const INSIDE =
  '\ufeff | |\u00a0|,|{|}|[|]|"|:|\\|0|9|e9|.|-|//|/* */|\u0000|\n|NaN|null|true|\u2028|"isSuccess":true,|"status":{},';
const AROUND = "\ufeff|\ufeff\ufeff|\n|\u00a0|;|)]}',\n|null|{}|[]|<!-- -->|data: |,|\u0000|callback(";

const textMutation: fc.Arbitrary<TextMutation> = fc.oneof(
  { weight: 24, arbitrary: fc.constant({ kind: "none", at: 0, with: "" }) },
  {
    weight: 6,
    arbitrary: fc.oneof(
      fc.record({ kind: fc.constant("truncate"), at: fc.nat({ max: 500 }), with: fc.constant("") }),
      fc.record({
        kind: fc.constantFrom("insert", "overwrite"),
        at: fc.nat({ max: 500 }),
        with: fc.constantFrom(...INSIDE.split("|")),
      }),
      fc.record({
        kind: fc.constantFrom("before", "after", "around"),
        at: fc.constant(0),
        with: fc.constantFrom(...AROUND.split("|")),
      }),
      fc.record({
        kind: fc.constantFrom(
          "upperCase",
          "lowerCase",
          "singleQuotes",
          "spaced",
          "asText",
          "empty",
          "html",
          "deep",
          "long",
        ),
        at: fc.nat({ max: 500 }),
        with: fc.constant(""),
      }),
    ),
  },
);

const byteMutation: fc.Arbitrary<ByteMutation> = fc.oneof(
  { weight: 18, arbitrary: fc.constant({ kind: "utf8", at: 0 } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("utf16le", "latin1", "gzip"), at: fc.constant(0) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("flip"), at: fc.nat({ max: 5000 }) }) },
);

const httpStatus = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  { weight: 3, arbitrary: fc.constantFrom(200, 201, 202, 299, 400, 401, 404, 408, 409, 429, 500, 503, 302) },
  { weight: 3, arbitrary: fc.integer({ min: 100, max: 999 }) },
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

export const answerPlan: fc.Arbitrary<AnswerPlan> = fc.record({
  sample: fc.nat({ max: sampleAnswers.length - 1 }),
  json: fc.array(jsonMutation, { maxLength: 3 }),
  text: textMutation,
  bytes: byteMutation,
  httpStatus,
  headers: fc.array(header, { maxLength: 2 }),
  chunk: fc.constantFrom(100_000, 100_000, 1, 7, 64),
  brokeOff: fc.oneof({ weight: 30, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

/** An answer that was made as its plan says. */
export interface MadeAnswer extends WireAnswer {
  readonly operation: OperationName;
  readonly headers: readonly (readonly [string, string])[];
  readonly chunk: number;
}

export function makeAnswer({ json, headers, chunk, brokeOff, ...plan }: AnswerPlan): MadeAnswer {
  const sample = sampleAnswers[plan.sample];
  if (sample === undefined) throw new Error(`there is no sample ${plan.sample}`);
  const { operation } = sample;
  const text = writeJson(json.reduce(mutated, sample.body));
  const bytes = bytesOf(withText(text, plan.text), plan.bytes);
  return { operation, httpStatus: plan.httpStatus ?? sample.httpStatus, bytes, headers, chunk, brokeOff };
}

function withText(text: string, mutation: TextMutation): string {
  const at = mutation.at % (text.length + 1);
  switch (mutation.kind) {
    case "truncate":
      return text.slice(0, at);
    case "insert":
      return text.slice(0, at) + mutation.with + text.slice(at);
    case "overwrite":
      return text.slice(0, at) + mutation.with + text.slice(at + mutation.with.length);
    case "before":
      return mutation.with + text;
    case "after":
      return text + mutation.with;
    case "around":
      return mutation.with + text + mutation.with;
    case "upperCase":
      return text.toUpperCase();
    case "lowerCase":
      return text.toLowerCase();
    case "singleQuotes":
      return text.replaceAll('"', "'");
    case "spaced":
      return `\r\n\t ${text.replaceAll(",", " ,\n")} \n`;
    case "asText":
      return JSON.stringify(text);
    case "empty":
      return "";
    case "html":
      return `<html><body>${text}</body></html>`;
    case "deep":
      return "[".repeat(mutation.at) + text + "]".repeat(mutation.at);
    case "long":
      return text + " ".repeat(8 * mutation.at); // often more than the client takes
    default:
      return text;
  }
}

function bytesOf(text: string, { kind, at }: ByteMutation): Uint8Array {
  if (kind === "gzip") return gzipSync(text);
  if (kind !== "flip") return Buffer.from(text, kind);
  const bytes = Buffer.from(text, "utf8");
  const index = at % (bytes.byteLength + 1);
  return Buffer.from(bytes.map((byte, place) => (place === index ? byte ^ (1 << (at % 8)) : byte)));
}
