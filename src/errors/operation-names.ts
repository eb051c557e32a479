/**
 * The library's operations. After you add a name, the compiler reports a missing method, record, advice or route
 * of the fake. CONTRIBUTING.md names the other places.
 */
export const operationNames = ["createOrder", "finalize", "resolveFinalization"] as const;

/** The name of one of this library's operations. */
export type OperationName = (typeof operationNames)[number];

/** True for one of {@link operationNames}. */
export function isOperationName(name: string): name is OperationName {
  return (operationNames as readonly string[]).includes(name);
}
