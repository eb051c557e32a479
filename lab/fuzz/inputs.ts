import fc from "fast-check";
import {
  amountOf,
  anyOdd,
  noAmount,
  noText,
  noTotal,
  objectForm,
  openKey,
  openValue,
  type Planned,
  refused,
  sent,
  text,
  textField,
} from "./input-fields.ts";
import { textOf, total } from "./input-texts.ts";
import { MARK, slow } from "./odd-values.ts";
import type { OperationName } from "./oracle.ts";
import { listFormNames, type ObjectForm, type Recipe } from "./recipes.ts";

/** An input of a call, and its options, as a plan. */
export interface InputPlan {
  readonly operation: OperationName;
  readonly fields: Readonly<Record<string, Planned | undefined>>;
  /** A key that the operation does not know. */
  readonly unknown: readonly [key: string, recipe: Recipe] | undefined;
  readonly as: ObjectForm;
  /** Instead of an object with fields. */
  readonly whole: Recipe | undefined;
  readonly options: Planned;
}

const literal = (value: null | undefined): Recipe => ({ is: "literal", value });

const object = (fields: Record<string, fc.Arbitrary<Planned | undefined>>): fc.Arbitrary<Planned> =>
  fc.record({ fields: fc.record(fields), as: objectForm }).map(({ fields, as }) => {
    const given = Object.entries(fields).flatMap(([key, planned]) => (planned === undefined ? [] : [{ key, planned }]));
    const recipe: Recipe = {
      is: "object",
      fields: given.map(({ key, planned }) => [key, planned.recipe] as const),
      as,
    };
    return { recipe, fate: given.some(({ planned }) => planned.fate === "refused") ? "refused" : undefined };
  });

/** One time in so many. */
const rarely = <T>(times: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const maybe = (field: fc.Arbitrary<Planned>): fc.Arbitrary<Planned | undefined> => rarely(2, field);
const open = openValue.map(sent);
const seldom = (usual: fc.Arbitrary<Planned>, odd: fc.Arbitrary<Planned>) =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });

const aDecimal: Recipe = { is: "decimal", text: "91827364.5", of: "own" }; // an object by its type

const freeText = seldom(textOf(0, 60).map(text).map(sent), noText);

const party = seldom(
  object({
    name: maybe(object({ firstName: maybe(textField(1, 50)), nick: maybe(open) })),
    address: maybe(object({ city: maybe(freeText), geo: maybe(open) })),
    extra: maybe(open),
  }),
  fc.oneof(noText, fc.constantFrom(text(MARK), aDecimal).map(refused)).filter(({ recipe }) => recipe.is !== "object"),
);

const line = (amount: fc.Arbitrary<Planned>) =>
  object({
    totalLineAmount: amount,
    name: maybe(textField(1, 255)),
    quantity: maybe(seldom(amountOf("1.50"), noAmount)),
    travelData: maybe(open),
    extra: maybe(open),
  });

/** Lines that add up to the total, or a list that must be refused. */
function lines(sum: string): fc.Arbitrary<Planned> {
  const list = fc
    .record({
      items: fc.oneof(
        fc.constant([]),
        fc.tuple(line(amountOf(sum))),
        fc.tuple(line(amountOf("0.00")), line(amountOf(sum))),
        fc.tuple(line(amountOf(sum)), line(amountOf("-91827364.55")), line(amountOf("91827364.55"))),
        fc.tuple(line(noAmount)),
        fc.tuple(line(amountOf(sum)), line(fc.constant(refused(text("0.01"))))), // one line too many for the total
      ),
      as: fc.constantFrom(...listFormNames),
    })
    .map(({ items, as }): Planned => {
      const recipe: Recipe = { is: "list", items: items.map((item) => item.recipe), as };
      return { recipe, fate: items.some(({ fate }) => fate === "refused") ? "refused" : undefined };
    });
  const wrong = fc.oneof(
    {
      weight: 300,
      arbitrary: fc.oneof(
        anyOdd,
        fc.constantFrom<Recipe>(text(MARK), { is: "list", items: [literal(null)], as: "plain" }),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(slow)).map((name): Recipe => ({ is: "odd", name })) },
  );
  return fc.oneof({ weight: 30, arbitrary: list }, { weight: 1, arbitrary: wrong.map(refused) });
}

const optional = (most: number, least = 0) => maybe(textField(least, most));
const guid = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .constantFrom("a08ff49b-6f77-4632-a16c-43069c43a8c3", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")
      .map(text)
      .map(sent),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      noText,
      fc
        .constantFrom(
          "..",
          "",
          `${MARK}/..`,
          "00000000-0000-0000-0000-000000000000",
          "a08ff49b-6f77-4632-a16c-43069c43a8c3\n",
          "a08ff49b-6f77-4632-a16c-43069c43a8c3/.",
          "../9b-6f77-4632-a16c-43069c43a8c3",
          "{a08ff49b-6f77-4632-a16c-43069c43a8c3}",
        )
        .map(text)
        .map(refused),
    ),
  },
);

const currency = seldom(
  fc.constantFrom("SEK", "EUR", "752", "36").map(text).map(sent),
  fc.oneof(
    noText,
    fc.constantFrom("", "sek", "SE", "S/K", "..", "SEK\n", "SEK/..", "٧٥٢", MARK).map(text).map(refused),
  ),
);

const fieldsOf: Record<OperationName, fc.Arbitrary<Record<string, Planned | undefined>>> = {
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
    return fc.oneof<fc.Arbitrary<Record<string, Planned | undefined>>[]>(fc.record(simple), fc.record(detailed));
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

const options: fc.Arbitrary<Planned> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(sent(literal(undefined))) },
  {
    weight: 2,
    arbitrary: object({
      maxRetries: maybe(fc.constant(sent({ is: "number", number: 0 }))),
      timeoutMs: maybe(fc.constant(sent({ is: "number", number: 60_000 }))),
      headers: maybe(object({ "x-shop": maybe(fc.constant(sent(text(MARK)))) })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(
      anyOdd.map(refused),
      fc.constantFrom(text(MARK), { is: "number", number: 91827364 } as const).map(refused),
      fc
        .tuple(
          fc.constantFrom(
            "timeoutMs",
            "maxRetries",
            "headers",
            "signal",
            "paymentMethod",
            "authorization",
            "__proto__",
            "constructor",
          ),
          anyOdd,
        )
        .filter(([key]) => key !== "signal")
        .map(([key, recipe]) => refused({ is: "object", fields: [[key, recipe]], as: "plain" })),
      fc
        .tuple(openKey, textField(0, 20))
        .map(([key, { recipe }]) => refused({ is: "object", fields: [[key, recipe]], as: "noPrototype" })),
      fc.constantFrom("authorization", "Host", "content-length", "x-\r\ninjected").map((name) =>
        refused({
          is: "object",
          fields: [["headers", { is: "object", fields: [[name, text(`${MARK}\n`)]], as: "plain" }]],
          as: "plain",
        }),
      ),
    ),
  },
);

const plan = (operation: OperationName): fc.Arbitrary<InputPlan> =>
  fc.record({
    operation: fc.constant(operation),
    fields: fieldsOf[operation],
    unknown: rarely(12, fc.tuple(openKey, openValue)),
    as: objectForm,
    whole: rarely(
      60,
      fc.oneof(
        anyOdd,
        fc.constantFrom<Recipe>(literal(null), literal(undefined), text(MARK), { is: "list", items: [], as: "plain" }),
      ),
    ),
    options,
  });

export const inputPlan: fc.Arbitrary<InputPlan> = fc.oneof(plan("createOrder"), plan("finalize"));
