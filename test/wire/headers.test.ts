/** The headers of a merchant. test/errors/messages has the messages. */
import { expect, test } from "vitest";
import { charsetOf, headerFault, joined } from "../../src/wire/headers.js";

const noName = /^has a name that is no HTTP header name/;
const noValue = /^must be text of visible Latin-1/;
const ours = /^is set by the client itself/;

test.each([
  ["x-shop", "1"],
  ["X-Request-ID", "a b\tc"],
  ["!#$%&'*+.^_`|~", "é"],
  ["x-empty", ""],
  ["Accept", "application/vnd.pay.v2+json"],
  ["content-type", "application/json; charset=utf-8"],
])("the header %s with the value %s is valid", (name, value) => {
  expect(headerFault(name, value)).toBeUndefined();
});

const noNames = ["", " ", "x shop", "x:shop", "x-å", "x\r\n", "(x)", '"x"', "__proto__"];
test.each(noNames)("the header name %j is invalid", (name) => {
  expect(headerFault(name, "1")).toMatch(noName);
});

const noValues = ["a\r\nb", "a\nb", "a\0b", "\x7f", "✓", undefined, null, 1, ["a"]];
test.each(noValues)("the header value %j is invalid", (value) => {
  expect(headerFault("x-shop", value)).toMatch(noValue);
});

const oursAlone =
  "accept-encoding Authorization Connection Content-Encoding Content-Length Expect HOST Keep-Alive Proxy-Authorization " +
  "Proxy-Connection TE Trailer Transfer-Encoding Upgrade";
test.each(oursAlone.split(" "))("only the client sets the header %s", (name) => {
  expect(headerFault(name, "1")).toMatch(ours);
});

test("auth may set authorization, and no other header of the client", () => {
  expect(headerFault("Authorization", "Bearer x", "authorization")).toBeUndefined();
  expect(headerFault("Host", "evil.example", "authorization")).toMatch(ours);
});

test.each([
  ["application/json; charset=ISO-8859-1", "ISO-8859-1"],
  ['application/json;Charset="utf-16"; x=1', "utf-16"],
  ["application/json; charset = utf-16", "utf-16"],
  ["application/json", undefined],
  ["application/json; x-charset=utf-16", undefined],
])("the charset of %s is %s", (contentType, charset) => {
  expect(charsetOf({ "content-type": contentType })).toBe(charset);
});

test("a response header without a value, as a caller's fetch may give, is dropped", () => {
  expect(joined(["X-Shop", "1", "x-lonely"])).toStrictEqual({ "x-shop": "1" });
});
