import { sameInOtherCase } from "./nearest-key.js";

/** The fields that an object may have, and what each may hold. */
export interface KnownFields extends ReadonlyMap<string, KnownField> {}

/**
 * What a field may hold. A map has the fields of an object or of a list of objects. `text` is optional, and blank text is
 * absent. `open` is anything. `kept` is a value that is not copied, such as a signal.
 */
export type KnownField = KnownFields | "amount" | "text" | "open" | "kept";

type Definition = { shape?: Readonly<Record<string, unknown>>; innerType?: unknown; type: string };

/** The schema of the entries of each list, which `arrayOf` checks itself. */
export const entrySchemas = new WeakMap<object, unknown>();

/** Returns the fields of a schema, at every depth. */
export function fieldsOf(schema: unknown): KnownField {
  const { shape, innerType, type } = (schema as { def: Definition }).def;
  if (shape !== undefined) return new Map(Object.entries(shape).map(([name, field]) => [name, fieldsOf(field)]));
  const inner = innerType ?? entrySchemas.get(schema as object);
  if (type === "optional" && (innerType as { def: Definition }).def.type === "string") return "text";
  if (inner !== undefined) return fieldsOf(inner);
  if (type === "transform") return "amount";
  return type === "custom" ? "kept" : "open";
}

/** Finds the path of a known field, at most one object deep: `authorization.paymentMethod`. */
export function placeOf(name: string, known: KnownField): string | undefined {
  if (typeof known === "string") return undefined;
  if (known.has(name)) return name;
  const [holder] = [...known].find(([, inner]) => typeof inner !== "string" && inner.has(name)) ?? [];
  return holder && `${holder}.${name}`;
}

/**
 * Turns the service's name of a field (`OrderNumber`, `BillTo.Address.City`, `Lineitems[0].Name`) into the caller's
 * path.
 */
export function callersPath(fieldName: string, known: KnownField): string {
  const names = namesIn(known);
  const callers = (name: string) => sameInOtherCase(name, names) ?? name.charAt(0).toLowerCase() + name.slice(1);
  return fieldName.replaceAll(/\w+/g, callers);
}

function namesIn(known: KnownField): string[] {
  return typeof known === "string" ? [] : [...known].flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}
