import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { takeSnapshot } from "../../src/model/snapshot.js";
import { refusedOrder, sentOrder } from "../support/stub-client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK", lineItems: [], billTo: {} };

const unreadable = (path: string, rule: string) => [{ path, code: "unreadable", message: `${path} ${rule}` }];
const threw = "cannot be read: a getter, a proxy or toJSON threw";
const notPlain = "must be a plain object, an array or a simple value, so that JSON can carry it";
const hasGetters = "must be a plain object: its class has getters, which JSON does not carry";
const tooMuch = "is too much: an input may hold 2000000 values and 64000000 characters";
const tooDeep = "is nested deeper than 32 levels or contains itself";

/** A list that holds a list that holds … */
function nested(levels: number): unknown[] {
  return levels === 1 ? [] : [nested(levels - 1)];
}

describe("what is checked is what is sent", () => {
  test("a getter is read once", async () => {
    const amounts = ["125.00", "999999.00"];
    const shifty = {
      ...order,
      lineItems: [{ totalLineAmount: "125.00" }],
      get totalAmount() {
        return amounts.shift();
      },
    };
    expect((await sentOrder(shifty)).body).toContain('"totalAmount":125.00,');
    expect(amounts).toEqual(["999999.00"]);
  });

  test("a proxy is asked once for each property", async () => {
    const asked: string[] = [];
    const billTo = new Proxy({ vip: true } as Record<string, unknown>, {
      get(target, key) {
        if (key === "vip") asked.push(key);
        return Reflect.get(target, key);
      },
    });
    expect((await sentOrder({ ...order, billTo })).body).toContain('"billTo":{"vip":true}');
    expect(asked).toEqual(["vip"]);
  });

  test("the input may be changed while the call is under way", async () => {
    const changing = { ...order, billTo: { city: "Umeå" } };
    const sending = sentOrder(changing);
    changing.totalAmount = "999999.00";
    changing.billTo.city = "Luleå";
    expect((await sending).body).toBe(
      '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[],"billTo":{"city":"Umeå"}}',
    );
  });

  test("a frozen input is left alone", async () => {
    const frozen = Object.freeze({ ...order, billTo: Object.freeze({}), lineItems: Object.freeze([]) });
    expect(await sentOrder(frozen)).toMatchObject({ path: "/api/orders/create" });
  });

  test("class instances, objects without a prototype and inherited getters", async () => {
    class Party {
      readonly name = { firstName: "Åsa" };
    }
    const shipTo = Object.assign(Object.create(null), { city: "Umeå" });
    const { body } = await sentOrder({ ...order, billTo: new Party(), shipTo });
    expect(body).toContain('"billTo":{"name":{"firstName":"Åsa"}},"shipTo":{"city":"Umeå"}');
  });
});

describe("what is copied", () => {
  test("is the input's own, deeply, without fields that are undefined", () => {
    const tags = ["a", { b: 1 }];
    const billTo = { name: undefined, tags, city: "Umeå" };
    const { value, issues } = takeSnapshot({
      billTo,
      shipTo: undefined,
      lineItems: [{ id: "1", name: undefined }, {}],
    });
    tags.push("later");
    billTo.city = "Luleå";
    expect(value).toStrictEqual({ billTo: { tags: ["a", { b: 1 }], city: "Umeå" }, lineItems: [{ id: "1" }, {}] });
    expect(issues).toEqual([]);
  });

  test("holds a key __proto__ like any other", () => {
    const given = '{"__proto__":{"a":{"b":"c"}},"d":[]}';
    expect(JSON.stringify(takeSnapshot(JSON.parse(given)).value)).toBe(given);
    expect(JSON.stringify(takeSnapshot({ ...JSON.parse(given), e: undefined }).value)).toBe(given);
  });

  test("is not what a library put on Object.prototype", () => {
    const polluted = Object.prototype as unknown as Record<string, unknown>;
    polluted["left"] = { by: "a library" };
    try {
      const { value } = takeSnapshot({ billTo: {} });
      expect(JSON.stringify(value)).toBe('{"billTo":{}}');
    } finally {
      delete polluted["left"];
    }
  });

  test("says of one object that it cannot be read, and goes on with the next", () => {
    const broken = {
      get name() {
        throw new Error("geheim");
      },
    };
    const { value, issues } = takeSnapshot({ billTo: broken, shipTo: { city: "Umeå" } });
    expect(issues).toEqual(unreadable("billTo", threw));
    expect(value).toStrictEqual({ shipTo: { city: "Umeå" } });
  });
});

