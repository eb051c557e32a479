/** Draws single fields: values that the contract allows, and values that it does not. */
import fc from "fast-check";
import { decimalText } from "./exact.ts";
import { often } from "./harness.ts";
import { arguable, MARK, MARKED_DIGITS, unsendable } from "./odd-values.ts";
import { decimalCopies, type Fate, fateOf, listFormNames, objectFormNames, type Recipe } from "./recipes.ts";

/** A value of a field, and whether the contract allows it there. */
export interface Planned {
  readonly recipe: Recipe;
  readonly fate?: Fate | undefined;
}

export type Plans<T = Planned> = fc.Arbitrary<T>;

export const text = (value: string): Recipe => ({ is: "text", text: value });
export const number = (value: number): Recipe => ({ is: "number", number: value });
export const literal = (value: Extract<Recipe, { is: "literal" }>["value"]): Recipe => ({ is: "literal", value });
export const odd = (name: string): Recipe => ({ is: "odd", name });
const list = (...items: Recipe[]): Recipe => ({ is: "list", items, as: "plain" });
export const only = (key: string, recipe: Recipe): Recipe => ({ is: "object", fields: [[key, recipe]], as: "plain" });

export const sent = (recipe: Recipe): Planned => ({ recipe });
export const invalid = (recipe: Recipe): Planned => ({ recipe, fate: "invalid" });
export const oneOf = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
export const sentText = (...values: string[]): Plans => oneOf(...values).map((value) => sent(text(value)));
export const invalidText = (...values: string[]): Plans => oneOf(...values).map((value) => invalid(text(value)));
/** Draws about one wrong value for every dozen right ones. */
export const seldom = (usual: Plans, wrong: Plans): Plans => often([12, usual], [1, wrong]);
/** Draws a value once in this many draws, otherwise undefined. */
export const rarely = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  often<T | undefined>([times - 1, fc.constant(undefined)], [1, arbitrary]);
/** The value, or absent, or null as a database returns it, which means the same. */
export const maybe = (field: Plans): Plans<Planned | undefined> =>
  rarely(2, often([9, field], [1, fc.constant(sent(literal(null)))]));

/** An optional field, in which blank text means absent. */
export const maybeText = (field: Plans): Plans<Planned | undefined> =>
  maybe(
    field.map((planned) => {
      const { recipe } = planned;
      return recipe.is === "text" && recipe.text.trim() === "" ? sent(literal(recipe.text)) : planned;
    }),
  );

export const objectForm = often<(typeof objectFormNames)[number]>([2, oneOf("plain")], [3, oneOf(...objectFormNames)]);

/** An object of these fields, which is invalid if one of them is. */
export function object(fields: Record<string, Plans<Planned | undefined>>): Plans {
  return fc.record({ fields: fc.record(fields), as: objectForm }).map(({ fields, as }) => {
    const given = Object.entries(fields).flatMap(([key, planned]) =>
      planned === undefined ? [] : [{ key, ...planned }],
    );
    return { recipe: { is: "object", fields: given.map(({ key, recipe }) => [key, recipe]), as }, fate: fateOf(given) };
  });
}

/** Texts with a special meaning in a URL, a header or a file system. */
const WORDS = String.raw`
../.. ..%2f..%2f %2e%2e%2f %252e%252e .... /../admin a/../../b //evil.example/ \..\..\ http://evil.example/
?totalAmount=0.01 #fragment @evil.example ;jsessionid=1 &amp;<>'" ~!*'()_-. {orderNumber} $(id) ／．．／ 𐍈𝟙👩‍👩‍👧 %E0%A4%A
%00%0d%0a %`;
const PHRASES =
  "+ +|\r\nHost: evil.example| HTTP/1.1\r\n\r\n|\u0000\u0001\u001f\u007f|\u2028\u2029\u0085\ufeff|\u202e1001-REDRO|e\u0301e\u0301";
const NASTY = [...WORDS.trim().split(/\s+/), ...PHRASES.split("|")];

/** Well-formed text of so many UTF-16 units, nasty or of any characters. */
export function textOf(least: number, most: number): fc.Arbitrary<string> {
  return fc
    .oneof(oneOf(...NASTY), fc.string({ unit: "binary", maxLength: most }), oneOf("A-1001"))
    .map((text) => cut(text.padEnd(least, "x/"), most))
    .filter((text) => text.length >= least && text.isWellFormed());
}

/** Cuts to this many units, without half of a pair at the end. */
function cut(text: string, most: number): string {
  const short = text.slice(0, most);
  return short.isWellFormed() ? short : `${short.slice(0, -1)}x`;
}

/** Text with half of a surrogate pair. */
const malformed = oneOf(`${MARK}\ud800`, `\udc00${MARK}`, `${MARK}\udc00\ud800${MARK}`).map(text);

export const anyOdd: fc.Arbitrary<Recipe> = oneOf(...Object.keys(unsendable)).map(odd);

const noText = oneOf<Recipe>(
  literal(true),
  number(91827364),
  { is: "decimal", text: "91827364.5", of: "own" },
  list(text(MARK)),
  only("toString", text(MARK)),
);

/** Values that are invalid in every text field. */
export const notText: Plans = often([4, anyOdd], [3, noText], [2, malformed]).map(invalid);

