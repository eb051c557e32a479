/** How the figures of a response may be read. Nothing of the library is imported. */
import { type Exact, exactly } from "./exact.ts";
import { field, type Json, textIn } from "./json.ts";

/** Undefined if the field is absent. */
export type Figure = Exact | "unreadable" | undefined;

export const ZERO: Exact = { units: 0n, exponent: 0 };

export const isRead = (figure: Figure): figure is Exact => typeof figure === "object";
export const isNegative = (figure: Figure) => isRead(figure) && figure.units < 0n;

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
