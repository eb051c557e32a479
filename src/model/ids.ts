/** Schemas of the ids that go into a path. */

import { hasDotSegment } from "../wire/url.js";
import { isGuid } from "./guid.js";
import type { Fault } from "./issue.js";
import { lengthFault, shaped } from "./schema.js";

/** The id of a transaction, 18 characters. */
export function transactionId() {
  const rule =
    "is an order's id: give it as orderId, and the 18 characters of the authorization's transaction as transactionId";
  const ofLength = lengthFault(18, 18);
  const inPath = pathFault("give the id unchanged");
  return shaped((value) => {
    const fault = ofLength(value);
    return fault !== undefined && isGuid(value) ? { code: "bad_format", rule } : (fault ?? inPath(value));
  });
}

/** A rule on text that goes into the path. */
export function pathFault(fix: string) {
  const rule = `goes into the path, where some proxies would follow its "." or ".." to another path: ${fix}`;
  return (value: string): Fault | undefined => (hasDotSegment(value) ? { code: "bad_format", rule } : undefined);
}

export function guid() {
  const rule = "must be the GUID that createOrder returned, and not all zeros: give it unchanged";
  return shaped((value) => (isGuid(value) ? undefined : { code: "bad_format", rule }));
}
