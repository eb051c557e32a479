import fc from "fast-check";
import { often } from "./harness.ts";
import {
  amountOf,
  anyOdd,
  invalid,
  literal,
  maybe,
  noAmount,
  noTotal,
  notText,
  number,
  object,
  objectForm,
  oneOf,
  openKey,
  openValue,
  type Planned,
  type Plans,
  rarely,
  seldom,
  sent,
  text,
  textField,
  textOf,
  total,
} from "./input-fields.ts";
import type { Json } from "./json.ts";
import { MARK, slow } from "./odd-values.ts";
import type { OperationName } from "./oracle.ts";
import { type Fate, fateOf, listFormNames, make, type Recipe } from "./recipes.ts";

/** The fields of these names are not known, and the client sends them all the same. */
export const extraFields = [
  "lineItems.extra",
  "customer.extra",
  ...["billTo", "shipTo"].flatMap((party) => [`${party}.extra`, `${party}.name.nick`, `${party}.address.geo`]),
];

const isNothing = (recipe: Recipe) => recipe.is === "literal" && typeof recipe.value !== "boolean";

/** An input of a call, and its options, as a plan. */
export interface InputPlan {
  readonly operation: OperationName;
  readonly fields: Readonly<Record<string, Planned | undefined>>;
  /** A key that the operation does not know. */
  readonly unknown: readonly [key: string, recipe: Recipe] | undefined;
  readonly as: Extract<Recipe, { is: "object" }>["as"];
  /** Instead of an object with fields. */
  readonly whole: Recipe | undefined;
  readonly options: Planned;
}

const open = openValue.map(sent);
/** Of a field that the client neither knows nor names among its extra fields. Null and undefined never count. */
const stray = rarely(
  40,
  openValue.map((recipe): Planned => (isNothing(recipe) ? sent(recipe) : invalid(recipe))),
);
const freeText = seldom(textOf(0, 60).map(text).map(sent), notText);
const optional = (most: number, least = 0) => maybe(textField(least, most));
const emptyList: Recipe = { is: "list", items: [], as: "plain" };
const aDecimal: Recipe = { is: "decimal", text: "91827364.5", of: "own" }; // an object by its type

const noParty = fc.oneof(notText, oneOf(text(MARK), aDecimal).map(invalid));
const party = seldom(
  object({
    name: maybe(object({ firstName: maybe(textField(0, 50)), nick: maybe(open), stray })),
    address: maybe(object({ city: maybe(freeText), geo: maybe(open) })),
    extra: maybe(open),
    stray,
  }),
  noParty.filter(({ recipe }) => recipe.is !== "object"),
);

const line = (amount: Plans) =>
  object({
    totalLineAmount: amount,
    name: maybe(textField(1, 255)),
    quantity: maybe(seldom(amountOf("1.50"), noAmount)),
    travelData: maybe(open),
    extra: maybe(open),
    stray,
  });

/** Lines that add up to the total, or a list that must be refused. */
function lines(sum: string): Plans {
  const items = fc.oneof(
    fc.constant([]),
    fc.tuple(line(amountOf(sum))),
    fc.tuple(line(amountOf("0.00")), line(amountOf(sum))),
    fc.tuple(line(amountOf(sum)), line(amountOf("-91827364.55")), line(amountOf("91827364.55"))),
    fc.tuple(line(noAmount)),
    fc.tuple(line(amountOf(sum)), line(oneOf(invalid(text("0.01"))))), // one line too many for the total
  );
  const list = fc.record({ items, as: oneOf(...listFormNames) }).map(({ items, as }): Planned => {
    return { recipe: { is: "list", items: items.map(({ recipe }) => recipe), as }, fate: fateOf(items) };
  });
  const wrong = often<Recipe>(
    [200, anyOdd],
    [100, oneOf<Recipe>(text(MARK), { is: "list", items: [literal(null)], as: "plain" })],
    [1, oneOf(...Object.keys(slow)).map((name) => ({ is: "odd", name }))],
  );
  return often([30, list], [1, wrong.map(invalid)]);
}

