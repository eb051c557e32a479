/** The operations that this library offers. Adding one here shows, as compile errors, all places that it needs. */
export const operationNames = ["createOrder", "finalize", "resolveFinalization"] as const;

/** The name of one of this library's operations. */
export type OperationName = (typeof operationNames)[number];

/** Whether a name is one of {@link operationNames}. */
export function isOperationName(name: string): name is OperationName {
  return (operationNames as readonly string[]).includes(name);
}
