/** A JSON value with everything that was written: the digits of each number, and keys that are there twice. */
export type Json =
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, Json])[] }
  | { readonly kind: "array"; readonly items: readonly Json[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly source: string }
  | { readonly kind: "literal"; readonly value: boolean | null };

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
const PLAIN_CHARACTERS = /(?:[^"\\\p{Cc}]|[\u007f-\u009f])*/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** The text as JSON by the letter of RFC 8259; undefined when it is none. Written without JSON.parse, which is under test. */
export function readJson(text: string): Json | undefined {
  const reader = new Reader(text);
  try {
    return reader.document();
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
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

class NotJson extends Error {}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    const value = this.#value();
    this.#take(BLANKS);
    if (this.#at < this.#text.length) throw new NotJson();
    return value;
  }

  #value(): Json {
    this.#take(BLANKS);
    switch (this.#text[this.#at]) {
      case "{":
        return { kind: "object", entries: this.#list("{", "}", () => this.#entry()) };
      case "[":
        return { kind: "array", items: this.#list("[", "]", () => this.#value()) };
      case '"':
        return { kind: "text", text: this.#string() };
    }
    const literal = this.#take(LITERAL);
    if (literal !== "") return { kind: "literal", value: literal === "null" ? null : literal === "true" };
    const source = this.#take(NUMBER);
    if (source === "") throw new NotJson();
    return { kind: "number", source };
  }

  #entry(): readonly [string, Json] {
    this.#take(BLANKS);
    const key = this.#string();
    this.#take(BLANKS);
    this.#sign(":");
    return [key, this.#value()];
  }

  #list<T>(open: string, close: string, item: () => T): T[] {
    const items: T[] = [];
    this.#sign(open);
    this.#take(BLANKS);
    while (this.#text[this.#at] !== close) {
      if (items.length > 0) this.#sign(",");
      items.push(item());
      this.#take(BLANKS);
    }
    this.#sign(close);
    return items;
  }

  #string(): string {
    let text = "";
    this.#sign('"');
    while (this.#text[this.#at] !== '"') {
      const plain = this.#take(PLAIN_CHARACTERS);
      const escaped = this.#take(ESCAPE);
      if (plain === "" && escaped === "") throw new NotJson();
      text += plain + (escaped === "" ? "" : unescaped(escaped.slice(1)));
    }
    this.#sign('"');
    return text;
  }

  #sign(sign: string): void {
    if (this.#text[this.#at] !== sign) throw new NotJson();
    this.#at += 1;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += taken.length;
    return taken;
  }
}

function unescaped(code: string): string {
  if (code.startsWith("u")) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
  return SHORT_ESCAPES[code] ?? code;
}
