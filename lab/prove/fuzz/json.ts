/** A JSON value exactly as written, with the digits of each number and with keys that occur twice. */
export type Json =
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, Json])[] }
  | { readonly kind: "array"; readonly items: readonly Json[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly source: string }
  | { readonly kind: "literal"; readonly value: boolean | null };

export const text = (value: string): Json => ({ kind: "text", text: value });
export const number = (source: string): Json => ({ kind: "number", source });
export const literal = (value: boolean | null): Json => ({ kind: "literal", value });

// By RFC 8259: a sign, a literal, a number or a text.
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|(true|false|null)|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|"((?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)")[ \t\n\r]*/uy;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** The text as JSON, or undefined. Written without JSON.parse, on which the library relies. */
export function readJson(source: string): Json | undefined {
  const tokens: (string | Json)[] = []; // a string is a sign
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [all, sign, word, digits, raw = ""] = TOKEN.exec(source) ?? [];
    if (all === undefined) return undefined;
    tokens.push(sign ?? (word ? literal(LITERALS[word] ?? null) : digits ? number(digits) : text(unescaped(raw))));
  }
  const value = valueFrom(tokens.reverse());
  return tokens.length === 0 ? value : undefined;
}

function unescaped(raw: string): string {
  return raw.replace(/\\(?:u(.{4})|(.))/g, (_all, hex: string | undefined, short = "") => {
    return hex === undefined ? (SHORT_ESCAPES[short] ?? short) : String.fromCharCode(Number.parseInt(hex, 16));
  });
}

/** The value at the end of the tokens, which are in reverse order. Undefined for anything else. */
function valueFrom(tokens: (string | Json)[]): Json | undefined {
  const token = tokens.pop();
  if (typeof token === "object") return token;
  if (token === "[") {
    const items = listFrom(tokens, "]", () => valueFrom(tokens));
    return items && { kind: "array", items };
  }
  const entries = token === "{" ? listFrom(tokens, "}", () => entryFrom(tokens)) : undefined;
  return entries && { kind: "object", entries };
}

function entryFrom(tokens: (string | Json)[]): readonly [string, Json] | undefined {
  const key = tokens.pop();
  if (typeof key !== "object" || key.kind !== "text" || tokens.pop() !== ":") return undefined;
  const value = valueFrom(tokens);
  return value && [key.text, value];
}

function listFrom<T>(tokens: (string | Json)[], close: string, next: () => T | undefined): T[] | undefined {
  const items: T[] = [];
  if (tokens.at(-1) === close) {
    tokens.pop();
    return items;
  }
  for (;;) {
    const item = next();
    if (item === undefined) return undefined;
    items.push(item);
    const sign = tokens.pop();
    if (sign === close) return items;
    if (sign !== ",") return undefined;
  }
}

export function writeJson(json: Json): string {
  switch (json.kind) {
    case "object":
      return `{${json.entries.map(([key, value]) => `${JSON.stringify(key)}:${writeJson(value)}`).join(",")}}`;
    case "array":
      return `[${json.items.map(writeJson).join(",")}]`;
    case "text":
      return JSON.stringify(json.text);
    case "number":
      return json.source;
    case "literal":
      return String(json.value);
  }
}

/** A field of an object. The last one of two with the same key counts, as for every JavaScript reader. */
export function field(json: Json | undefined, key: string): Json | undefined {
  return json?.kind === "object" ? json.entries.findLast(([name]) => name === key)?.[1] : undefined;
}

/** A text, or a number as it was written. */
export function textIn(json: Json | undefined): string | undefined {
  if (json?.kind === "number") return json.source;
  return json?.kind === "text" ? json.text : undefined;
}
