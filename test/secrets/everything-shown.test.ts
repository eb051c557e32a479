import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { everythingShown, leaks } from "./everything-shown.js";

describe("the walk sees a secret wherever it hides", () => {
  const secret = "pl4nted-here";
  class Getter {
    get auth() {
      return secret;
    }
  }
  class Inherited {}
  Object.defineProperty(Inherited.prototype, Symbol("auth"), { value: { password: secret } });

  test.each<[string, unknown]>([
    ["a property", { a: { b: [secret] } }],
    ["a key", { [secret]: 1 }],
    ["a symbol", { [Symbol(secret)]: 1 }],
    ["a property that is not enumerable", Object.defineProperty({}, "a", { value: secret })],
    ["a getter of the class", new Getter()],
    ["a symbol of the class", new Inherited()],
    ["a cause", new Error("x", { cause: new Error("y", { cause: { secret } }) })],
    ["a message", new Error(secret)],
    ["toJSON", { toJSON: () => secret }],
    ["a Map", new Map([["a", secret]])],
    ["the text of a function", () => "pl4nted-here"],
    ["a way of its own to be inspected", { [inspect.custom]: () => secret }],
  ])("%s", (_where, value) => {
    expect(leaks(value, [secret])).not.toEqual([]);
  });

  test("and nothing where there is none", () => {
    expect(leaks(new Error("x", { cause: { a: 1 } }), [secret])).toEqual([]);
    expect(everythingShown({ a: 1 }).size).toBe(14);
  });
});
