import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { amount, check, text, totalAmount } from "../../src/model/schema.js";

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

test("an amount that is none by the time its fault is told does not get through", () => {
  let reads = 0;
  const shifty = {
    get total() {
      reads += 1;
      return reads < 3 ? "0" : "none";
    },
  };
  expect(check(z.strictObject({ total: totalAmount() }), shifty, {})).toEqual([
    { path: "total", code: "unreadable", message: "total changes while it is read" },
  ]);
});

test("a value that is good when it is read for the second time has no fault to tell", () => {
  const given = ["Coffee", "Tea"];
  const shifty = {
    price: "1.50",
    get name() {
      return given.shift();
    },
  };
  expect(check(priced(), shifty, {})).toEqual([]);
});

test("what a getter throws is thrown on", () => {
  const broken = {
    get name(): string {
      throw new TypeError("the getter's own");
    },
  };
  expect(() => check(priced(), broken, {})).toThrow(new TypeError("the getter's own"));
});

test("a rule that only zod knows is told in zod's words", () => {
  const schema = z.strictObject({ count: z.number().check(z.minimum(3, "must be 3 or more")) });
  expect(check(schema, { count: 2 }, {})).toEqual([
    { path: "count", code: "bad_format", message: "count must be 3 or more" },
  ]);
});

test("an unknown key inside a list, where no key is proposed", () => {
  const schema = z.strictObject({ lines: z.array(z.strictObject({ name: text(1, 5) })) });
  expect(check(schema, { lines: [{ name: "Tea", nam: "Tea" }] }, {})).toEqual([
    { path: "lines[0].nam", code: "unknown_key", message: "lines[0].nam is not a known key: remove it" },
  ]);
});

test("a key that is unknown in an object of a list of a list", () => {
  const part = z.strictObject({ name: text(1, 5) });
  const schema = z.strictObject({ lines: z.array(z.strictObject({ parts: z.array(part) })) });
  expect(check(schema, { lines: [{ parts: [{ name: "Tea", colour: "red" }] }] }, {})).toEqual([
    {
      path: "lines[0].parts[0].colour",
      code: "unknown_key",
      message: "lines[0].parts[0].colour is not a known key: remove it",
    },
  ]);
});

describe("more faults than can be told", () => {
  const broken = {
    get name(): string {
      throw new RangeError("Maximum call stack size exceeded");
    },
  };

  test("are one", () => {
    expect(check(priced(), broken, {})).toEqual([
      { path: "", code: "unreadable", message: "the input has too many faults to list: send fewer values" },
    ]);
    expect(check(priced(), broken, { at: "options" })).toEqual([
      { path: "options", code: "unreadable", message: "options has too many faults to list: send fewer values" },
    ]);
  });

  test("are a thousand at most", () => {
    const names = z.strictObject({ names: z.array(text(1, 5)) });
    expect(check(names, { names: Array(1_001).fill("") }, {})).toHaveLength(1_000);
  });
});

test("null for the whole", () => {
  expect(check(priced(), null, {})).toEqual([{ path: "", code: "wrong_type", message: "the input must be an object" }]);
});

test("a text of one length", () => {
  expect(check(z.strictObject({ code: text(3, 3) }), { code: "SE" }, {})).toEqual([
    { path: "code", code: "too_short", message: "code must be exactly 3 characters long and has 2: lengthen it" },
  ]);
});

test("what is only assumed holds until it is waived", () => {
  const assumed = z.strictObject({ name: text(1, 5, "limits") });
  const fault = {
    path: "name",
    code: "too_long",
    message: "name must be 1 to 5 characters long and has 6: shorten it",
  };
  expect(check(assumed, { name: "Coffee" }, {})).toEqual([fault]);
  expect(check(assumed, { name: "Coffee" }, { waived: new Set(["lineItemTotal"] as const) })).toEqual([fault]);
  expect(check(assumed, { name: "Coffee" }, { waived: new Set(["limits"] as const) })).toEqual([]);
});
