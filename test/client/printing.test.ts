import { inspect } from "node:util";
import { basicAuth, PaymentClient } from "merchant-payments";
import { expect, test } from "vitest";

const payments = new PaymentClient({
  baseUrl: "https://payments.example.com/api",
  auth: basicAuth("merchant-1", "geheim"),
  headers: { "x-api-key": "geheim" },
});

test("a client prints as its base URL", () => {
  expect(String(payments)).toBe("PaymentClient(https://payments.example.com/api)");
  expect(inspect(payments)).toBe("PaymentClient(https://payments.example.com/api)");
  expect(JSON.stringify({ payments })).toBe('{"payments":{"baseUrl":"https://payments.example.com/api"}}');
});

test("and holds nothing that could be printed", () => {
  expect(inspect(payments, { depth: 10, showHidden: true, customInspect: false })).not.toMatch(
    /geheim|bWVyY2hhbnQtMTpnZWhlaW0/,
  );
  expect(Object.keys(payments)).toEqual([]);
});
