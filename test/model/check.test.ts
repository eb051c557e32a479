import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { amount, check, text } from "../../src/model/schema.js";

const priced = () => z.strictObject({ name: text(1, 5), price: amount() });

describe("a schema that is used often", () => {
  test("finds nothing in a good value, however often", () => {
    const schema = priced();
    const findings = Array.from({ length: 25 }, () => check(schema, { name: "Tea", price: "1.50" }, {}));
    expect(findings).toEqual(Array(25).fill([]));
  });

  test("finds the same faults in a bad one, however often", () => {
    const schema = priced();
    const findings = Array.from({ length: 25 }, () =>
      check(schema, { name: "Coffee", price: null, colour: "red" }, {}),
    );
    expect(findings).toEqual(
      Array(25).fill([
        {
          path: "name",
          code: "too_long",
          message: "name must be 1 to 5 characters long and has 6: shorten it",
        },
        {
          path: "price",
          code: "wrong_type",
          message: 'price must be an amount: decimal text like "125.00", a number or a Decimal',
        },
        { path: "colour", code: "unknown_key", message: "colour is not a known key: remove it" },
      ]),
    );
  });
});

test("a getter that gives something else each time does not get through", () => {
  let reads = 0;
  const shifty = {
    price: "1.50",
    get name() {
      reads += 1;
      return reads < 3 ? "" : "Tea";
    },
  };
  expect(check(priced(), shifty, {})).toEqual([
    { path: "name", code: "unreadable", message: "name changes while it is read" },
  ]);
});