describe("what cannot be read is reported", () => {
  test("a getter that throws", async () => {
    const billTo = {
      get name() {
        throw new Error("geheim");
      },
    };
    expect(await refusedOrder({ ...order, billTo })).toEqual(unreadable("billTo", threw));
  });

  test("a revoked proxy", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(await refusedOrder({ ...order, billTo: { name: proxy } })).toEqual(unreadable("billTo.name", threw));
  });

  test("the whole input", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const [fault] = await refusedOrder(proxy);
    expect(fault).toEqual({ path: "", code: "unreadable", message: `the input ${threw}` });
  });

  test("an object that contains itself", async () => {
    const billTo: Record<string, unknown> = {};
    billTo["self"] = billTo;
    const [fault] = await refusedOrder({ ...order, billTo });
    expect(fault).toMatchObject({ code: "unreadable", path: `billTo${".self".repeat(32)}` });
    expect(fault?.message).toContain(tooDeep);
  });

  test.each([
    ["a bigint", 125n, "must be a JSON value, not a bigint: convert it to text or leave it out"],
    ["a function", () => "x", "must be a JSON value, not a function: convert it to text or leave it out"],
    ["a symbol", Symbol("x"), "must be a JSON value, not a symbol: convert it to text or leave it out"],
    ["a Map", new Map([["a", 1]]), notPlain],
    ["a Set", new Set([1]), notPlain],
    ["a RegExp", /x/, notPlain],
    ["an Error", new Error("geheim"), notPlain],
    ["bytes", new Uint8Array([1]), notPlain],
    ["a Promise", Promise.resolve(1), notPlain],
    ["a String object", Object("text"), notPlain],
    ["NaN", Number.NaN, "must be finite: JSON has no NaN and no Infinity"],
    ["Infinity", Number.POSITIVE_INFINITY, "must be finite: JSON has no NaN and no Infinity"],
    ["a Decimal that is NaN", new Decimal(Number.NaN), "must be a finite Decimal of at most 40 digits"],
    ["a Decimal of 41 digits", new Decimal(`1.${"3".repeat(40)}`), "must be a finite Decimal of at most 40 digits"],
    ["toJSON that throws", { toJSON: () => JSON.parse("{") }, threw],
    [
      "toJSON that gives a bigint",
      { toJSON: () => 1n },
      "must be a JSON value, not a bigint: convert it to text or leave it out",
    ],
  ])("%s", async (_what, value, rule) => {
    const { issues } = takeSnapshot({ billTo: { extra: [value] } });
    expect(issues).toEqual(unreadable("billTo.extra[0]", rule));
  });

  test("an object whose class has getters, which would be left out silently", () => {
    class Money {
      get amount() {
        return "125.00";
      }
    }
    class Price extends Money {
      readonly currency = "SEK";
    }
    expect(takeSnapshot({ price: new Price() }).issues).toEqual(unreadable("price", hasGetters));
  });

  test("more than two million values, once", () => {
    const { issues } = takeSnapshot({ many: new Array(2_100_000), more: [1, 2, 3] });
    expect(issues).toEqual(unreadable("many[1999998]", tooMuch));
  });

  test("more than 64 million characters, once", () => {
    const text = "x".repeat(31_999_999); // and a key each
    expect(takeSnapshot({ a: text, b: text }).issues).toEqual([]);
    expect(takeSnapshot({ a: text, b: text, c: "x", d: "x" }).issues).toEqual(unreadable("c", tooMuch));
  });

  test("more than a thousand faults: the first thousand", () => {
    expect(takeSnapshot({ many: new Array(5000).fill(1n) }).issues).toHaveLength(1000);
  });
});

