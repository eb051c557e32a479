import { expect, test } from "vitest";
import { urlOf } from "../../src/wire/url.js";

/** The URL of a call with these values in its path. */
function urlWith(base: string, segments: readonly string[]): string {
  const route = segments.map((_, index) => `{value${index}}`).join("/");
  const values = Object.fromEntries(segments.map((segment, index) => [`value${index}`, segment]));
  return urlOf(base, route, values);
}

test.each([
  ["a space", "A B", "A%20B"],
  ["a backslash", "A\\B", "A%5CB"],
  ["dots and a slash", "a../.b/..c/...", "a..%2F.b%2F..c%2F..."],
  ["encoded dots", "%2e%2e", "%252e%252e"],
  ["a question mark", "A?B=1", "A%3FB%3D1"],
  ["an address", "https://evil.example", "https%3A%2F%2Fevil.example"],
  ["an at sign", "user@evil.example", "user%40evil.example"],
  ["a line break, which a URL parser would drop", "A\r\nB", "A%0D%0AB"],
  ["letters beyond ASCII", "Åsa", "%C3%85sa"],
  ["an emoji", "👟", "%F0%9F%91%9F"],
  ["what URLs leave alone", "a-b_c.d~e!f*g'h(i)", "a-b_c.d~e!f*g'h(i)"],
])("%s stays inside its segment of the path", (_what, segment, encoded) => {
  const url = urlWith("https://pay.example/api", ["orders", segment, "SEK"]);
  expect(url).toBe(`https://pay.example/api/orders/${encoded}/SEK`);
  expect(new URL(url).href).toBe(url); // a URL parser changes nothing
});

test("a path needs each of its values", () => {
  const rule = new RangeError("a value for the path is empty, has a dot segment or is not well-formed");
  expect(() => urlOf("https://pay.example", "orders/{orderId}", {})).toThrow(rule);
});

/** A URL parser or a proxy would drop or resolve these. */
const noSegments = ["", ".", "..", "../../admin", "A/..", "A\\.\\B", "..;A", "A\ud83d", "\udc5fA"];
test.each(noSegments)("the segment %j is invalid", (segment) => {
  expect(() => urlWith("https://pay.example/api", ["orders", segment])).toThrow(RangeError);
});
