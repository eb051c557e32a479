import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import type { KnownField, KnownFields } from "../../src/model/known-fields.js";
import { plain } from "../../src/model/plain.js";
import { isFields } from "../../src/model/schema.js";
import { jsonNumber } from "../../src/wire/json.js";
import { sentOrder } from "../support/checked-input.js";
import { order as simple } from "../support/client.js";

const order = { ...simple, lineItems: [], billTo: {} };
const open = "open";
const fields = (...names: string[]): KnownFields => new Map(names.map((name) => [name, open]));

/** The copy as JSON carries it. */
const copied = (value: unknown, known: KnownField = open) => JSON.stringify(plain(value, { known }).value);

/** Where faults are, and which. */
const faults = (value: unknown) =>
  plain(value, { known: open }).issues.map(({ path, code, message }) => {
    expect(code).toBe("unreadable");
    return [path, message.replace(`${path === "" ? "the input" : path} `, "")];
  });

const threw = "cannot be read, because a getter, a Proxy or toJSON threw: give plain data";
const notPlain = "must be a plain object, an array or a simple value, so that JSON can carry it";
const noJson = (kind: string) => `must be a JSON value, not a ${kind}: convert it to text or leave it out`;
const tooMuch =
  "makes the input too large (at most 2000000 values or 64000000 characters): leave out what does not belong in it";
const notFinite = "must be finite: JSON has no NaN and no Infinity";
const noDecimal = "must be a finite Decimal of at most 40 digits";
const gap = "must not be null or undefined: take it out of the list";

describe("the client sends what it has checked", () => {
  test("because it reads a getter once", async () => {
    const amounts = ["125.00", "999999.00"];
    const shifty = {
      ...order,
      get totalAmount() {
        return amounts.shift();
      },
    };
    expect((await sentOrder(shifty)).body).toContain('"totalAmount":125.00,');
    expect(amounts).toEqual(["999999.00"]);
  });

  test("because it asks a proxy once for each property", () => {
    const asked: PropertyKey[] = [];
    const proxy = new Proxy({ vip: true } as Record<PropertyKey, unknown>, {
      get(target, key) {
        if (key === "vip") asked.push(key);
        return target[key];
      },
    });
    expect(copied({ billTo: proxy })).toBe('{"billTo":{"vip":true}}');
    expect(asked).toEqual(["vip"]);
  });

  test("although the caller changes the input during the call", async () => {
    const changing = { ...order, lineItems: [{ totalLineAmount: "125.00", components: ["a"] }] };
    const sending = sentOrder(changing);
    changing.totalAmount = "999999.00";
    changing.lineItems[0]?.components.push("b");
    const sent = '"totalAmount":125.00,"lineitems":[{"totalLineAmount":125.00,"components":["a"]}]';
    expect((await sending).body).toContain(sent);
  });

  test("and accepts a frozen input", async () => {
    const frozen = Object.freeze({ ...order, billTo: Object.freeze({}), lineItems: Object.freeze([]) });
    expect(await sentOrder(frozen)).toMatchObject({ path: "/api/orders/create" });
  });
});

describe("the copy of an input", () => {
  const noon = new Date("2026-03-04T12:00:00Z");
  const withHidden = Object.create({ inherited: 1 }, { hidden: { value: 2 }, shown: { value: 3, enumerable: true } });

  test.each([
    ["lacks null and undefined at every depth", { a: null, b: { c: undefined, d: [{ e: null }] } }, '{"b":{"d":[{}]}}'],
    ["has a Date through its toJSON", { since: noon }, '{"since":"2026-03-04T12:00:00.000Z"}'],
    ["lacks an invalid Date", { since: new Date(Number.NaN) }, "{}"],
    ["has what toJSON returns", { price: { toJSON: () => ({ amount: 1, none: null }) } }, '{"price":{"amount":1}}'],
    ["has every digit of a Decimal", [new Decimal("1e25"), new Decimal("0.10")], `[1${"0".repeat(25)},0.1]`],
    ["has a JSON number of the caller's own", { a: jsonNumber("1.10") }, '{"a":1.10}'],
    ["has only own, enumerable, named properties", withHidden, '{"shown":3}'],
    ["has no symbols", { [Symbol("secret")]: 1, a: 2 }, '{"a":2}'],
    ["has an object without a prototype", Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ["has up to 32 levels", JSON.parse(`${"[".repeat(33)}${"]".repeat(33)}`), `${"[".repeat(33)}${"]".repeat(33)}`],
  ])("%s", (_what, value, text) => {
    expect(plain(value, { known: open }).issues).toEqual([]);
    expect(copied(value)).toBe(text);
  });

  test("has a class's getters that are named like a known field, its parent's too", () => {
    class Priced {
      get totalLineAmount() {
        return "125.00";
      }
      get margin() {
        throw new Error("nobody's business");
      }
    }
    class Line extends Priced {
      readonly name = "Shoes";
      get quantity() {
        return 1;
      }
      set unitMeasure(_value: string) {}
      articleNumber() {}
    }
    const known = fields("name", "quantity", "totalLineAmount", "unitMeasure", "articleNumber");
    expect(copied(new Line(), known)).toBe('{"name":"Shoes","quantity":1,"totalLineAmount":"125.00"}');
    expect(plain(new Line(), { known }).issues).toEqual([]);
    expect(copied(new Line())).toBe('{"name":"Shoes"}');
  });

  test("prefers an own property to a getter of the class", () => {
    class Line {
      get name() {
        return "of the class";
      }
    }
    const names = ["its own", "read twice"];
    const own = Object.defineProperty(new Line(), "name", { get: () => names.shift(), enumerable: true });
    expect(copied(own, fields("name"))).toBe('{"name":"its own"}');
  });

  test("has nothing from a polluted Object.prototype", () => {
    const polluted = Object.prototype as unknown as Record<string, unknown>;
    Object.assign(polluted, { left: { by: "a library" }, toJSON: () => "evil" });
    try {
      const known = new Map<string, KnownField>([...fields("left"), ["billTo", fields("left")]]);
      const { value } = plain({ billTo: {} }, { known });
      expect(value).not.toHaveProperty("left");
      expect(value).not.toHaveProperty("billTo.left");
    } finally {
      delete polluted["left"];
      delete polluted["toJSON"];
    }
  });

  test("keeps a signal as it is", () => {
    const signal = new AbortController().signal;
    const known = new Map([["signal", "kept"]]) as KnownFields;
    expect(plain({ signal }, { known, at: "options" })).toMatchObject({ value: { signal }, issues: [] });
    expect(plain({ signal: null }, { known })).toMatchObject({ value: {}, issues: [] });
  });
});

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ["text", false],
])("%j is an object with fields: %s", (value, isOne) => {
  expect(isFields(value)).toBe(isOne);
});