describe("what JSON carries", () => {
  test("a Date through its toJSON", async () => {
    const { body } = await sentOrder({ ...order, billTo: { since: new Date("2026-03-04T12:00:00Z") } });
    expect(body).toContain('"billTo":{"since":"2026-03-04T12:00:00.000Z"}');
  });

  test("an invalid Date as null, as JSON does", async () => {
    const { body } = await sentOrder({ ...order, billTo: { since: new Date(Number.NaN) } });
    expect(body).toContain('"billTo":{"since":null}');
  });

  test("holes and undefined in a list as null, as JSON does", async () => {
    const tags = ["a", undefined, "c"];
    tags.length = 4;
    const { body } = await sentOrder({ ...order, billTo: { tags } });
    expect(body).toContain('"billTo":{"tags":["a",null,"c",null]}');
  });

  test("undefined in an object as nothing", async () => {
    const { body } = await sentOrder({ ...order, billTo: { a: undefined, b: null, c: false } });
    expect(body).toContain('"billTo":{"b":null,"c":false}');
  });

  test("__proto__ as a key like any other", async () => {
    const billTo = JSON.parse('{"__proto__":{"vip":true},"a":1}');
    const { body } = await sentOrder({ ...order, billTo });
    expect(body).toContain('"billTo":{"__proto__":{"vip":true},"a":1}');
    expect({}).not.toHaveProperty("vip");
  });

  test("only own, enumerable, named properties", async () => {
    const billTo = Object.create({ inherited: 1 }, { hidden: { value: 2 }, shown: { value: 3, enumerable: true } });
    billTo[Symbol("symbol")] = 4;
    expect((await sentOrder({ ...order, billTo })).body).toContain('"billTo":{"shown":3}');
    expect(Reflect.ownKeys(takeSnapshot(billTo).value as object)).toEqual(["shown"]);
  });

  test("a field whose toJSON gives nothing as no field", async () => {
    const nothing = { toJSON: () => undefined };
    const lineItems = [{ totalLineAmount: "125.00", quantity: nothing, name: nothing, colour: nothing }] as never;
    expect((await sentOrder({ ...order, lineItems, billTo: { city: nothing } as never })).body).toBe(
      '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[{"totalLineAmount":125.00}],"billTo":{}}',
    );
  });

  test("a Decimal of 40 digits", () => {
    const { value, issues } = takeSnapshot({ rate: new Decimal(`1.${"3".repeat(39)}`) });
    expect(issues).toEqual([]);
    expect(JSON.stringify(value)).toBe('{"rate":1.333333333333333333333333333333333333333}');
  });

  test("keys count as text", () => {
    const { issues } = takeSnapshot({ billTo: { ["k".repeat(64_000_001)]: { city: "Umeå" } } });
    expect(issues.map(({ code }) => code)).toEqual(["unreadable"]);
  });

  test("32 levels and no more", () => {
    expect(takeSnapshot({ levels: nested(32) }).issues).toEqual([]);
    expect(takeSnapshot({ levels: nested(33) }).issues).toEqual(unreadable(`levels${"[0]".repeat(32)}`, tooDeep));
  });
});

test("what is to be kept is taken over as it is, and everything stands where the caller gave it", () => {
  const signal = new AbortController().signal;
  const { value, issues } = takeSnapshot({ signal, other: 1n }, "options", "signal");
  expect((value as { signal: unknown }).signal).toBe(signal);
  expect(issues).toEqual(
    unreadable("options.other", "must be a JSON value, not a bigint: convert it to text or leave it out"),
  );
});
