import { expect, test } from "vitest";
import { fields, readFields, required } from "../../src/model/fields.js";
import * as is from "../../src/model/is.js";

const shape = {
  name: required(is.text, "give the shop's name"),
  limit: is.count,
  since: is.date,
  methods: is.listOf(is.oneOf(["card", "paypal"])),
  labels: is.record<string>((_name, value, fault) => is.text(value, fault)),
  retry: fields({ attempts: is.count, afterMs: is.milliseconds }),
};
const read = (given: unknown) => readFields("open", given, shape, { limits: "give limit, for each page" });

test("fields are read as they are given", () => {
  const given = { name: "shop", limit: 3, methods: ["card"], labels: { a: "b" }, retry: { attempts: 1 } };
  expect(read(given)).toEqual(given);
});

test.each([null, undefined])("a field that is %s is absent, at every depth, even if it is unknown", (nothing) => {
  const labels = { a: nothing, b: "c" };
  const given = { name: "shop", limit: nothing, retry: { attempts: nothing }, labels, whatever: nothing };
  expect(read(given)).toEqual({ name: "shop", retry: {}, labels: { b: "c" } });
});

test("a later change of what was given has no effect", () => {
  const given = { name: "shop", since: new Date(0), methods: ["card"], labels: { a: "b" }, retry: { attempts: 1 } };
  const options = read(given);
  given.since.setTime(1);
  given.methods.push("paypal");
  given.labels.a = "c";
  given.retry.attempts = 2;
  expect(options).toEqual({
    ...given,
    since: new Date(0),
    methods: ["card"],
    labels: { a: "b" },
    retry: { attempts: 1 },
  });
});

test("a getter of a class is read, once", () => {
  let reads = 0;
  class Config {
    limit = 3;
    get name() {
      reads += 1;
      return "shop";
    }
    get secret(): string {
      throw new Error("is read");
    }
  }
  expect(read(new Config())).toEqual({ name: "shop", limit: 3 });
  expect(reads).toBe(1);
});

test.each<[given: unknown, faults: string]>([
  [undefined, "name is required: give the shop's name"],
  [{ Name: "shop" }, "Name is not a known key: did you mean name?"],
  [{ name: "shop", limits: 3 }, "limits is not a known key: give limit, for each page"],
  [{ name: "shop", whatever: 3 }, "whatever is not a known key: remove it"],
  [{ name: "shop", "my secret": 3 }, "(unnamed key) is not a known key: remove it"],
  [{ name: "shop", toString: 3 }, "toString is not a known key: remove it"],
  [{ name: "shop", since: "2026-11-27" }, "since must be a valid Date: give new Date(…)"],
  [{ name: "shop", since: 5 }, "since must be a valid Date: give new Date(5)"],
  [["shop"], "the input must be an object with the keys name, limit, since, methods, labels, retry"],
  [{ name: "shop", retry: 3 }, "retry must be an object with the keys attempts, afterMs"],
  [{ name: "shop", retry: { attempt: 1 } }, "retry.attempt is not a known key: did you mean attempts?"],
  [{ name: "shop", methods: "card" }, "methods must be a list"],
  // biome-ignore lint/suspicious/noSparseArray: JavaScript has such lists
  [{ name: "shop", methods: [, "card"] }, "methods[0] must be one of card, paypal"],
  [{ name: "shop", methods: ["card", "Card"] }, "methods[1] must be one of card, paypal: did you mean card?"],
  [{ name: "shop", labels: ["a"] }, "labels must be an object of names and values"],
  [{ name: "shop", labels: { a: true } }, "labels.a must be text"],
  [{ name: 7, limit: 0 }, "name must be text; limit must be a whole number, 1 or more"],
])("all faults of %j are listed", (given, faults) => {
  expect(() => read(given)).toThrow(new TypeError(`open: ${faults}`));
});

test("properties that other code has added to every object are no fields", () => {
  const added = { name: "evil", limit: "evil", isRequired: true, limits: 3 };
  Object.assign(Object.prototype, added);
  try {
    expect(() => read({ limit: 3 })).toThrow(new TypeError("open: name is required: give the shop's name"));
    expect({ ...read({ name: "shop" }) }).toEqual({ name: "shop" });
  } finally {
    for (const name of Object.keys(added)) Reflect.deleteProperty(Object.prototype, name);
  }
});
