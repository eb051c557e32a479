import type { InputPlan } from "./inputs.ts";
import type { Json } from "./json-reader.ts";
import { type Fate, fateOf, type Made, make } from "./recipes.ts";

/** An input that was made as its plan says, and what must come of it. */
export interface BuiltInput {
  readonly input: unknown;
  readonly options: unknown;
  readonly fate: Fate;
  /** The fields as they are read first; those that give nothing are not there. */
  readonly fields: ReadonlyMap<string, Json>;
}

export function buildInput(plan: InputPlan): BuiltInput {
  const options = make(plan.options.recipe);
  const given = Object.entries(plan.fields).flatMap(([key, planned]) =>
    planned === undefined ? [] : [{ key, planned }],
  );
  const recipes = [
    ...given.map(({ key, planned }) => [key, planned.recipe] as const),
    ...(plan.unknown ? [plan.unknown] : []),
  ];
  const object = make({ is: "object", fields: recipes, as: plan.as });
  const whole = plan.whole === undefined ? object : make(plan.whole);
  const fields = new Map(object.json?.kind === "object" ? object.json.entries : []);
  const parts = [
    { fate: options.fate },
    { fate: plan.options.fate ?? "sent" },
    { fate: plan.whole === undefined ? whole.fate : "refused" },
    { fate: plan.unknown !== undefined && fields.has(plan.unknown[0]) ? "refused" : "sent" },
    ...given.map(({ planned }) => ({ fate: planned.fate ?? ("sent" as const) })),
  ] satisfies Pick<Made, "fate">[];
  return { input: whole.value, options: options.value, fate: fateOf(parts), fields };
}
