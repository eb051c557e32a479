import type { OperationName } from "../../errors/operation-names.js";

/** An operation of the service whose rules the fake has. `resolveFinalization` sends a `finalize`. */
export type ContractOperationName = Exclude<OperationName, "resolveFinalization">;

/** An operation by its name: one of the contract's, the fake's own `readTransaction`, or one of `service.on`. */
export type FakeOperationName = ContractOperationName | "readTransaction" | (string & {});
