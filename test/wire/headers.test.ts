/** The headers of a merchant. test/errors/messages/messages.md has the messages. */
import { expect, test } from "vitest";
import { areUnsendable, headerFault, requestHeaders } from "../../src/wire/headers.js";

const noName = /^has a name that is no HTTP header name/;
const noValue = /^must be text of visible Latin-1/;
const ours = /^is set by the client itself/;

test.each([
  ["x-shop", "1"],
  ["X-Request-ID", "a b\tc"],
  ["!#$%&'*+.^_`|~", "é"],
  ["x-empty", ""],
])("the header %s with the value %s is valid", (name, value) => {
  expect(headerFault(name, value)).toBeUndefined();
});

test.each(["", " ", "x shop", "x:shop", "x-å", "x\r\n", "(x)", '"x"', "__proto__"])(
  "the header name %j is invalid",
  (name) => {
    expect(headerFault(name, "1")).toMatch(noName);
  },
);

test.each(["a\r\nb", "a\nb", "a\0b", "\x7f", "✓", undefined, null, 1, ["a"]])(
  "the header value %j is invalid",
  (value) => {
    expect(headerFault("x-shop", value)).toMatch(noValue);
  },
);

test.each(
  (
    "Accept accept-encoding Authorization Connection Content-Encoding Content-Length content-type Expect HOST Keep-Alive " +
    "Proxy-Authorization Proxy-Connection TE Trailer Transfer-Encoding Upgrade User-Agent"
  ).split(" "),
)("only the client sets the header %s", (name) => {
  expect(headerFault(name, "1")).toMatch(ours);
});

test("auth may set authorization, and no other header of the client", () => {
  expect(headerFault("Authorization", "Bearer x", ["authorization"])).toBeUndefined();
  expect(headerFault("Host", "evil.example", ["authorization"])).toMatch(ours);
});

test("the client sets these headers, without a body and with one", () => {
  const always = { accept: "application/json", "user-agent": "merchant-payments/1.0.0" };
  expect(requestHeaders("", "merchant-payments/1.0.0")).toEqual(always);
  expect(requestHeaders("{}", "merchant-payments/1.0.0")).toEqual({ ...always, "content-type": "application/json" });
});

test("an error that cannot even be looked at is not taken for one of headers", () => {
  const broken = new Proxy({}, { get: () => JSON.parse("no"), getPrototypeOf: () => JSON.parse("no") });
  expect(areUnsendable(broken)).toBe(false);
});