describe("the copying of an input reports", () => {
  const broken = {
    get name() {
      throw new Error("geheim");
    },
    since: 1n,
    city: "Umeå",
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  test.each([
    ["a bigint", 125n, noJson("bigint")],
    ["a function", () => "x", noJson("function")],
    ["a symbol", Symbol("x"), noJson("symbol")],
    ["a Map", new Map([["a", 1]]), notPlain],
    ["a RegExp", /x/, notPlain],
    ["an Error", new Error("geheim"), notPlain],
    ["bytes", new Uint8Array([1]), notPlain],
    ["a Promise", Promise.resolve(1), notPlain],
    ["a String object", Object("text"), notPlain],
    ["NaN", Number.NaN, notFinite],
    ["Infinity", Number.POSITIVE_INFINITY, notFinite],
    ["a Decimal that is NaN", new Decimal(Number.NaN), noDecimal],
    ["a Decimal of 41 digits", new Decimal(`1.${"3".repeat(40)}`), noDecimal],
    ["a revoked proxy", proxy, threw],
    ["an object whose tag throws", Object.defineProperty({}, "toStringTag", { get: () => JSON.parse("{") }), threw],
    ["toJSON that throws", { toJSON: () => JSON.parse("{") }, threw],
    ["toJSON that gives a bigint", { toJSON: () => 1n }, noJson("bigint")],
    ["null", null, gap],
    ["undefined", undefined, gap],
    ["an invalid Date", new Date(Number.NaN), gap],
  ])("%s in a list", (_what, value, rule) => {
    expect(faults({ billTo: { extra: [value] } })).toEqual([["billTo.extra[0]", rule]]);
  });

  test("each fault of an object, and copies the rest of it", () => {
    expect(faults({ billTo: broken })).toEqual([
      ["billTo.name", threw],
      ["billTo.since", noJson("bigint")],
    ]);
    expect(copied({ billTo: broken })).toBe('{"billTo":{"city":"Umeå"}}');
  });

  test("an input that cannot be read at all", () => {
    expect(faults(proxy)).toEqual([["", threw]]);
    expect(plain(1n, { known: open, at: "options" }).issues).toMatchObject([{ path: "options" }]);
  });

  test("an own key __proto__", () => {
    expect(faults(JSON.parse('{"billTo":{"__proto__":{"vip":true},"city":"Umeå"}}'))).toEqual([
      ["billTo.__proto__", "must not be a key of data: remove it"],
    ]);
  });

  test("holes in a list", () => {
    expect(faults(new Array(2))).toEqual([
      ["[0]", gap],
      ["[1]", gap],
    ]);
  });

  test("an object that contains itself", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(faults(circle)).toEqual([
      [`self${".self".repeat(32)}`, "is nested deeper than 32 levels or contains itself"],
    ]);
  });

  test("more than two million values, once", () => {
    expect(faults({ many: new Array(2_100_000).fill(0), more: [1, 2, 3] })).toEqual([["many[1999997]", tooMuch]]);
  });

  test("more than 64 million characters, once", () => {
    const text = "x".repeat(31_999_950);
    expect(faults({ a: text, b: text })).toEqual([]);
    expect(faults({ a: text, b: text, c: 1n, d: 1n })).toEqual([["c", tooMuch]]);
  });

  test("more than 64 million characters in the digits of numbers", () => {
    const number = jsonNumber("9".repeat(31_000_000));
    expect(faults({ a: number, b: number, c: number })).toEqual([["c", tooMuch]]);
  });

  test("at most a hundred faults", () => {
    expect(faults(new Array(5000).fill(1n))).toHaveLength(100);
  });
});
