/** Draws responses: one of the service, with changes to its JSON, its text, its bytes and its frame. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { decimalText } from "./figures.ts";
import { often } from "./harness.ts";
import { array, type Json, literal, number, object, readJson, text, writeJson } from "./json.ts";
import type { OperationName, TestedCall, WireResponse } from "./oracle.ts";

/** A response of the service, before any change. */
interface Sample {
  readonly operation: OperationName;
  readonly httpStatus: number;
  readonly body: Json;
}

const folder = fileURLToPath(new URL("../../../test/wire/samples/", import.meta.url));
const ofFiles = globSync("*.response.http", { cwd: folder })
  .sort()
  .flatMap((file) => {
    const [head = "", body = ""] = readFileSync(folder + file, "utf8").split("\n\n");
    return bothWays(Number(/^HTTP (\d{3})/.exec(head)?.[1]), body);
  });

const status = (fields: string) => `"status":{${fields},"statusMessage":"As the contract has it"}`;
const success = status('"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"');
const failure = (errorNumber: number, statusKey: string, more = "") =>
  `{${status(`"isSuccess":false,"errorNumber":${errorNumber},"statusKey":"${statusKey}"`)}${more}}`;
const transaction = '"transactionId":"202603040000000002"';
const figures = (finalized: string, pending: string) =>
  `"totalAmountFinalized":${finalized},"totalAmountPendingFinalization":${pending}`;
const all = `"canFinalizeAgain":false,"amountRemainingForFinalize":0.00,${figures("125.00", "0.00")}`;

/** After this part of an authorization, more can be finalized. */
const part = (finalized: string, pending: string) =>
  `{${success},${transaction},"batchId":"20260304","canFinalizeAgain":true,"amountRemainingForFinalize":25.00,${figures(finalized, pending)}}`;

/** The shortest responses that the contract allows. */
const ofContract = [
  `{${success},"orderId":"a08ff49b-6f77-4632-a16c-43069c43a8c3"}`,
  `{${success},${transaction},${all}}`,
  `{${success.replace("SUCCESS", "PENDING")},${transaction},${all.replace(figures("125.00", "0.00"), figures("0.00", "125.00"))}}`,
  ...[part("100.00", "0"), part("40.00", "0"), part("60.00", "40.00"), part("60.00", "0"), part("125.00", "125.00")],
  `{${success},${transaction},"canFinalizeAgain":false,"totalAmountFinalized":125.00}`,
  failure(-1, "INTERNAL_ERROR"),
  failure(-3, "HTTP_503"),
  failure(3000, "ORDER_NOT_FOUND"),
  failure(3100, "CARD_EXPIRED"),
  failure(3000, "ORDER_NOT_FOUND", `,${transaction}`),
  failure(-7, "DECLINED", ',"transactionId":"202603040000000001"'),
  failure(-1000, "SHOP_CLOSED", ',"acquirerId":""'),
  `{${status('"isSuccess":"true","statusKey":"CAPTURED"')},${transaction},${all}}`,
  failure(3007, "PAYMENT_COMPLETED", `,${all}`),
].flatMap((body) => bothWays(200, body));

/** The service, or a proxy in front of it, may send a response to the wrong operation. */
function bothWays(httpStatus: number, text: string): Sample[] {
  const body = readJson(text);
  if (body === undefined) throw new Error(`no JSON in a sample: ${text}`);
  const [own, other]: [OperationName, OperationName] = /"orderId"/.test(text)
    ? ["createOrder", "finalize"]
    : ["finalize", "createOrder"];
  return [own, own, own, other].map((operation) => ({ operation, httpStatus, body }));
}

/** The requested amounts. Each fits some of the samples, and some of the amounts that changes add. */
const asks: readonly Pick<TestedCall, "amount" | "before">[] = [
  { amount: "125.00" },
  { amount: "125.00", before: "0" },
  { amount: "40.00" },
  { amount: "40.00", before: "60.00" },
  { amount: "65.00", before: "60.00" },
];

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
const KEYS =
  "status isSuccess errorNumber statusKey statusMessage errors exceptionDetails orderId transactionId batchId acquirerId " +
  "canFinalizeAgain amountRemainingForFinalize amountRemainingForFinalization totalAmountFinalized riskAssessment " +
  "totalAmountPendingFinalization Status IsSuccess ErrorNumber STATUSKEY OrderId TransactionId issuccess __proto__ " +
  "constructor prototype toString hasOwnProperty toJSON rawJSON then";

const oneOf = fc.constantFrom;
const anyDecimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat({ max: 20 }))
  .map(([units, scale]) => decimalText(units, scale));
const key = oneOf("", "status ", "isSuccess\u0000", "\ud800", ...KEYS.split(" "));
const value = often<Json>(
  [6, oneOf(literal(true), literal(false), literal(null))],
  [6, oneOf(...NUMBERS.split(" ")).map(number)],
  [6, oneOf(...TEXTS.split("|")).map(text)],
  [6, anyDecimal.map(number)],
  [3, anyDecimal.map(text)],
  [1, fc.string({ unit: "binary", maxLength: 20 }).map(text)],
  [2, oneOf(array(), array(literal(true)), object())],
  [1, oneOf(object(["isSuccess", literal(true)]), object(["rawJSON", text("0")]))],
);

type Entry = readonly [key: string, value: Json];
/** What one field, anywhere in the tree, becomes. */
type Change = (field: Entry) => readonly Entry[];
const upper = (key: string) => key.toUpperCase();
const pascal = (key: string) => key.replace(/^./u, upper);

