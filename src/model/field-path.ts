/**
 * The service's name of a field (`OrderNumber`, `BillTo.Address.City`, `Lineitems[0].Name`) as the caller's own path.
 *
 * @param keys the top-level keys that the caller knows.
 */
export function callersPath(fieldName: string, keys: readonly string[]): string {
  const [first = "", ...rest] = fieldName.split(".");
  const [name = "", ...index] = first.split(/(?=\[)/);
  const known = keys.find((key) => key.toLowerCase() === name.toLowerCase()) ?? lowerFirst(name);
  return [[known, ...index].join(""), ...rest.map(lowerFirst)].join(".");
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
