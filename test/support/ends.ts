import { type FinalizeResult, type ReportedFinalization, toResult } from "merchant-payments";

/**
 * How a finalization ended, in short: `captured`, `pending`, or its outcome with the meaning of the status key (or the
 * code of the error); then the figures of the response: finalized/pending/remaining.
 */
export async function endOf(call: Promise<FinalizeResult>): Promise<string> {
  const { ok, value, error } = await toResult(call);
  if (ok) return `${value.pending ? "pending" : "captured"} ${shown(value)}`;
  const { finalization = {} } = error;
  return `${error.outcome} ${error.code === "service_error" ? error.meaning : error.code} ${shown(finalization)}`;
}

function shown(told: ReportedFinalization): string {
  const { totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize } = told;
  const figures = [totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize];
  return figures.map((figure) => figure?.toFixed() ?? "-").join("/");
}
