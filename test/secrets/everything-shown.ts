import { Console } from "node:console";
import { Writable } from "node:stream";
import { format, inspect } from "node:util";

/**
 * Every way in which a value can reach a log, a console, a crash report or another process: the printers, and a walk
 * over the whole object.
 */

/** Each way's name and the text that it shows. */
function everythingShown(value: unknown): ReadonlyMap<string, string> {
  const copy = typeof value === "object" ? { ...value } : {};
  const ways: Record<string, () => unknown> = {
    inspect: () => inspect(value),
    "inspect, deep and hidden": () => inspect(value, { depth: 20, showHidden: true, maxArrayLength: null }),
    "inspect without custom inspection": () => inspect(value, { depth: 20, showHidden: true, customInspect: false }),
    "console.log": () => logged(value),
    format: () => format("%s %o %O %j", value, value, value, value),
    JSON: () => JSON.stringify({ value }),
    String: () => String(value),
    template: () => `${value as string}`,
    toLocaleString: () => (value as object).toLocaleString(),
    "a copy by spread": () => inspect(copy, { depth: 20, showHidden: true }),
    "a copy as JSON": () => JSON.stringify(copy),
    "a structured clone": () => inspect(structuredClone(value), { depth: 20, showHidden: true }),
    "for-in": () => forIn(value),
    "a walk over the object": () => walked(value).join("\n"),
  };
  return new Map(Object.entries(ways).map(([name, way]) => [name, textOf(way)]));
}

/** The ways that show one of the secrets; empty if none does. */
export function leaks(value: unknown, secrets: readonly string[]): string[] {
  return [...everythingShown(value)].flatMap(([way, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} by ${way}`),
  );
}

/** A thrown error is shown too. */
function textOf(way: () => unknown): string {
  try {
    return String(way());
  } catch (error) {
    return inspect(error);
  }
}

function logged(value: unknown): string {
  let text = "";
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  const console = new Console({ stdout, inspectOptions: { depth: 20, showHidden: true } });
  for (const print of [console.log, console.error, console.dir, console.table, console.trace]) print(value);
  return text;
}

function forIn(value: unknown): string {
  const texts: string[] = [];
  for (const key in Object(value)) texts.push(key, inspect(Reflect.get(Object(value), key), { depth: 20 }));
  return texts.join("\n");
}

/** Read only by name. Documented as the caller's own or the service's text. */
const ON_PURPOSE = ["reason", "serviceMessage", "exceptionDetails"];

/** Every key and every value, own or inherited, named or not, enumerable or not, however deep; getters are called. */
function walked(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "string") return [value];
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return [];
  seen.add(value);
  const texts = typeof value === "function" ? [Function.prototype.toString.call(value)] : [];
  for (let at: object | null = value; at !== null && !isOfThePlatform(at); at = Object.getPrototypeOf(at)) {
    for (const key of Reflect.ownKeys(at)) {
      texts.push(String(key));
      if (!ON_PURPOSE.includes(String(key))) texts.push(...walked(read(value, key), seen));
    }
  }
  const entries = value instanceof Map || value instanceof Set ? [...value] : [];
  return [...texts, ...entries.flatMap((entry) => walked(entry, seen))];
}

const platform = new Set<unknown>([Object.prototype, Function.prototype, Array.prototype, Error.prototype]);
const isOfThePlatform = (prototype: object) => platform.has(prototype);

function read(object: object, key: PropertyKey): unknown {
  try {
    return Reflect.get(object, key);
  } catch (error) {
    return error;
  }
}
