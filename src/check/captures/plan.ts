/** Which rows stage two has, what they capture, and which authorizations are missing. */
import { type PaymentMethod, paymentMethods } from "../../index.js";
import { amountIn } from "../amounts.js";
import type { PlannedCapture } from "../gate.js";
import type { CheckAuthorization, CheckPurpose, CheckServiceOptions } from "../options.js";
import { purposeNames, purposes } from "./purposes.js";

/** A row of stage two about one authorization. */
export interface PlannedRow {
  readonly id: string;
  readonly name: string;
  readonly purpose: CheckPurpose;
  readonly paymentMethod: PaymentMethod;
  /** Undefined if the merchant gave none. */
  readonly authorization: CheckAuthorization | undefined;
}

/** @param given - Options without faults. */
export function plannedRows(
  given: Pick<CheckServiceOptions, "authorizations" | "paymentMethods">,
): readonly PlannedRow[] {
  const accepted = given.paymentMethods ?? paymentMethods;
  return purposeNames.flatMap((purpose) =>
    purposes[purpose].methods.flatMap((paymentMethod) => {
      const isOfRow = (each: CheckAuthorization) => each.purpose === purpose && each.paymentMethod === paymentMethod;
      const authorization = given.authorizations?.find(isOfRow);
      const isRequired = accepted.includes(paymentMethod) && purposes[purpose].requiredFor.includes(paymentMethod);
      if (authorization === undefined && !isRequired) return [];
      const name = `${paymentMethod}: ${purposes[purpose].name}`;
      return [{ id: idOf(purpose, paymentMethod), name, purpose, paymentMethod, authorization }];
    }),
  );
}

const idOf = (purpose: CheckPurpose, paymentMethod: PaymentMethod) => `${purpose}_${paymentMethod}`;

/** The ids of the rows without which stage two is not complete for a method. */
export const requiredRows = (paymentMethod: PaymentMethod): readonly string[] =>
  purposeNames
    .filter((purpose) => purposes[purpose].requiredFor.includes(paymentMethod))
    .map((purpose) => idOf(purpose, paymentMethod));

/** What a row sends in turn. */
export function amountsOf({ purpose, authorizedAmount, currencyCode }: CheckAuthorization): readonly string[] {
  const amounts = purposes[purpose].amounts.map((amount) => (amount === "all" ? `${authorizedAmount}` : amount));
  return amounts.map((amount) => amountIn(currencyCode, amount));
}

export const capturesOf = (authorization: CheckAuthorization): readonly PlannedCapture[] =>
  amountsOf(authorization).map((amount) => ({ transactionId: authorization.transactionId, amount }));

/** Writes the authorizations that are missing, to be filled in. */
export function templateOf(rows: readonly PlannedRow[], currencyCode: string): readonly string[] {
  const missing = rows.filter(({ authorization }) => authorization === undefined);
  const lines = missing.flatMap(({ purpose, paymentMethod }, index) => {
    const { needs, example = "100" } = purposes[purpose];
    const isFirst = missing[index - 1]?.purpose !== purpose;
    const orderId = paymentMethod === "card" ? ' orderId: "…",' : "";
    const facts = `authorizedAmount: "${amountIn(currencyCode, example)}", currencyCode: "${currencyCode}"`;
    return [
      ...(isFirst ? [`  // ${needs}`] : []),
      `  { purpose: "${purpose}", paymentMethod: "${paymentMethod}",${orderId} transactionId: "…", ${facts} },`,
    ];
  });
  return lines.length === 0 ? [] : ["const authorizations: CheckAuthorization[] = [", ...lines, "];"];
}
