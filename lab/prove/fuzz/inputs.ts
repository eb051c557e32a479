/** Draws hostile inputs, with what the request must carry of them. */
import { createRequire } from "node:module";
import fc from "fast-check";
import { Decimal } from "merchant-payments";
import { decimalText } from "./figures.ts";
import { often } from "./harness.ts";
import type { OperationName } from "./oracle.ts";

/** Part of every text, and of every number, that no error may show. */
export const MARK = "Hemlig";
export const MARKED_DIGITS = "91827364";

/** A value that is given to the client. */
export interface Drawn {
  readonly value: unknown;
  /** What the request must carry of it, as JSON. Undefined: the field counts as absent. */
  readonly json?: string | undefined;
  /** The call must end before anything is sent. */
  readonly isInvalid?: boolean;
}
type Draws = fc.Arbitrary<Drawn>;

const oneOf = fc.constantFrom;
const asJson = (value: unknown): Drawn => ({ value, json: JSON.stringify(value) });
const invalid = (value: unknown): Drawn => ({ value, isInvalid: true });
const given = (...values: unknown[]): Draws => oneOf(...values.map(asJson));
const never = (...values: unknown[]): Draws => oneOf(...values.map(invalid));
/** Draws a value once in this many draws. */
const rarely = <T>(times: number, drawn: fc.Arbitrary<T>) =>
  often<T | undefined>([times - 1, oneOf(undefined)], [1, drawn]);
/** Draws about one wrong value for every dozen right ones. */
const seldom = (usual: Draws, wrong: Draws): Draws => often([12, usual], [1, wrong]);
/** The value, or absent, or null as a database returns it, which means the same. */
const maybe = (field: Draws): Draws =>
  often([9, field], [10, oneOf<Drawn[]>({ value: undefined })], [1, oneOf<Drawn[]>({ value: null })]);
/** An optional text, where blanks mean absent. */
const maybeText = (field: Draws): Draws => {
  const isBlank = ({ value }: Drawn) => typeof value === "string" && value.trim() === "";
  return maybe(field.map((drawn) => (isBlank(drawn) ? { value: drawn.value } : drawn)));
};

type Fields = readonly (readonly [string, Drawn])[];
const forms = [
  (fields: object) => fields,
  (fields: object) => Object.freeze(fields),
  (fields: object) => Object.defineProperties(new (class Party {})(), Object.getOwnPropertyDescriptors(fields)),
];

/** An object of these fields, which is invalid if one of them is. */
function objectOf(fields: Fields, form: (fields: object) => object): Drawn {
  const carried = fields.filter(([, { json }]) => json !== undefined);
  return {
    value: form(Object.fromEntries(fields.map(([key, { value }]) => [key, value]))),
    json: `{${carried.map(([key, { json }]) => `${JSON.stringify(key)}:${json}`).join()}}`,
    isInvalid: fields.some(([, { isInvalid }]) => isInvalid),
  };
}
const object = (fields: Record<string, Draws>): Draws =>
  fc.tuple(fc.record(fields), oneOf(...forms)).map(([drawn, form]) => objectOf(Object.entries(drawn), form));

const listOf = (items: readonly Drawn[]): Drawn => ({
  value: items.map(({ value }) => value),
  json: `[${items.map(({ json }) => json).join()}]`,
  isInvalid: items.some(({ json, isInvalid }) => isInvalid || json === undefined), // a list cannot leave out an item
});

const itself = () => ({ toJSON: itself });
const ring: { self?: object } = {};
ring.self = ring;

/** Values that JSON cannot carry. */
const odd = never(
  BigInt(MARKED_DIGITS),
  Symbol(MARK),
  () => MARK,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  new Map([[MARK, MARK]]),
  new Set([MARK]),
  /Hemlig/,
  new Error(MARK),
  Promise.resolve(MARK),
  new TextEncoder().encode(MARK),
  new Decimal(Number.NaN),
  new Decimal("1e400"),
  new Decimal(MARKED_DIGITS.repeat(6)),
  { toJSON: () => 1n },
  { toJSON: itself },
  ring,
  JSON.parse(`${"[".repeat(5_000)}"${MARK}"${"]".repeat(5_000)}`),
);
const malformed = [`${MARK}\ud800`, `\udc00${MARK}`, `${MARK}\udc00\ud800${MARK}`];

