/** Numbers of JSON that keep the text with which they were written. */

/** A JSON number that keeps its source text. `JSON.stringify` writes that text unchanged. */
export interface JsonNumber {
  readonly rawJSON: string;
}

// TypeScript has no types yet for raw JSON.
interface RawJson {
  rawJSON(text: string): JsonNumber;
  isRawJSON(value: unknown): value is JsonNumber;
}

const { rawJSON, isRawJSON } = JSON as unknown as RawJson;

function missing(): never {
  throw new Error(
    "merchant-payments requires Node 22.12 or later: this runtime cannot keep the digits of JSON numbers",
  );
}

/** Throws a SyntaxError if the text is not a JSON number. */
export const jsonNumber: RawJson["rawJSON"] = rawJSON ?? missing;
export const isJsonNumber = (isRawJSON ?? missing) as RawJson["isRawJSON"];
