import type { OperationName } from "../../errors/operation-names.js";

/** An operation of the service whose rules the fake has. `resolveFinalization` sends a `finalize`. */
export type OwnOperationName = Exclude<OperationName, "resolveFinalization">;

/** An operation by its name: one of the fake's own two, or one that `service.on` has added. */
export type FakeOperationName = OwnOperationName | (string & {});