/** Texts with a special meaning in a URL, a header or a file system. */
const WORDS = String.raw`
../.. ..%2f..%2f %2e%2e%2f %252e%252e .... /../admin a/../../b //evil.example/ \..\..\ http://evil.example/
?totalAmount=0.01 #fragment @evil.example ;jsessionid=1 &amp;<>'" ~!*'()_-. {orderNumber} $(id) ／．．／ 𐍈𝟙👩‍👩‍👧 %E0%A4%A
%00%0d%0a %`;
const PHRASES =
  "+ +|\r\nHost: evil.example| HTTP/1.1\r\n\r\n|\u0000\u0001\u001f\u007f|\u2028\u2029\u0085\ufeff|\u202e1001-REDRO|e\u0301e\u0301";
const NASTY = [...WORDS.trim().split(/\s+/), ...PHRASES.split("|")];

/** Well-formed text of so many UTF-16 units. */
const textOf = (least: number, most: number) =>
  fc
    .oneof(oneOf(...NASTY), fc.string({ unit: "binary", maxLength: most }), oneOf("A-1001"))
    .map((text) => text.padEnd(least, "x/").slice(0, most))
    .filter((text) => text.length >= least && text.isWellFormed());

const notText: Draws = often(
  [4, odd],
  [5, never(true, 91827364, new Decimal("91827364.5"), [MARK], { toString: MARK }, ...malformed)],
);
const textField = (least: number, most: number): Draws =>
  often(
    [16, textOf(least, most).map(asJson)],
    [1, notText],
    [1, never(MARK.repeat(most).slice(0, most + 1), MARK.repeat(20_000), ...(least > 2 ? ["", "..", "."] : []))],
  );
const optional = (most: number, least = 0) => maybeText(textField(least, most));
const freeText = seldom(textOf(0, 60).map(asJson), notText);

/** A text for the path, where no part between slashes or backslashes may be `.` or `..`. */
const pathField = (least: number, most: number): Draws =>
  textField(least, most).map((drawn) => {
    const parts = typeof drawn.value === "string" ? drawn.value.split(/[\\/]/) : [];
    return parts.includes(".") || parts.includes("..") ? invalid(drawn.value) : drawn;
  });

const { Decimal: SecondCopy } = createRequire(import.meta.url)("decimal.js") as { Decimal: typeof Decimal }; // the CommonJS file
const Coarse = Decimal.clone({ precision: 1, rounding: 0, toExpPos: 0, toExpNeg: 0 });
const decimals = [Decimal, SecondCopy, Coarse, class Money extends Decimal {}];
const decimalOf = (text: string): Drawn[] =>
  decimals.map((Copy) => ({ value: new Copy(text), json: new Decimal(text).toFixed() }));

const total = fc
  .tuple(fc.oneof(fc.bigInt({ min: 1n, max: 999_999n }), fc.bigInt({ min: 1n, max: 10n ** 37n })), fc.nat({ max: 2 }))
  .map(([units, scale]) => decimalText(units, scale));

/** An amount in any form that is allowed: decimal text, also as a column of a database has it, or a Decimal. */
function amountOf(decimal: string): Draws {
  const [whole = "", fraction = ""] = decimal.split(".");
  const ofColumn = decimal.length <= 36 ? `${whole}.${fraction.padEnd(4, "0")}` : decimal; // 40 digits are allowed
  const text = (value: string): Drawn => ({ value, json: value });
  return often([3, oneOf(text(decimal))], [1, oneOf(text(ofColumn))], [1, oneOf(...decimalOf(decimal))]);
}

/** A total is sent without the zeros beyond two decimals. */
const totalOf = (decimal: string): Draws =>
  amountOf(decimal).map((drawn) => ({ ...drawn, json: drawn.json?.replace(/(\.\d\d)0+$/, "$1") }));

