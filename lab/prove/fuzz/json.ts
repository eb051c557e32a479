/** A JSON value with everything that was written: the digits of each number, and keys that are there twice. */
export type Json =
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, Json])[] }
  | { readonly kind: "array"; readonly items: readonly Json[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly source: string }
  | { readonly kind: "literal"; readonly value: boolean | null };

// One token after the other, by the letter of RFC 8259: a sign, a literal, a number as it was written, or a text.
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|(true|false|null)|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|"((?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)")[ \t\n\r]*/uy;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

interface Token {
  readonly sign?: string | undefined;
  readonly value?: Json;
}

/** The text as JSON; undefined when it is none. Written without JSON.parse, which is under test. */
export function readJson(text: string): Json | undefined {
  const tokens = tokensOf(text);
  const value = tokens && valueFrom(tokens);
  return tokens?.length === 0 ? value : undefined;
}

/** The last one first, to be taken from the end; undefined where something else stands between them. */
function tokensOf(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [all, sign, literal, source, raw] = TOKEN.exec(text) ?? [];
    if (all === undefined) return undefined;
    at += all.length;
    if (sign !== undefined) tokens.push({ sign });
    else if (literal !== undefined)
      tokens.push({ value: { kind: "literal", value: literal === "null" ? null : literal === "true" } });
    else if (source !== undefined) tokens.push({ value: { kind: "number", source } });
    else tokens.push({ value: { kind: "text", text: unescaped(raw ?? "") } });
  }
  return tokens.reverse();
}

function unescaped(raw: string): string {
  return raw.replace(/\\(?:u(.{4})|(.))/g, (_all, hex: string | undefined, short = "") => {
    return hex === undefined ? (SHORT_ESCAPES[short] ?? short) : String.fromCharCode(Number.parseInt(hex, 16));
  });
}

/** The value that comes next, which may hold others; undefined when something else comes. */
function valueFrom(tokens: Token[]): Json | undefined {
  const { sign, value } = tokens.pop() ?? {};
  if (sign === "[") {
    const items = listFrom(tokens, "]", () => valueFrom(tokens));
    return items && { kind: "array", items };
  }
  if (sign === "{") {
    const entries = listFrom(tokens, "}", () => entryFrom(tokens));
    return entries && { kind: "object", entries };
  }
  return value;
}

function entryFrom(tokens: Token[]): readonly [string, Json] | undefined {
  const key = tokens.pop()?.value;
  if (key?.kind !== "text" || tokens.pop()?.sign !== ":") return undefined;
  const value = valueFrom(tokens);
  return value && [key.text, value];
}

function listFrom<T>(tokens: Token[], close: string, next: () => T | undefined): T[] | undefined {
  const items: T[] = [];
  if (tokens.at(-1)?.sign === close) {
    tokens.pop();
    return items;
  }
  for (;;) {
    const item = next();
    if (item === undefined) return undefined;
    items.push(item);
    const sign = tokens.pop()?.sign;
    if (sign === close) return items;
    if (sign !== ",") return undefined;
  }
}

/** The text of a value; a number as it was written. */
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

/** A field of an object. Of a key that is there twice the last one counts, as for every JavaScript reader. */
export function field(json: Json | undefined, key: string): Json | undefined {
  return json?.kind === "object" ? json.entries.findLast(([name]) => name === key)?.[1] : undefined;
}
