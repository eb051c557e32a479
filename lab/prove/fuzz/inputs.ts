/** Draws whole inputs and options, and makes them. */
import fc from "fast-check";
import { often } from "./harness.ts";
import * as draw from "./input-fields.ts";
import {
  amountOf,
  invalid,
  literal,
  maybe,
  maybeText,
  object,
  oneOf,
  type Planned,
  type Plans,
  sent,
  text,
} from "./input-fields.ts";
import type { Json } from "./json.ts";
import { MARK, slow } from "./odd-values.ts";
import type { OperationName } from "./oracle.ts";
import { type Fate, fateOf, listFormNames, make, type Recipe } from "./recipes.ts";

/** Fields that the client does not know, and sends because they are named here. */
export const extraFields = [
  "lineItems.extra",
  "customer.extra",
  ...["billTo", "shipTo"].flatMap((party) => [`${party}.extra`, `${party}.name.nick`, `${party}.address.geo`]),
];

const isNothing = (recipe: Recipe) => recipe.is === "literal" && typeof recipe.value !== "boolean";

/** The input of a call and its options. */
export interface InputPlan {
  readonly operation: OperationName;
  readonly fields: Readonly<Record<string, Planned | undefined>>;
  /** A key that the operation does not know. */
  readonly unknown: readonly [key: string, recipe: Recipe] | undefined;
  readonly as: Extract<Recipe, { is: "object" }>["as"];
  /** In place of an object with fields. */
  readonly whole: Recipe | undefined;
  readonly options: Planned;
}

const open = draw.openValue.map(sent);
/** A field that the client does not know. Null and undefined never count. */
const stray = draw.rarely(
  40,
  draw.openValue.map((recipe): Planned => (isNothing(recipe) ? sent(recipe) : invalid(recipe))),
);
const freeText = draw.seldom(draw.textOf(0, 60).map(text).map(sent), draw.notText);
const optional = (most: number, least = 0) => maybeText(draw.textField(least, most));
const emptyList: Recipe = { is: "list", items: [], as: "plain" };
const aDecimal: Recipe = { is: "decimal", text: "91827364.5", of: "own" }; // typeof "object"

const noParty = fc.oneof(draw.notText, oneOf(text(MARK), aDecimal).map(invalid));
const party = draw.seldom(
  object({
    name: maybe(object({ firstName: maybeText(draw.textField(0, 50)), nick: maybe(open), stray })),
    address: maybe(object({ city: maybeText(freeText), geo: maybe(open) })),
    extra: maybe(open),
    stray,
  }),
  noParty.filter(({ recipe }) => recipe.is !== "object"),
);

const line = (amount: Plans) =>
  object({
    totalLineAmount: amount,
    name: maybeText(draw.textField(1, 255)),
    quantity: maybeText(draw.seldom(draw.quantity, draw.noQuantity)),
    travelData: maybe(open),
    extra: maybe(open),
    stray,
  });

/** Lines that add up to the total, or an invalid list. */
function lines(sum: string): Plans {
  const items = fc.oneof(
    fc.constant([]),
    fc.tuple(line(amountOf(sum))),
    fc.tuple(line(amountOf("0.00")), line(amountOf(sum))),
    fc.tuple(line(amountOf(sum)), line(amountOf("-91827364.55")), line(amountOf("91827364.55"))),
    fc.tuple(line(draw.noAmount)),
    fc.tuple(line(amountOf(sum)), line(oneOf(invalid(text("0.01"))))), // one line too many for the total
  );
  const list = fc.record({ items, as: oneOf(...listFormNames) }).map(({ items, as }): Planned => {
    return { recipe: { is: "list", items: items.map(({ recipe }) => recipe), as }, fate: fateOf(items) };
  });
  const wrong = often<Recipe>(
    [200, draw.anyOdd],
    [100, oneOf<Recipe>(text(MARK), { is: "list", items: [literal(null)], as: "plain" })],
    [1, oneOf(...Object.keys(slow)).map(draw.odd)],
  );
  return often([30, list], [1, wrong.map(invalid)]);
}

const dashed = "a08ff49b-6f77-4632-a16c-43069c43a8c3";
const guids = [dashed, "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", dashed.replaceAll("-", ""), `{${dashed}}`];
const noGuids = [
  ...["..", "", `${MARK}/..`, "00000000-0000-0000-0000-000000000000", "a08ff49b-6f77-4632-a16c-43069c43a8c3\n"],
  ...["a08ff49b-6f77-4632-a16c-43069c43a8c3/.", "../9b-6f77-4632-a16c-43069c43a8c3", `{${dashed}`, "0".repeat(32)],
];
const guid = draw.seldom(draw.sentText(...guids), fc.oneof(draw.notText, draw.invalidText(...noGuids)));