/** A text that a field allows, and sometimes one that it does not. */
export function textField(least: number, most: number): Plans {
  const short = least > 2 ? [text(""), text(".."), text(".")] : [];
  const wrongLength = often<Recipe>(
    [20, oneOf(...short, text(MARK.repeat(most).slice(0, most + 1)))],
    [1, oneOf({ is: "long", text: MARK, times: 200_000 })],
  );
  return often([16, textOf(least, most).map(text).map(sent)], [1, notText], [1, wrongLength.map(invalid)]);
}

/** A text field that goes into the path, where no part between slashes or backslashes may be `.` or `..`. */
export const pathField = (least: number, most: number): Plans =>
  textField(least, most).map((planned) => {
    const parts = planned.recipe.is === "text" ? planned.recipe.text.split(/[\\/]/) : [];
    return parts.includes(".") || parts.includes("..") ? invalid(planned.recipe) : planned;
  });

/** A total: greater than 0, at most 2 decimals. */
export const total = fc
  .tuple(fc.oneof(fc.bigInt({ min: 1n, max: 999_999n }), fc.bigInt({ min: 1n, max: 10n ** 37n })), fc.nat({ max: 2 }))
  .map(([units, scale]) => decimalText(units, scale));

/** An amount in any form that is allowed: decimal text or a Decimal. */
export function amountOf(decimal: string): Plans {
  const copies = oneOf(...decimalCopies).map((of): Recipe => ({ is: "decimal", text: decimal, of }));
  const [whole = "", fraction = ""] = decimal.split(".");
  const ofColumn = decimal.length <= 36 ? `${whole}.${fraction.padEnd(4, "0")}` : decimal; // 40 digits are allowed
  return often([3, oneOf(text(decimal))], [1, copies], [1, oneOf(text(ofColumn))]).map(sent);
}

/** A quantity in any form that is allowed: an amount, or an exact number. */
export const quantity = often([5, amountOf("1.50")], [1, oneOf(sent(number(1.5)))]);

/** Text that is no amount. Each 9 stands for digits that must not show, and each # for a blank. */
const NO_DECIMALS =
  '|#|9e3|+9|#9|9\n|9.|.9|09|--9|9,00|9#000|0x9|9n|9/..|999999|1,"Hemlig":1|１２５|١٢٥|125\u0000|125.00\u2028|NaN|Infinity|Hemlig'
    .replaceAll("#", " ")
    .split("|")
    .map((words) => text(words.replaceAll("9", MARKED_DIGITS)));

/** Values that are neither an amount nor a quantity. */
export const noQuantity: Plans = often<Recipe>(
  [6, oneOf(...NO_DECIMALS)],
  [6, anyOdd],
  [1, oneOf(0.1 + 0.2, 1e21, 1e-7, 9182736455463728).map(number)],
  [1, oneOf<Recipe>(literal(false), { is: "date", time: 0 }, { is: "long", text: "9", times: 1_000_000 })],
  [1, oneOf<Recipe>({ is: "decimal", text: MARKED_DIGITS.repeat(6), of: "own" }, list(text("125.00")))],
  [1, oneOf<Recipe>(only("valueOf", text("125.00")))],
).map(invalid);

/** Values that are no amount of any kind. A number may count minor units. */
export const noAmount: Plans = often([12, noQuantity], [1, oneOf(125, 0, 91827364.5).map(number).map(invalid)]);

const negativeDecimal: Recipe = { is: "decimal", text: "-91827364.5", of: "secondCopy" };
const zeroDecimal: Recipe = { is: "decimal", text: "0", of: "subclass" };

/** Values that are no total, although some of them are valid amounts of a line. */
export const noTotal: Plans = often(
  [3, noAmount],
  [1, invalidText("0", "-0", "0.00", `-${MARKED_DIGITS}`, `${MARKED_DIGITS}.001`)],
  [1, oneOf(literal(undefined), literal(null), number(-0), number(-91827364)).map(invalid)],
  [1, oneOf(negativeDecimal, zeroDecimal).map(invalid)],
);

/** Any key of an object. An error must never quote one that is no name. */
export const openKey = oneOf(
  ..."a extra __proto__ constructor prototype toString hasOwnProperty length rawJSON then lineitems 0 10".split(" "),
  ...["", "\ud800", `${MARK} Svensson`, `${MARK}@example.com`, MARK.repeat(20)],
);

const anyDecimal = fc.record({
  is: oneOf("decimal" as const),
  text: oneOf("0.10", "-91827364.5500", "12345678901234567890.1", "0", "0.0000000000000000000000000000000001"),
  of: oneOf(...decimalCopies),
});

const leaf = often<Recipe>(
  [30, textOf(0, 40).map((value) => text(value + MARK))],
  [12, fc.double({ noNaN: true, noDefaultInfinity: true }).map(number)],
  [12, oneOf(literal(null), literal(true), literal(false), literal(undefined))],
  [8, anyDecimal],
  [3, oneOf(0, 91827364, Number.NaN).map((time): Recipe => ({ is: "date", time }))],
  [3, malformed], // JSON carries it escaped
  [1, anyOdd],
  [2, oneOf(...Object.keys(arguable)).map(odd)],
);

/** A value of any shape, for fields that the client passes on. */
export const openValue: fc.Arbitrary<Recipe> = fc.letrec<{ value: Recipe }>((tie) => {
  const items = fc.array(tie("value"), { maxLength: 3 });
  const fields = fc.array(fc.tuple(openKey, tie("value")), { maxLength: 3 });
  return {
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      leaf,
      fc.record({ is: oneOf("list" as const), items, as: oneOf(...listFormNames) }),
      fc.record({ is: oneOf("object" as const), fields, as: objectForm }),
    ),
  };
}).value;
