import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { everythingShown, leaks } from "./everything-shown.js";

describe("the check for secrets finds", () => {
  const secret = "pl4nted-here";
  class Getter {
    get auth() {
      return secret;
    }
  }
  class Inherited {}
  Object.defineProperty(Inherited.prototype, Symbol("auth"), { value: { password: secret } });

  test.each<[string, unknown]>([
    ["a secret in a property", { a: { b: [secret] } }],
    ["a secret that is a key", { [secret]: 1 }],
    ["a secret in a symbol", { [Symbol(secret)]: 1 }],
    ["a secret in a property that is not enumerable", Object.defineProperty({}, "a", { value: secret })],
    ["a secret behind a getter of the class", new Getter()],
    ["a secret under a symbol of the class", new Inherited()],
    ["a secret in a cause", new Error("x", { cause: new Error("y", { cause: { secret } }) })],
    ["a secret in a message", new Error(secret)],
    ["a secret from toJSON", { toJSON: () => secret }],
    ["a secret in a Map", new Map([["a", secret]])],
    ["a secret in the text of a function", () => "pl4nted-here"],
    ["a secret from a custom inspection", { [inspect.custom]: () => secret }],
  ])("%s", (_where, value) => {
    expect(leaks(value, [secret])).not.toEqual([]);
  });

  test("nothing where there is no secret", () => {
    expect(leaks(new Error("x", { cause: { a: 1 } }), [secret])).toEqual([]);
    expect(everythingShown({ a: 1 }).size).toBe(14);
  });
});