const noCurrencies = draw.invalidText("", "sek", "SE", "S/K", "..", "SEK\n", "SEK/..", "٧٥٢", MARK);
const currency = draw.seldom(draw.sentText("SEK", "EUR", "752", "36"), fc.oneof(draw.notText, noCurrencies));

const fieldsOf: Record<OperationName, fc.Arbitrary<InputPlan["fields"]>> = {
  createOrder: draw.total.chain((sum) => {
    const simple = {
      orderNumber: draw.pathField(4, 50),
      totalAmount: draw.seldom(amountOf(sum), draw.noTotal),
      currencyCode: currency,
    };
    const detailed = {
      ...simple,
      orderNumber: draw.textField(4, 50),
      lineItems: lines(sum),
      billTo: party,
      shipTo: maybe(party),
      customer: maybe(object({ governmentId: maybeText(freeText), extra: maybe(open) })),
      salesChannel: optional(50),
      orderDescription: optional(255, 1),
      purchaseReference: optional(30, 30),
      merchantReference: optional(40, 1),
    };
    return fc.oneof<fc.Arbitrary<InputPlan["fields"]>[]>(fc.record(simple), fc.record(detailed));
  }),
  finalize: draw.total.chain((sum) =>
    fc.record({
      orderId: maybeText(guid),
      transactionId: draw.pathField(18, 18),
      totalAmount: draw.seldom(amountOf(sum), draw.noTotal),
      lineItems: maybe(lines(sum)),
      invoiceId: maybeText(freeText),
    }),
  ),
};

const wrongOption = fc.tuple(
  oneOf("timeoutMs", "maxRetries", "headers", "paymentMethod", "authorization", "__proto__", "constructor"),
  draw.anyOdd,
);
const ownHeader = oneOf("authorization", "Host", "content-length", "x-\r\ninjected");
const always = (recipe: Recipe) => maybe(oneOf(sent(recipe)));

/** The options of each operation, beside the options of every call. */
const ownOptions: Record<OperationName, Record<string, Plans<Planned | undefined>>> = {
  createOrder: { paymentMethod: always(text("other")) },
  finalize: {
    authorization: maybe(
      object({
        paymentMethod: always(text("other")),
        hasLineItems: always(literal(true)),
        finalizedBefore: maybe(amountOf("0.00")), // as at the server
      }),
    ),
  },
};

const wrongOptions = fc.oneof(
  draw.anyOdd,
  oneOf(text(MARK), draw.number(91827364)),
  wrongOption.map(([key, recipe]) => draw.only(key, recipe)),
  fc.tuple(draw.openKey, draw.textField(0, 20)).map(([key, { recipe }]) => draw.only(key, recipe)),
  ownHeader.map((name) => draw.only("headers", draw.only(name, text(`${MARK}\n`)))),
);

const optionsOf = (operation: OperationName): Plans => {
  const right = {
    ...ownOptions[operation],
    maxRetries: always(draw.number(0)),
    timeoutMs: always(draw.number(60_000)),
    headers: maybe(object({ "x-shop": always(text(MARK)) })),
  };
  return often([8, oneOf(sent(literal(undefined)))], [2, object(right)], [1, wrongOptions.map(invalid)]);
};

const noInput = oneOf<Recipe>(literal(null), literal(undefined), text(MARK), emptyList);
const plan = (operation: OperationName): fc.Arbitrary<InputPlan> =>
  fc.record({
    operation: oneOf(operation),
    fields: fieldsOf[operation],
    unknown: draw.rarely(12, fc.tuple(draw.openKey, draw.openValue)),
    as: draw.objectForm,
    whole: draw.rarely(60, fc.oneof(draw.anyOdd, noInput)),
    options: optionsOf(operation),
  });

export const inputPlan: fc.Arbitrary<InputPlan> = fc.oneof(plan("createOrder"), plan("finalize"));

/** An input, and what must become of it. */
export interface BuiltInput {
  readonly input: unknown;
  readonly options: unknown;
  readonly fate: Fate;
  /** The fields that the first reads return, without the absent ones. */
  readonly fields: ReadonlyMap<string, Json>;
}

export function buildInput(plan: InputPlan): BuiltInput {
  const options = make(plan.options.recipe);
  const given = Object.entries(plan.fields).flatMap(([key, planned]) =>
    planned === undefined ? [] : [{ key, ...planned }],
  );
  const recipes = given.map(({ key, recipe }) => [key, recipe] as const);
  const object = make({ is: "object", fields: plan.unknown ? [...recipes, plan.unknown] : recipes, as: plan.as });
  const whole = plan.whole === undefined ? object : make(plan.whole);
  const fields = new Map(object.json?.kind === "object" ? object.json.entries : []);
  const isInvalid = plan.whole !== undefined || (plan.unknown !== undefined && !isNothing(plan.unknown[1]));
  const fate = isInvalid ? "invalid" : fateOf([options, plan.options, whole, ...given]);
  return { input: whole.value, options: options.value, fate, fields };
}
