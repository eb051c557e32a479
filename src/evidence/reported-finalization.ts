import type { ReportedFinalization } from "../errors/authorization-balance.js";
import { type JsonObject, presentFields } from "../wire/json.js";
import { readBoolean, readDecimals, readIdentifier } from "./response-fields.js";

/**
 * Whether a failure carries an id of a finalization. The contract leaves them out. Some services repeat the
 * authorization's own.
 */
export const namesFinalization = (told: ReportedFinalization, authorizationId: string | undefined) =>
  [told.transactionId, told.acquirerId].some((id) => id !== undefined && id !== authorizationId);

/**
 * Reads all that a response says about a finalization. With `isSuccess: true` and `canFinalizeAgain: false`, old
 * versions of the service leave out figures that are 0.
 */
export function readFinalization(body: JsonObject): ReportedFinalization {
  const status = body["status"] as JsonObject; // a response without one is not read any further
  const isSuccess = readBoolean(status["isSuccess"]) === true;
  const canFinalizeAgain = readBoolean(body["canFinalizeAgain"]);
  const leftOut = isSuccess && canFinalizeAgain === false ? "0" : undefined;
  // Older clients of the service read the second name.
  const remaining = body["amountRemainingForFinalize"] ?? body["amountRemainingForFinalization"];
  const figures = readDecimals({
    amountRemainingForFinalize: remaining ?? leftOut,
    totalAmountFinalized: body["totalAmountFinalized"],
    totalAmountPendingFinalization: body["totalAmountPendingFinalization"] ?? leftOut,
  });
  return presentFields({
    transactionId: readIdentifier(body["transactionId"]),
    batchId: readIdentifier(body["batchId"]),
    acquirerId: readIdentifier(body["acquirerId"]),
    canFinalizeAgain,
    ...figures,
  });
}
