import { describe, expect, test } from "vitest";
import { headerFault, requestHeaders } from "../../src/wire/headers.js";

describe("a header of the merchant's own", () => {
  test.each([
    ["x-shop", "1"],
    ["X-Request-ID", "a b\tc"],
    ["!#$%&'*+.^_`|~", "é"],
    ["x-empty", ""],
  ])("%s: %s", (name, value) => {
    expect(headerFault(name, value)).toBeUndefined();
  });

  test.each(["", " ", "x shop", "x:shop", "x-å", "x\r\n", "(x)", '"x"'])("%j is no name", (name) => {
    expect(headerFault(name, "1")).toBe("has a name that is no HTTP header name: use letters, digits and hyphens");
  });

  test.each(["a\r\nb", "a\nb", "a\0b", "\x7f", "✓", undefined, null, 1, ["a"]])("%j is no value", (value) => {
    expect(headerFault("x-shop", value)).toBe("must be text of visible Latin-1 characters: encode anything else");
  });

  test.each([
    "Accept",
    "accept-encoding",
    "Connection",
    "Content-Encoding",
    "Content-Length",
    "content-type",
    "Expect",
    "HOST",
    "Keep-Alive",
    "Proxy-Authorization",
    "Proxy-Connection",
    "TE",
    "Trailer",
    "Transfer-Encoding",
    "Upgrade",
  ])("%s is not the merchant's to set", (name) => {
    expect(headerFault(name, "1")).toBe("is set by the client itself: leave it out");
  });

  test("Authorization has an option of its own", () => {
    expect(headerFault("Authorization", "Bearer x")).toBe("is set by the client itself: use auth");
  });

  test("User-Agent has an option of its own", () => {
    expect(headerFault("User-Agent", "shop/1")).toBe("is set by the client itself: use appInfo");
  });

  test("what auth gives may hold authorization, and nothing else of the client's", () => {
    expect(headerFault("Authorization", "Bearer x", ["authorization"])).toBeUndefined();
    expect(headerFault("Host", "evil.example", ["authorization"])).toBe("is set by the client itself: leave it out");
  });
});

describe("the headers that are ours to set", () => {
  const accept = { accept: "application/json", "user-agent": "merchant-payments/1.0.0" };

  test("without a body", () => {
    expect(requestHeaders("", "merchant-payments/1.0.0")).toEqual(accept);
  });

  test("with a body", () => {
    const headers = requestHeaders("{}", "merchant-payments/1.0.0");
    expect(headers).toEqual({ ...accept, "content-type": "application/json" });
  });
});