/** Text that is no amount. Each 9 stands for digits that must not show, and each # for a blank. */
const NO_DECIMALS =
  '|#|9e3|+9|#9|9\n|9.|.9|09|--9|9,00|9#000|0x9|9n|9/..|999999|1,"Hemlig":1|１２５|١٢٥|125\u0000|125.00\u2028|NaN|Infinity|Hemlig'
    .replaceAll("#", " ")
    .split("|")
    .map((words) => words.replaceAll("9", MARKED_DIGITS));
const noNumber = never(0.1 + 0.2, 1e21, 1e-7, 9182736455463728);
const noQuantity: Draws = often(
  [6, never(...NO_DECIMALS)],
  [6, odd],
  [1, noNumber],
  [2, never(false, new Date(0), "9".repeat(1_000_000), ["125.00"], { valueOf: "125.00" })],
);
/** A number may count minor units. */
const noAmount: Draws = often([12, noQuantity], [1, never(125, 0, 91827364.5)]);
const noTotalText = oneOf("0", "-0", "0.00", `-${MARKED_DIGITS}`, `${MARKED_DIGITS}.001`).map(invalid);
const noTotal: Draws = often(
  [3, noAmount],
  [1, noTotalText],
  [1, never(undefined, null, -0, new Decimal("-91827364.5"), new Decimal(0))],
);

/** Any key of an object. An error must never quote one that is no name. */
const openKey = oneOf(
  ..."a extra __proto__ constructor prototype toString hasOwnProperty length rawJSON then lineitems 0 10".split(" "),
  ...["", "\ud800", `${MARK} Svensson`, `${MARK}@example.com`, MARK.repeat(20)],
);

const leaf = often<Drawn>(
  [30, textOf(0, 40).map((text) => asJson(text + MARK))],
  [12, fc.double({ noNaN: true, noDefaultInfinity: true }).map(asJson)],
  [9, given(true, false, ...malformed, new Date(0))],
  [6, oneOf<Drawn[]>({ value: null }, { value: undefined }, { value: new Date(Number.NaN) })],
  [8, oneOf("0.10", "-91827364.5500", "12345678901234567890.1", "0").chain((text) => oneOf(...decimalOf(text)))],
  [1, odd],
);

/** A value of any shape, for fields that the client passes on. */
const open = fc.letrec<{ value: Drawn }>((tie) => {
  const items = fc.array(tie("value"), { maxLength: 3 });
  const fields = fc.uniqueArray(fc.tuple(openKey, tie("value")), { maxLength: 3, selector: ([key]) => key });
  const objects = fc.tuple(fields, oneOf(...forms)).map(([fields, form]) => {
    const hasProto = fields.some(([key, { value }]) => key === "__proto__" && (value ?? undefined) !== undefined);
    const drawn = objectOf(fields, form);
    return hasProto ? invalid(drawn.value) : drawn;
  });
  return { value: fc.oneof({ maxDepth: 3, depthSize: "small" }, leaf, items.map(listOf), objects) };
}).value;

/** A field that the client does not know. Null and undefined never count. */
const unknown = (drawn: Drawn) =>
  (drawn.value ?? undefined) === undefined ? { value: drawn.value } : invalid(drawn.value);
const stray: Draws = often([39, oneOf<Drawn[]>({ value: undefined })], [1, open.map(unknown)]);

const ofParties = ["billTo", "shipTo"].flatMap((each) => [`${each}.extra`, `${each}.name.nick`, `${each}.address.geo`]);
/** Fields that the client does not know, and sends because they are named here. */
export const extraFields = ["lineItems.extra", "customer.extra", ...ofParties];

const party = seldom(
  object({
    name: maybe(object({ firstName: optional(50), nick: maybe(open), stray })),
    address: maybe(object({ city: maybeText(freeText), geo: maybe(open) })),
    extra: maybe(open),
    stray,
  }),
  never(MARK, 91827364, true, [MARK], new Decimal("91827364.5"), ...malformed),
);

