import type { Call, Target } from "../workload.ts";
import { ownCall } from "./merchant-payments.ts";

export function connect(target: Target): Promise<Call> {
  return ownCall(target, { fetch: globalThis.fetch });
}
