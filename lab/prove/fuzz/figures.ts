/** How the figures of a response may be read. Nothing of the library is imported. */
import { Decimal } from "decimal.js";
import { field, type Json, textIn } from "./json.ts";

/** Undefined if the field is absent. */
export type Figure = Decimal | "unreadable" | undefined;

const Exact = Decimal.clone({ precision: 1_000 });
export const ZERO = new Exact(0);

/** Undefined if the text is not a decimal. */
export const exactly = (text: string): Decimal | undefined =>
  /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,5})?$/.test(text) ? new Exact(text) : undefined;

/** Whether two decimal texts are the same number to the last digit. */
export const sameDigits = (a: string, b: string) => exactly(a)?.eq(exactly(b) ?? Number.NaN) === true;

/** Decimal text of so many units, with `scale` digits after the point. */
export const decimalText = (units: bigint, scale: number) => new Exact(`${units}e-${scale}`).toFixed(scale);

export const isRead = (figure: Figure): figure is Decimal => typeof figure === "object";
export const isNegative = (figure: Figure) => isRead(figure) && figure.lt(0);

export function isAbsent(json: Json | undefined): boolean {
  return json === undefined || (json.kind === "literal" && json.value === null);
}

/** A boolean, also as text. */
export function flagIn(json: Json | undefined, name: string): boolean | undefined {
  const flag = field(json, name);
  if (flag?.kind === "literal") return flag.value ?? undefined;
  return flag?.kind === "text" && /^(?:true|false)$/.test(flag.text) ? flag.text === "true" : undefined;
}

/** Older clients of the service use the second name. */
export function remainingIn(body: Json | undefined): Json | undefined {
  const named = field(body, "amountRemainingForFinalize");
  return orLeftOut(isAbsent(named) ? field(body, "amountRemainingForFinalization") : named, body);
}

export function pendingIn(body: Json | undefined): Json | undefined {
  return orLeftOut(field(body, "totalAmountPendingFinalization"), body);
}

/** A success after which nothing more can be finalized may leave out its zeros. */
function orLeftOut(figure: Json | undefined, body: Json | undefined): Json | undefined {
  const mayBeLeftOut = flagIn(field(body, "status"), "isSuccess") === true;
  const isOver = mayBeLeftOut && flagIn(body, "canFinalizeAgain") === false;
  return isAbsent(figure) && isOver ? { kind: "number", source: "0" } : figure;
}

/** A decimal, as a number or as text. An exponent or hundreds of digits are unusual. */
export function amountsIn(json: Json | undefined): Figure[] {
  if (isAbsent(json)) return [undefined];
  const text = textIn(json) ?? "";
  const exact = exactly(text) ?? "unreadable";
  const isUsual = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text.length <= 64;
  return isUsual || exact === "unreadable" ? [exact] : [exact, "unreadable"];
}
