/** The faults that a server can play: what each does, in words, and its parameters. The page shows this list. */
import { type FaultParameter, faultParameters, faultRows } from "../service/faults/fault-rows.js";
import type { ArmedFault } from "../service/faults/fault-script.js";

export const faultKinds = Object.entries(faultRows).flatMap(([name, { words }]) => {
  if (words === null) return [];
  const [group, label, description, ...names] = words;
  const parameters = Object.fromEntries(names.map((each): [string, FaultParameter] => [each, faultParameters[each]]));
  return [{ name: name as keyof typeof faultRows, group, label, description, parameters }];
});

/** What is armed, each fault by its whole name. */
export type ArmedByName = ReturnType<typeof armedByName>;

export function armedByName(armed: ArmedFault) {
  if (armed.when === "random") return { ...armed, faults: armed.faults.map(({ name }) => name) };
  return { ...armed, fault: armed.fault.name };
}