const replaced = value.map(
  (json): Change =>
    ([key]) => [[key, json]],
);
const thenAnother = value.map(
  (json): Change =>
    (own) => [own, [own[0], json]],
);
const afterAnother = value.map(
  (json): Change =>
    (own) => [[own[0], json], own],
);
const renamed = key.map(
  (name): Change =>
    ([, child]) => [[name, child]],
);
/** A second field whose key differs in case only. */
const withTwin = fc.tuple(oneOf(upper, pascal), fc.option(value)).map(
  ([spelt, json]): Change =>
    (own) => [own, [spelt(own[0]), json ?? own[1]]],
);
const reshaped = oneOf<Change[]>(
  () => [],
  (own) => [own, own],
  ([key, child]) => [[key, array(child)]],
  ([key, child]) => [[key, object([key, child])]],
);
const change = often([8, replaced], [2, thenAnother], [2, afterAnother], [2, renamed], [1, withTwin], [3, reshaped]);

const entriesOf = (json: Json): readonly Entry[] => {
  if (json.kind === "object") return json.entries;
  return json.kind === "array" ? json.items.map((item, index) => [String(index), item]) : [];
};

/** The number of fields and items of a tree, at any depth. */
const slots = (json: Json): number => entriesOf(json).reduce((sum, [, child]) => sum + 1 + slots(child), 0);

/** The tree with the field of this number changed. */
function changed(json: Json, slot: number, change: Change): Json {
  let first = 0;
  const entries = entriesOf(json).flatMap(([key, child]): readonly Entry[] => {
    const at = slot - first;
    first += 1 + slots(child);
    if (at < 0 || slot >= first) return [[key, child]];
    return at === 0 ? change([key, child]) : [[key, changed(child, at - 1, change)]];
  });
  return json.kind === "object" ? object(...entries) : array(...entries.map(([, item]) => item));
}

const INSIDE =
  '\ufeff | |,|{|}|[|]|"|:|\\|0|9|e9|.|-|//|/* */|\u0000|\n|NaN|null|true|\u2028|"isSuccess":true,|"status":{},';
const AROUND = "\ufeff|\ufeff\ufeff|\n|;|)]}',\n|null|{}|[]|<!-- -->|data: |,|\u0000|callback(";

type TextChange = (text: string, at: number) => string;
const inside = oneOf(...INSIDE.split("|"));
const around = oneOf(...AROUND.split("|"));
const rewritten = oneOf<TextChange[]>(
  (text) => text.toUpperCase(),
  (text) => text.replaceAll('"', "'"),
  (text) => `\r\n\t ${text.replaceAll(",", " ,\n")} \n`,
  (text) => JSON.stringify(text),
  () => "",
  (text) => `<html><body>${text}</body></html>`,
  (text, at) => "[".repeat(at) + text + "]".repeat(at),
  (text, at) => text + " ".repeat(8 * at), // often more than maxResponseBytes
);
const textChange = often<TextChange>(
  [24, oneOf<TextChange[]>((text) => text)],
  [2, oneOf<TextChange[]>((text, at) => text.slice(0, at))],
  [1, inside.map((given) => (text, at) => text.slice(0, at) + given + text.slice(at))],
  [1, inside.map((given) => (text, at) => text.slice(0, at) + given + text.slice(at + given.length))],
  [1, around.map((given) => (text) => given + text)],
  [1, around.map((given) => (text) => text + given)],
  [2, rewritten],
);

export interface DrawnResponse extends WireResponse {
  readonly call: TestedCall;
  /** How many bytes arrive at once. */
  readonly chunk: number;
}

export const drawnResponse: fc.Arbitrary<DrawnResponse> = fc
  .record({
    sample: oneOf(...ofFiles, ...ofContract),
    ask: often([6, oneOf(asks[0])], [4, oneOf(...asks)]),
    changes: fc.array(fc.tuple(fc.nat({ max: 60 }), change), { maxLength: 3 }),
    textChange,
    at: fc.nat({ max: 500 }),
    /** A bit that is turned over. */
    flip: often<number | undefined>([18, oneOf(undefined)], [1, fc.nat({ max: 5_000 })]),
    httpStatus: often<number | undefined>(
      [12, oneOf(undefined)],
      [3, oneOf(200, 201, 202, 299, 400, 401, 404, 408, 409, 429, 500, 503, 302)],
      [3, fc.integer({ min: 100, max: 999 })],
    ),
    contentType: often(
      [4, oneOf("application/json")],
      [1, oneOf("text/html; charset=utf-8", "application/problem+json", "", "x".repeat(2_000))],
    ),
    chunk: oneOf(100_000, 100_000, 1, 7, 64),
    brokeOff: often([30, oneOf(false)], [1, oneOf(true)]),
  })
  .map(({ sample, ask = { amount: "125.00" }, changes, textChange, at, flip, ...frame }) => {
    const { operation, body, httpStatus } = sample;
    const tree = changes.reduce((json, [slot, change]) => {
      const count = slots(json);
      return count === 0 ? json : changed(json, slot % count, change);
    }, body);
    const source = writeJson(tree);
    const bytes = Buffer.from(textChange(source, at % (source.length + 1)));
    if (flip !== undefined && bytes.byteLength > 0) {
      const place = flip % bytes.byteLength;
      bytes[place] = (bytes[place] ?? 0) ^ (1 << (flip % 8));
    }
    const call = { operation, transactionId: "202603040000000001", ...ask };
    return { call, ...frame, httpStatus: frame.httpStatus ?? httpStatus, bytes };
  });