const guids = ["a08ff49b-6f77-4632-a16c-43069c43a8c3", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"];
const noGuids = [
  ...["..", "", `${MARK}/..`, "00000000-0000-0000-0000-000000000000", "a08ff49b-6f77-4632-a16c-43069c43a8c3\n"],
  ...["a08ff49b-6f77-4632-a16c-43069c43a8c3/.", "../9b-6f77-4632-a16c-43069c43a8c3", `{${guids[0]}}`],
];
const guid = seldom(
  oneOf(...guids)
    .map(text)
    .map(sent),
  fc.oneof(
    notText,
    oneOf(...noGuids)
      .map(text)
      .map(invalid),
  ),
);

const noCurrencies = ["", "sek", "SE", "S/K", "..", "SEK\n", "SEK/..", "٧٥٢", MARK];
const currency = seldom(
  oneOf("SEK", "EUR", "752", "36").map(text).map(sent),
  fc.oneof(
    notText,
    oneOf(...noCurrencies)
      .map(text)
      .map(invalid),
  ),
);

const fieldsOf: Record<OperationName, fc.Arbitrary<InputPlan["fields"]>> = {
  createOrder: total.chain((sum) => {
    const simple = {
      orderNumber: textField(4, 50),
      totalAmount: seldom(amountOf(sum), noTotal),
      currencyCode: currency,
    };
    const detailed = {
      ...simple,
      lineItems: lines(sum),
      billTo: party,
      shipTo: maybe(party),
      customer: maybe(object({ governmentId: maybe(freeText), extra: maybe(open) })),
      salesChannel: optional(50),
      orderDescription: optional(255, 1),
      purchaseReference: optional(30, 30),
      merchantReference: optional(40, 1),
    };
    return fc.oneof<fc.Arbitrary<InputPlan["fields"]>[]>(fc.record(simple), fc.record(detailed));
  }),
  finalize: total.chain((sum) =>
    fc.record({
      orderId: maybe(guid),
      transactionId: textField(18, 18),
      totalAmount: seldom(amountOf(sum), noTotal),
      lineItems: maybe(lines(sum)),
      invoiceId: maybe(freeText),
    }),
  ),
};

const only = (key: string, recipe: Recipe): Recipe => ({ is: "object", fields: [[key, recipe]], as: "plain" });
const wrongOption = fc.tuple(
  oneOf("timeoutMs", "maxRetries", "headers", "paymentMethod", "authorization", "__proto__", "constructor"),
  anyOdd,
);
const ownHeader = oneOf("authorization", "Host", "content-length", "x-\r\ninjected");

/** What each operation takes beside the options of every call. */
const ownOptions: Record<OperationName, Record<string, Plans<Planned | undefined>>> = {
  createOrder: { paymentMethod: maybe(oneOf(sent(text("other")))) },
  finalize: {
    authorization: maybe(
      object({
        paymentMethod: maybe(oneOf(sent(text("other")))),
        hasLineItems: maybe(oneOf(sent(literal(true)))),
        finalizedBefore: maybe(amountOf("0.00")), // as the server has it
      }),
    ),
  },
};

const optionsOf = (operation: OperationName): Plans =>
  often(
    [8, oneOf(sent(literal(undefined)))],
    [
      2,
      object({
        ...ownOptions[operation],
        maxRetries: maybe(oneOf(sent(number(0)))),
        timeoutMs: maybe(oneOf(sent(number(60_000)))),
        headers: maybe(object({ "x-shop": maybe(oneOf(sent(text(MARK)))) })),
      }),
    ],
    [
      1,
      fc
        .oneof(
          anyOdd,
          oneOf(text(MARK), number(91827364)),
          wrongOption.map(([key, recipe]) => only(key, recipe)),
          fc.tuple(openKey, textField(0, 20)).map(([key, { recipe }]) => only(key, recipe)),
          ownHeader.map((name) => only("headers", only(name, text(`${MARK}\n`)))),
        )
        .map(invalid),
    ],
  );

const plan = (operation: OperationName): fc.Arbitrary<InputPlan> =>
  fc.record({
    operation: oneOf(operation),
    fields: fieldsOf[operation],
    unknown: rarely(12, fc.tuple(openKey, openValue)),
    as: objectForm,
    whole: rarely(60, fc.oneof(anyOdd, oneOf<Recipe>(literal(null), literal(undefined), text(MARK), emptyList))),
    options: optionsOf(operation),
  });

export const inputPlan: fc.Arbitrary<InputPlan> = fc.oneof(plan("createOrder"), plan("finalize"));

/** An input that was made as its plan says, and what must come of it. */
export interface BuiltInput {
  readonly input: unknown;
  readonly options: unknown;
  readonly fate: Fate;
  /** The fields as they are read first; those that give nothing are not there. */
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
