import type { KnownField } from "./known-fields.js";
import { sameInOtherCase } from "./nearest-key.js";

/** The service's name of a field (`OrderNumber`, `BillTo.Address.City`, `Lineitems[0].Name`) as the caller's own path. */
export function callersPath(fieldName: string, known: KnownField): string {
  const names = namesIn(known);
  return fieldName.replaceAll(/\w+/g, (name) => {
    return sameInOtherCase(name, names) ?? name.charAt(0).toLowerCase() + name.slice(1);
  });
}

function namesIn(known: KnownField): string[] {
  return typeof known === "string" ? [] : [...known].flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}
