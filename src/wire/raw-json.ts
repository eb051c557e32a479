/** Numbers of JSON that keep the text with which they were written. */
import { isNode } from "./runtime.js";

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

/** Node 22.21 and 24.5 were the first to read the environment's proxy. With an older one, requests would bypass it. */
function isOldNode(): boolean {
  if (!isNode()) return false;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major < 22 || (major === 22 && minor < 21) || major === 23 || (major === 24 && minor < 5);
}

function unsupported(): never {
  throw new Error("merchant-payments requires Node 24.5 or later, or Node 22 from 22.21");
}

const isSupported = rawJSON !== undefined && isRawJSON !== undefined && !isOldNode();

/** Throws a SyntaxError if the text is not a JSON number. */
export const jsonNumber: RawJson["rawJSON"] = isSupported ? rawJSON : unsupported;
export const isJsonNumber = (isSupported ? isRawJSON : unsupported) as RawJson["isRawJSON"];
