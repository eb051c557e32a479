import fc from "fast-check";
import { decimalText } from "./exact.ts";
import { often } from "./harness.ts";
import { type Json, literal, number, text } from "./json.ts";

/** One change of one field, anywhere in the tree. */
export interface JsonMutation {
  /** The field's number in the whole tree, modulo the number of fields. */
  readonly slot: number;
  readonly change:
    | { readonly kind: "drop" | "wrapInArray" | "wrapInObject" | "twice" }
    /** A second field whose key differs in case only. */
    | { readonly kind: "twin"; readonly spelt: "upper" | "pascal"; readonly value: Json | undefined }
    | { readonly kind: "rename"; readonly key: string }
    | { readonly kind: "replace" | "addBefore" | "addAfter"; readonly value: Json };
}

const NUMBERS =
  "0 -0 0.0 0.00 0e0 0E-9 1 -1 -1.0 -2 -3 -3.0 9001 -10e-1 3000 3007 3007.0 3.007e3 0.1 125.00 125.000 1E2 1e400 -1e400 1e-400 " +
  "40 60 60.00 65.00 100.00 124.99 125.01 185.00 -0.01 -4 -1000 12345678901234567890.10 201409251527280673 999999999 9999999999 9007199254740993 0.30000000000000004 -125.00";
const TEXTS =
  "|0|-1|-3|00|3007|many|125.00|-125.00|1e2|007.00|.5|5.|+5|1,25|1 000.00|0x10|NaN|Infinity|true|false|null|SUCCESS|PENDING|" +
  "success|Pending| SUCCESS|SUCCESS\u0000|INTERNAL_ERROR|internal_error|INTERNAL_ERROR |HTTP_401|HTTP_404|HTTP_408|" +
  "HTTP_503|http_503|http_401|HTTP_403|HTTP_429|merchant_acct_read_only|MERCHANT_ACCT_READ_ONLY| HTTP_503|HTTP_302|HTTP_99999|VALIDATION_ERROR|PAYMENT_COMPLETED|" +
  "FINALIZE_AMT_EXCEEDED|payment_annulled|LINE_ITEMS_REQUIRED|HTTP_409|HTTP_400|CARD_EXPIRED|SYSTEM_FAILURE|DECLINED|" +
  " shop_closed |CAPTURED_BEFORE|BUSY|CAPTURED|ON_HOLD|-2|40.00|60|100.00|0.00|True| true|TRUE|\ud800|\u202eSSECCUS|__proto__|" +
  "00000000-0000-0000-0000-000000000000|a08ff49b-6f77-4632-a16c-43069c43a8c3|A08FF49B-6F77-4632-A16C-43069C43A8C3|" +
  "a08ff49b6f774632a16c43069c43a8c3|{a08ff49b-6f77-4632-a16c-43069c43a8c3}| a08ff49b-6f77-4632-a16c-43069c43a8c3|" +
  "202603040000000002|20260304000000000200|000000000000000000| 202603040000000002 |" +
  '{"mode":"active","result":"accepted"}|{"mode":1}|[1]';

const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat({ max: 20 }))
  .map(([units, scale]) => decimalText(units, scale));

const emptyList: Json = { kind: "array", items: [] };
const object = (...entries: [string, Json][]): Json => ({ kind: "object", entries });

const value = often<Json>(
  [6, fc.constantFrom(literal(true), literal(false), literal(null))],
  [6, fc.constantFrom(...NUMBERS.split(" ")).map(number)],
  [6, fc.constantFrom(...TEXTS.split("|")).map(text)],
  [6, anyDecimal.map(number)],
  [3, anyDecimal.map(text)],
  [1, fc.string({ unit: "binary", maxLength: 20 }).map(text)],
  [2, fc.constantFrom(emptyList, { kind: "array", items: [literal(true)] }, object())],
  [1, fc.constantFrom(object(["isSuccess", literal(true)]), object(["rawJSON", text("0")]))],
);

const KEYS =
  "status isSuccess errorNumber statusKey statusMessage errors exceptionDetails orderId transactionId batchId acquirerId " +
  "canFinalizeAgain amountRemainingForFinalize amountRemainingForFinalization totalAmountFinalized riskAssessment " +
  "totalAmountPendingFinalization Status IsSuccess ErrorNumber STATUSKEY OrderId TransactionId issuccess __proto__ " +
  "constructor prototype toString hasOwnProperty toJSON rawJSON then";
const key = fc.constantFrom("", "status ", "isSuccess\u0000", "\ud800", ...KEYS.split(" "));

export const jsonMutation: fc.Arbitrary<JsonMutation> = fc.record({
  slot: fc.nat({ max: 60 }),
  change: often<JsonMutation["change"]>(
    [8, fc.record({ kind: fc.constant("replace" as const), value })],
    [4, fc.record({ kind: fc.constantFrom("addBefore" as const, "addAfter" as const), value })],
    [2, fc.record({ kind: fc.constant("rename" as const), key })],
    [
      1,
      fc.record({
        kind: fc.constant("twin" as const),
        spelt: fc.constantFrom("upper" as const, "pascal" as const),
        value: fc.option(value, { nil: undefined }),
      }),
    ],
    [3, fc.constantFrom({ kind: "drop" }, { kind: "wrapInArray" }, { kind: "wrapInObject" }, { kind: "twice" })],
  ),
});

/** The tree with one field changed. A tree without fields stays the same. */
export function mutated(json: Json, { slot, change }: JsonMutation): Json {
  const count = slots(json);
  return count === 0 ? json : inside(json, slot % count, change);
}

/** The number of fields and items of a tree, at any depth. */
function slots(json: Json): number {
  return childrenOf(json).reduce((sum, child) => sum + 1 + slots(child), 0);
}

function childrenOf(json: Json): readonly Json[] {
  if (json.kind === "object") return json.entries.map(([, child]) => child);
  return json.kind === "array" ? json.items : [];
}

type Entry = readonly [key: string, value: Json];

function inside(json: Json, slot: number, change: JsonMutation["change"]): Json {
  if (json.kind === "object") return { kind: "object", entries: changed(json.entries, slot, change) };
  if (json.kind !== "array") return json;
  const entries = json.items.map((item, index): Entry => [String(index), item]);
  return { kind: "array", items: changed(entries, slot, change).map(([, item]) => item) };
}

function changed(entries: readonly Entry[], slot: number, change: JsonMutation["change"]): readonly Entry[] {
  let first = 0;
  return entries.flatMap(([key, child]): readonly Entry[] => {
    const at = slot - first;
    first += 1 + slots(child);
    if (at < 0 || slot >= first) return [[key, child]];
    return at === 0 ? replacement([key, child], change) : [[key, inside(child, at - 1, change)]];
  });
}

function replacement([key, child]: Entry, change: JsonMutation["change"]): readonly Entry[] {
  const own: Entry = [key, child];
  switch (change.kind) {
    case "drop":
      return [];
    case "rename":
      return [[change.key, child]];
    case "replace":
      return [[key, change.value]];
    case "addBefore":
      return [[key, change.value], own];
    case "addAfter":
      return [own, [key, change.value]];
    case "twin": {
      const spelt = change.spelt === "upper" ? key.toUpperCase() : key.replace(/^./u, (first) => first.toUpperCase());
      return [own, [spelt, change.value ?? child]];
    }
    case "twice":
      return [own, own];
    case "wrapInArray":
      return [[key, { kind: "array", items: [child] }]];
    case "wrapInObject":
      return [[key, { kind: "object", entries: [own] }]];
  }
}