const lineFields = {
  name: maybeText(textField(1, 255)),
  quantity: maybeText(seldom(often([5, amountOf("1.50")], [1, given(1.5)]), noQuantity)),
  travelData: maybe(open),
  extra: maybe(open),
  stray,
};
const line = (amount: Draws) => object({ totalLineAmount: amount, ...lineFields });

/** Lines that add up to the total, or an invalid list. */
function lines(sum: string): Draws {
  const items = fc.oneof(
    fc.constant([]),
    fc.tuple(line(amountOf(sum))),
    fc.tuple(line(amountOf("0.00")), line(amountOf(sum))),
    fc.tuple(line(amountOf(sum)), line(amountOf("-91827364.55")), line(amountOf("91827364.55"))),
    fc.tuple(line(noAmount)),
    fc.tuple(line(amountOf(sum)), line(never("0.01"))), // one line too many for the total
  );
  return often([30, items.map(listOf)], [1, often([2, odd], [1, never(MARK, [null])])]);
}

const dashed = "a08ff49b-6f77-4632-a16c-43069c43a8c3";
const zeros = dashed.replaceAll(/[^-]/g, "0");
const guid = seldom(
  given(dashed, "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", dashed.replaceAll("-", ""), `{${dashed}}`),
  fc.oneof(
    notText,
    never("..", `${MARK}/..`, zeros, `${dashed}\n`, `${dashed}/.`, `../${dashed.slice(3)}`, `{${dashed}`),
  ),
);
const currency = seldom(
  given("SEK", "EUR", "752", "36"),
  fc.oneof(notText, never("", "sek", "SE", "S/K", "..", "SEK\n", "SEK/..", "٧٥٢", MARK)),
);

const simpleFields = { orderNumber: pathField(4, 50), currencyCode: currency };
const detailedFields = {
  ...simpleFields,
  orderNumber: textField(4, 50),
  billTo: party,
  shipTo: maybe(party),
  customer: maybe(object({ governmentId: maybeText(freeText), extra: maybe(open) })),
  salesChannel: optional(50),
  orderDescription: optional(255, 1),
  purchaseReference: optional(30, 30),
  merchantReference: optional(40, 1),
};
const finalizationFields = {
  orderId: maybeText(guid),
  transactionId: pathField(18, 18),
  invoiceId: maybeText(freeText),
};

const fieldsOf: Record<OperationName, fc.Arbitrary<Record<string, Drawn>>> = {
  createOrder: total.chain((sum) => {
    const totalAmount = seldom(totalOf(sum), noTotal);
    return fc.oneof<fc.Arbitrary<Record<string, Drawn>>[]>(
      fc.record({ ...simpleFields, totalAmount }),
      fc.record({ ...detailedFields, totalAmount, lineItems: lines(sum) }),
    );
  }),
  finalize: total.chain((sum) =>
    fc.record({ ...finalizationFields, totalAmount: seldom(totalOf(sum), noTotal), lineItems: maybe(lines(sum)) }),
  ),
};

/** A call, and the fields that its request must carry, each as JSON. */
export interface DrawnCall {
  readonly operation: OperationName;
  readonly input: Drawn;
  readonly fields: ReadonlyMap<string, string>;
}

const call = (operation: OperationName): fc.Arbitrary<DrawnCall> =>
  fc
    .record({
      fields: fieldsOf[operation],
      more: rarely(12, fc.tuple(openKey, open.map(unknown))),
      form: oneOf(...forms),
      whole: rarely(60, fc.oneof(odd, never(null, undefined, MARK, []))),
    })
    .map(({ fields, more, form, whole }) => {
      const entries = Object.entries(fields);
      const carried = entries.flatMap(([key, { json }]) => (json === undefined ? [] : [[key, json] as const]));
      const input = whole ?? objectOf(more ? [...entries, more] : entries, form);
      return { operation, input, fields: new Map(carried) };
    });

export const drawnCall: fc.Arbitrary<DrawnCall> = fc.oneof(call("createOrder"), call("finalize"));
