import type { ReportedFinalization } from "../errors/authorization-balance.js";
import { isJsonObject, type JsonObject, presentFields } from "../wire/json.js";
import { readBoolean, readDecimal, readIdentifier } from "./response-fields.js";

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
  const { status } = body;
  const isSuccess = isJsonObject(status) && readBoolean(status["isSuccess"]) === true;
  const canFinalizeAgain = readBoolean(body["canFinalizeAgain"]);
  const leftOut = isSuccess && canFinalizeAgain === false ? "0" : undefined;
  // Older clients of the service read the second name.
  const remaining = body["amountRemainingForFinalize"] ?? body["amountRemainingForFinalization"];
  const written = presentFields({
    amountRemainingForFinalize: remaining ?? leftOut,
    totalAmountFinalized: body["totalAmountFinalized"],
    totalAmountPendingFinalization: body["totalAmountPendingFinalization"] ?? leftOut,
  });
  const figures = Object.keys(written) as (keyof typeof written)[];
  const unreadable = figures.filter((name) => readDecimal(written[name]) === undefined);
  return presentFields({
    transactionId: readIdentifier(body["transactionId"]),
    batchId: readIdentifier(body["batchId"]),
    acquirerId: readIdentifier(body["acquirerId"]),
    canFinalizeAgain,
    amountRemainingForFinalize: readDecimal(written.amountRemainingForFinalize),
    totalAmountFinalized: readDecimal(written.totalAmountFinalized),
    totalAmountPendingFinalization: readDecimal(written.totalAmountPendingFinalization),
    unreadable: unreadable.length > 0 ? unreadable : undefined,
  });
}
