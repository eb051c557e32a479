/**
 * A checked input as JSON text. Written here piece by piece: `JSON.stringify` would want an object around each amount
 * to keep its digits, and a copy of each line to put it into, which takes more than twice as long.
 */
import { amountText } from "../model/amount.js";
import { type LineItem, lineItemAmounts, lineItemSchema } from "../model/line-item.js";
import type { Rules } from "../model/rules.js";

/** An amount that was checked: text as it stands. */
export function encodeAmount(amount: unknown): string {
  return typeof amount === "string" ? amount : amountText(amount, "an amount");
}

/** A value of a snapshot as it is; its Decimals write themselves as numbers. */
export function encodeOpen(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** `encodeOpen`, for a field that may be absent. */
export function encodeOptional(value: unknown): string | undefined {
  return value === undefined ? undefined : encodeOpen(value);
}

/** An object of encoded fields, without those that were not given; empty text when none was. */
export function encodeBody(fields: Readonly<Record<string, string | undefined>>): string {
  let members = "";
  for (const [name, text] of Object.entries(fields)) {
    if (text !== undefined) members += `${members === "" ? "" : ","}"${name}":${text}`;
  }
  return members === "" ? "" : `{${members}}`;
}

/** The lines with their known amounts as JSON numbers; whatever else they hold passes through. */
export function encodeLineItems(lines: readonly LineItem[], { lineItemTotal }: Rules): string {
  let text = "";
  for (const line of lines) text += `${text === "" ? "" : ","}${encodeLine(line, lineItemTotal)}`;
  return `[${text}]`;
}

/** What a string of JSON may have to escape. */
const SPECIAL = /["\\\p{Cc}\p{Cs}]/u; // a lone surrogate, not a pair

/** Where a line's text ends so far: at its start, or after a value without or with a quote still to be closed. */
const AT_START = 0;
const AFTER_VALUE = 2;
const AFTER_TEXT = 4;

/**
 * All that stands between two values, in one piece: joining fewer pieces is what makes this fast. The one for where the
 * text ends so far leads to a value, the one behind it to text.
 */
function jointsOf(key: string): readonly string[] {
  const name = JSON.stringify(key);
  return ["{", ",", '",'].flatMap((end) => [[end, name, ":"].join(""), [end, name, ':"'].join("")]);
}

const knownJoints = new Map(Object.keys(lineItemSchema.shape).map((key) => [key, jointsOf(key)]));

function encodeLine(line: LineItem, lineItemTotal: string | false): string {
  let text = "";
  let end = AT_START;
  for (const key of Object.keys(line)) {
    const value = line[key];
    const joints = knownJoints.get(key) ?? jointsOf(key);
    if (lineItemAmounts.has(key) || key === lineItemTotal) {
      text += joints[end];
      text += encodeAmount(value);
      end = AFTER_VALUE;
    } else if (typeof value === "string" && !SPECIAL.test(value)) {
      text += joints[end + 1];
      text += value;
      end = AFTER_TEXT;
    } else {
      text += joints[end];
      text += encodeOpen(value);
      end = AFTER_VALUE;
    }
  }
  if (end === AT_START) return "{}";
  return end === AFTER_TEXT ? `${text}"}` : `${text}}`;
}
