/**
 * The service's name of a field (`OrderNumber`, `BillTo.Address.City`, `Lineitems[0].Name`) as the caller's own path.
 *
 * @param names the fields that the caller knows, in the caller's spelling.
 */
export function callersPath(fieldName: string, names: ReadonlySet<string>): string {
  return fieldName.replaceAll(/\w+/g, (name) => {
    const known = [...names].find((each) => each.toLowerCase() === name.toLowerCase());
    return known ?? name.charAt(0).toLowerCase() + name.slice(1);
  });
}
