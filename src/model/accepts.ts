import * as z from "zod/mini";

type Accepts = (value: unknown) => boolean;
type Schema = z.core.$ZodType;

const known = new WeakMap<Schema, Accepts>();

/**
 * Whether a value passes a schema, and no more: nearly all do, and what is wrong with the others is for zod to say. Put
 * together once per schema, of closures. zod's own parser takes five times as long, since it builds what it parses; its
 * compiler is faster still, but adds 9 KB to every bundle, takes as long as a hundred orders, and makes code from strings.
 */
export function accepts(schema: Schema, value: unknown): boolean {
  let predicate = known.get(schema);
  if (predicate === undefined) {
    predicate = predicateOf(schema);
    known.set(schema, predicate);
  }
  return predicate(value);
}

function predicateOf(schema: Schema): Accepts {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const rules = (def.checks ?? []).map(({ _zod: { def: check } }) =>
    "fn" in check ? (check.fn as Accepts) : undefined,
  );
  const isOfType = typeOf(def);
  if (isOfType === undefined || rules.includes(undefined)) return (value) => z.safeParse(schema, value).success;
  const [rule, ...more] = rules as Accepts[];
  if (rule === undefined) return isOfType;
  if (more.length > 0) return (value) => isOfType(value) && rule(value) && more.every((another) => another(value));
  if (def.type === "string") return (value) => typeof value === "string" && rule(value); // most of all: a call less
  return (value) => isOfType(value) && rule(value);
}

/** Without the checks; undefined for what only zod knows. */
function typeOf(def: z.core.$ZodTypes["_zod"]["def"]): Accepts | undefined {
  switch (def.type) {
    case "string":
    case "boolean":
      return (value) => typeof value === def.type;
    case "custom":
      return def.fn as Accepts;
    case "optional": {
      const inner = predicateOf(def.innerType);
      return (value) => value === undefined || inner(value);
    }
    case "array": {
      const element = predicateOf(def.element);
      // `every` would pass over a hole, which is no element.
      return (value) => Array.isArray(value) && value.findIndex((item) => !element(item)) < 0;
    }
    case "object":
      return objectOf(def);
    default:
      return undefined;
  }
}

function objectOf({ shape, catchall }: z.core.$ZodObjectDef): Accepts {
  const fields = Object.entries(shape).map(([key, schema]) => {
    const isOptional = schema._zod.def.type === "optional";
    return { key, isOptional, isValid: predicateOf(schema) };
  });
  const isStrict = catchall?._zod.def.type === "never";
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const object = value as Record<string, unknown>;
    if (isStrict && !Object.keys(object).every((key) => Object.hasOwn(shape, key))) return false;
    for (const { key, isOptional, isValid } of fields) {
      const member = object[key];
      if ((member !== undefined || !isOptional) && !isValid(member)) return false;
    }
    return true;
  };
}
