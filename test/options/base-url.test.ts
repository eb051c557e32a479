import { basicAuth, PaymentClient } from "merchant-payments";
import { describe, expect, test } from "vitest";

const auth = basicAuth("merchant-1", "api-password");
const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

const urlFor = (baseUrl: string, allowInsecureHttp?: boolean) =>
  new PaymentClient({ baseUrl, auth, allowInsecureHttp }).preview("createOrder", order).url;

const refused = (rule: string) => new TypeError(`PaymentClient: baseUrl ${rule}`);

describe("https", () => {
  test.each([
    ["https://pay.example", "https://pay.example/orders/create/ORDER-1001/125.00/SEK"],
    ["https://pay.example/", "https://pay.example/orders/create/ORDER-1001/125.00/SEK"],
    ["https://pay.example/api", "https://pay.example/api/orders/create/ORDER-1001/125.00/SEK"],
    ["https://pay.example/api/", "https://pay.example/api/orders/create/ORDER-1001/125.00/SEK"],
    ["https://pay.example/api//", "https://pay.example/api/orders/create/ORDER-1001/125.00/SEK"],
    ["https://pay.example:8443/api/v1", "https://pay.example:8443/api/v1/orders/create/ORDER-1001/125.00/SEK"],
    ["HTTPS://PAY.example/Api", "https://pay.example/Api/orders/create/ORDER-1001/125.00/SEK"],
    ["https://192.0.2.1", "https://192.0.2.1/orders/create/ORDER-1001/125.00/SEK"],
    ["https://[2001:db8::1]/api", "https://[2001:db8::1]/api/orders/create/ORDER-1001/125.00/SEK"],
    ["https://bücher.example", "https://xn--bcher-kva.example/orders/create/ORDER-1001/125.00/SEK"],
  ])("%s", (baseUrl, url) => {
    expect(urlFor(baseUrl)).toBe(url);
  });
});

describe("http", () => {
  test.each([
    "http://localhost",
    "http://localhost:8080/api",
    "http://LOCALHOST",
    "http://127.0.0.1:8080",
    "http://127.1.2.3",
    "http://127.1",
    "http://2130706433",
    "http://[::1]:8080",
    "http://[0:0:0:0:0:0:0:1]",
  ])("%s is loopback", (baseUrl) => {
    expect(urlFor(baseUrl)).toMatch(/^http:.*\/orders\/create\/ORDER-1001\/125\.00\/SEK$/);
  });

  test.each([
    "http://pay.example",
    "http://localhost.example",
    "http://notlocalhost",
    "http://127.0.0.1.example",
    "http://128.0.0.1",
    "http://0.0.0.0",
    "http://10.0.0.1",
    "http://[::2]",
    "http://[::ffff:7f00:1]",
  ])("%s is not, and travels in the clear only when that is allowed", (baseUrl) => {
    expect(() => urlFor(baseUrl)).toThrow(
      refused("must begin with https://, unless the host is loopback or allowInsecureHttp is true"),
    );
    expect(() => urlFor(baseUrl, false)).toThrow(TypeError);
    expect(urlFor(baseUrl, true)).toMatch(/^http:\/\//);
  });
});

describe("refused", () => {
  test.each([
    "",
    "pay.example",
    "/api",
    "//pay.example",
    "https://",
    "https://pay example",
    "https://pay.example:99999",
  ])("%j is no absolute URL", (baseUrl) => {
    expect(() => urlFor(baseUrl)).toThrow(
      refused("must be an absolute URL, https://payments.example.com/api for instance"),
    );
  });

  test.each(["ftp://pay.example", "ws://pay.example", "file:///etc", "data:text/plain,x", "pay.example:443"])(
    "%s is no web address, whatever is allowed",
    (baseUrl) => {
      expect(() => urlFor(baseUrl)).toThrow(refused("must begin with https://"));
      expect(() => urlFor(baseUrl, true)).toThrow(refused("must begin with https://"));
    },
  );

  test.each(["https://merchant-1:s3cret@pay.example", "https://merchant-1@pay.example", "https://:s3cret@pay.example"])(
    "credentials, which the message does not repeat",
    (baseUrl) => {
      expect(() => urlFor(baseUrl)).toThrow(refused("must hold no credentials: give them to auth"));
    },
  );

  test.each([
    "https://pay.example/api?key=s3cret",
    "https://pay.example/api?",
    "https://pay.example/api#top",
    "https://pay.example/api#",
  ])("query or fragment: %s", (baseUrl) => {
    expect(() => urlFor(baseUrl)).toThrow(refused("must have no query and no fragment"));
  });
});
