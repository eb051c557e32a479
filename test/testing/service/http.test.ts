import { describe, expect, test } from "vitest";
import { FakePaymentService, fault } from "../../../src/testing/index.js";

const now = () => new Date("2026-03-04T12:00:00Z");
// merchant-1:fake-password
const authorization = "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk";
const api = "https://payments.example.com/api";

function post(service: FakePaymentService, path: string, body = "") {
  return service.fetch(api + path, { method: "POST", headers: { authorization }, body });
}

function authorized(totalAmount: string) {
  const service = new FakePaymentService({ now });
  const { orderId = "" } = service.createOrder({ orderNumber: "ORDER-1001", totalAmount, currencyCode: "SEK" });
  const { transactionId } = service.authorize(orderId, { paymentMethod: "other" });
  return { service, orderId, transactionId };
}

describe("create order", () => {
  test("in the simple form, from the path alone", async () => {
    const service = new FakePaymentService();
    const response = await post(service, "/orders/create/ORDER-1001/125.00/SEK");

    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.text()).toBe(
      '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS","statusMessage":"The operation was successful.",' +
        '"errors":null,"exceptionDetails":null},"orderId":"a08ff49b-6f77-4632-a16c-43069c43a8c3"}',
    );
    expect(service.orders).toMatchObject([{ form: "simple", orderNumber: "ORDER-1001", totalAmount: "125.00" }]);
  });

  test("in the detailed form, from the body", async () => {
    const service = new FakePaymentService();
    const body =
      '{"orderNumber":"ORDER-1002","totalAmount":10.10,"currencyCode":"SEK",' +
      '"lineitems":[{"quantity":1.50,"totalLineAmount":10.10}],"billTo":{}}';
    const response = await post(service, "/orders/create", body);

    expect(response.status).toBe(201);
    expect(service.orders).toMatchObject([
      { form: "detailed", totalAmount: "10.10", lineItems: [{ quantity: "1.50", totalLineAmount: "10.10" }] },
    ]);
  });

  test("with amounts as text", async () => {
    const service = new FakePaymentService();
    const body = '{"orderNumber":"ORDER-1002","totalAmount":"10.10","currencyCode":"SEK","lineitems":[],"billTo":{}}';
    expect((await post(service, "/orders/create", body)).status).toBe(201);
  });

  test("with 20 digits", async () => {
    const service = new FakePaymentService();
    const body =
      '{"orderNumber":"ORDER-1002","totalAmount":123456789012345678.90,"currencyCode":"SEK","billTo":{},' +
      '"lineitems":[{"totalLineAmount":123456789012345678.89},{"totalLineAmount":0.01}]}';
    await post(service, "/orders/create", body);
    expect(service.orders).toMatchObject([{ totalAmount: "123456789012345678.90" }]);
  });

  test("with data of every kind in a party", async () => {
    const service = new FakePaymentService();
    const body =
      '{"lineitems":[],"billTo":{"address":null,"isCompany":true,"id":201409251527280673,"tags":["a",1.50,1e3,{"b":[]}]}}';
    await post(service, "/orders/create/ORDER-1001/125.00/SEK", body);
    expect(service.orders).toMatchObject([
      { billTo: { address: null, isCompany: true, id: "201409251527280673", tags: ["a", "1.50", "1e3", { b: [] }] } },
    ]);
  });

  test("with values in the path that win over the body's, however those are written", async () => {
    const service = new FakePaymentService();
    const body =
      '{"orderNumber":"OTHER","OrderNumber":"OTHER","TOTALAMOUNT":1.00,"currencyCode":"EUR",' +
      '"lineitems":[{"totalLineAmount":125.00}],"billTo":{}}';
    await post(service, "/orders/create/ORDER-1001/125.00/SEK", body);
    expect(service.orders).toMatchObject([
      { form: "detailed", orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" },
    ]);
  });

  test("with a body that only repeats the path is still simple", async () => {
    const service = new FakePaymentService();
    const body = '{"orderNumber":"OTHER","totalAmount":1,"currencyCode":"EUR"}';
    await post(service, "/orders/create/ORDER-1001/125.00/SEK", body);
    expect(service.orders).toMatchObject([{ form: "simple", orderNumber: "ORDER-1001" }]);
  });

  test("with an escaped value in the path", async () => {
    const service = new FakePaymentService();
    await post(service, "/orders/create/ORDER%2F1%20%C3%85/125.00/SEK");
    expect(service.orders).toMatchObject([{ orderNumber: "ORDER/1 Å" }]);
  });

  test("that is refused", async () => {
    const service = new FakePaymentService();
    const response = await post(service, "/orders/create/123/125.00/SEK");

    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      '{"status":{"isSuccess":false,"errorNumber":-2,"statusKey":"VALIDATION_ERROR",' +
        '"statusMessage":"The request contained one or more validation errors. See the errors collection.",' +
        '"errors":[{"errorCode":"INVALID_LENGTH","fieldName":"OrderNumber",' +
        '"message":"OrderNumber must be 4 to 50 characters long."}],"exceptionDetails":null}}',
    );
  });

  test("of three values only is refused where detailed orders are taken", async () => {
    const service = new FakePaymentService();
    const body = '{"orderNumber":"ORDER-1002","totalAmount":10.10,"currencyCode":"SEK"}';
    expect(await (await post(service, "/orders/create", body)).json()).toMatchObject({
      status: { errors: [{ fieldName: "LineItems" }, { fieldName: "BillTo" }] },
    });
  });

  test("without anything", async () => {
    const service = new FakePaymentService();
    expect(await (await post(service, "/orders/create")).json()).toMatchObject({
      status: {
        errors: [
          { fieldName: "OrderNumber" },
          { fieldName: "TotalAmount" },
          { fieldName: "CurrencyCode" },
          { fieldName: "LineItems" },
          { fieldName: "BillTo" },
        ],
      },
    });
  });
});

describe("finalize", () => {
  test("with the order in the path", async () => {
    const { service, orderId, transactionId } = authorized("125.00");
    const response = await post(service, `/orders/${orderId}/transactions/${transactionId}/finalize/100.00`);

    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS","statusMessage":"The operation was successful.",' +
        '"errors":null,"exceptionDetails":null},"transactionId":"202603040000000002","acquirerId":"1010",' +
        '"canFinalizeAgain":true,"amountRemainingForFinalize":25.00,"totalAmountFinalized":100.00,' +
        '"totalAmountPendingFinalization":0.00}',
    );
  });

  test("without the order", async () => {
    const { service, transactionId } = authorized("125.00");
    const response = await post(service, `/transactions/${transactionId}/finalize/125.00`);
    expect(await response.json()).toMatchObject({ status: { statusKey: "SUCCESS" }, canFinalizeAgain: false });
  });

  test("with the order in the body", async () => {
    const { service, orderId, transactionId } = authorized("125.00");
    const path = `/transactions/${transactionId}/finalize/10.00`;
    const other = "00000000-0000-4000-8000-000000000000";
    expect(await (await post(service, path, `{"orderId":"${other}"}`)).json()).toMatchObject({
      status: { statusKey: "ORDER_NOT_FOUND" },
    });
    expect(await (await post(service, path, `{"OrderID":"${orderId}"}`)).json()).toMatchObject({
      status: { statusKey: "SUCCESS" },
    });
  });

  test("with values in the path that win over the body's", async () => {
    const { service, orderId, transactionId } = authorized("125.00");
    const path = `/orders/${orderId}/transactions/${transactionId}/finalize/100.00`;
    await post(service, path, '{"ORDERID":"x","transactionID":"x","totalamount":1}');
    expect(service.finalizations).toMatchObject([{ orderId, totalAmount: "100.00" }]);
  });

  test("with 20 digits", async () => {
    const { service, transactionId } = authorized("123456789012345678.90");
    const response = await post(service, `/transactions/${transactionId}/finalize/0.10`);
    expect(await response.text()).toContain('"amountRemainingForFinalize":123456789012345678.80,');
  });

  test("that is refused", async () => {
    const { service, transactionId } = authorized("125.00");
    const response = await post(service, `/transactions/${transactionId}/finalize/125.01`);

    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      '{"status":{"isSuccess":false,"errorNumber":3002,"statusKey":"FINALIZE_AMT_EXCEEDED",' +
        '"statusMessage":"The amount is more than what is left to finalize.","errors":null,"exceptionDetails":null},' +
        '"canFinalizeAgain":true,"amountRemainingForFinalize":125.00,"totalAmountFinalized":0.00,' +
        '"totalAmountPendingFinalization":0.00}',
    );
  });

  test("of an unknown transaction", async () => {
    const { service } = authorized("125.00");
    expect(await (await post(service, "/transactions/202603040000000009/finalize/125.00")).text()).toBe(
      '{"status":{"isSuccess":false,"errorNumber":3000,"statusKey":"ORDER_NOT_FOUND",' +
        '"statusMessage":"The specified order was not found.","errors":null,"exceptionDetails":null}}',
    );
  });
});

describe("transport", () => {
  const path = "/orders/create/ORDER-1001/125.00/SEK";

  test.each([
    ["none", {}],
    ["of another merchant", { authorization: "Basic b3RoZXI6ZmFrZS1wYXNzd29yZA==" }],
    ["of another scheme", { authorization: "Bearer token" }],
  ])("credentials: %s", async (_what, headers) => {
    const service = new FakePaymentService();
    const response = await service.fetch(api + path, { method: "POST", headers });

    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Basic realm="payment service"');
    expect(await response.text()).toBe(
      '{"status":{"isSuccess":false,"errorNumber":-3,"statusKey":"HTTP_401","statusMessage":"API authentication failed.",' +
        '"errors":null,"exceptionDetails":null}}',
    );
    expect(service.orders).toEqual([]);
  });

  test("credentials beyond ASCII", async () => {
    const service = new FakePaymentService({ merchantId: "åsa", password: "lösen" });
    const headers = { authorization: "basic w6VzYTpsw7ZzZW4=" };
    expect((await service.fetch(api + path, { method: "POST", headers })).status).toBe(201);
  });

  test.each([
    "/orders",
    "/orders/create/ORDER-1001",
    "/orders/create/",
    "/orders/create//125.00/SEK",
    "/orders/create/%/1/SEK",
  ])("unknown path %s", async (unknown) => {
    const response = await post(new FakePaymentService(), unknown);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ status: { errorNumber: -3, statusKey: "HTTP_404" } });
  });

  test.each(["GET", "PUT", "DELETE"])("wrong method %s", async (method) => {
    const response = await new FakePaymentService().fetch(api + path, { method, headers: { authorization } });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
    expect(await response.json()).toMatchObject({ status: { errorNumber: -3, statusKey: "HTTP_405" } });
  });

  test.each(['{"orderNumber":', "[]", "null", '"text"', "12.50"])("malformed body %s", async (body) => {
    const service = new FakePaymentService();
    const response = await post(service, path, body);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ status: { errorNumber: -3, statusKey: "HTTP_500" } });
    expect(service.orders).toEqual([]);
  });
});

describe("a body that is nested", () => {
  const order = (levels: number) =>
    `{"orderNumber":"ORDER-1001","totalAmount":1,"currencyCode":"SEK","lineItems":[],"billTo":${'{"a":'.repeat(levels)}1${"}".repeat(levels + 1)}`;

  test("as deep as an order may be is read", async () => {
    expect((await post(new FakePaymentService(), "/orders/create", order(60))).status).toBe(201);
  });

  test.each([100, 2_000, 100_000])("%d levels deep is malformed", async (levels) => {
    const service = new FakePaymentService();
    for (const body of [order(levels), `${"[".repeat(levels)}${"]".repeat(levels)}`]) {
      const response = await post(service, "/orders/create", body);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ status: { errorNumber: -3, statusKey: "HTTP_500" } });
    }
    expect(service.orders).toEqual([]);
  });
});

describe("records", () => {
  test("a request and its answer, without the credentials", async () => {
    const service = new FakePaymentService();
    await service.fetch(`${api}/orders/create/ORDER-1001/125.00/SEK`, {
      method: "POST",
      headers: { authorization, "User-Agent": "shop/1.0" },
    });
    expect(service.requests).toEqual([
      {
        method: "POST",
        path: "/api/orders/create/ORDER-1001/125.00/SEK",
        route: "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
        operation: "createOrder",
        headers: { authorization: "[redacted]", "user-agent": "shop/1.0" },
        body: "",
        answer: {
          httpStatus: 201,
          statusKey: "SUCCESS",
          body:
            '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS",' +
            '"statusMessage":"The operation was successful.","errors":null,"exceptionDetails":null},' +
            '"orderId":"a08ff49b-6f77-4632-a16c-43069c43a8c3"}',
        },
        delivered: true,
      },
    ]);
  });

  test("the operation, in each of its forms", async () => {
    const service = new FakePaymentService();
    await post(service, "/orders/create/ORDER-1001/125.00/SEK");
    await post(service, "/orders/create", "{}");
    await post(service, "/transactions/202603040000000009/finalize/1.00");
    await post(service, "/orders/a08ff49b-6f77-4632-a16c-43069c43a8c3/transactions/202603040000000009/finalize/1.00");
    expect(service.requests.map(({ operation }) => operation)).toEqual([
      "createOrder",
      "createOrder",
      "finalize",
      "finalize",
    ]);
  });

  test("a request for an unknown path", async () => {
    const service = new FakePaymentService();
    await service.fetch(`${api}/nowhere`);
    expect(service.requests).toMatchObject([{ method: "GET", path: "/api/nowhere", answer: { httpStatus: 404 } }]);
    expect(service.requests[0]).not.toHaveProperty("route");
    expect(service.requests[0]).not.toHaveProperty("operation");
    expect(service.requests[0]?.headers).toEqual({});
  });

  test("the body as it was sent", async () => {
    const service = new FakePaymentService();
    await post(service, "/orders/create", '{ "totalAmount": 10.10 }');
    expect(service.requests).toMatchObject([{ body: '{ "totalAmount": 10.10 }', answer: { httpStatus: 200 } }]);
  });
});

describe("a lost reply", () => {
  test("leaves the caller without an answer to a finalization that was done", async () => {
    const { service, transactionId } = authorized("125.00");
    service.faults.next("finalize", fault.loseReply);

    const failure = await post(service, `/transactions/${transactionId}/finalize/125.00`).catch((error) => error);

    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).toMatchObject({
      message: "fetch failed",
      cause: { name: "SocketError", code: "UND_ERR_SOCKET", message: "other side closed" },
    });
    expect(service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
    expect(service.requests).toMatchObject([{ answer: { httpStatus: 200, statusKey: "SUCCESS" }, delivered: false }]);
    const again = await post(service, `/transactions/${transactionId}/finalize/125.00`);
    expect(await again.json()).toMatchObject({ status: { statusKey: "PAYMENT_COMPLETED" } });
  });

  test("waits for its own operation and for a POST", async () => {
    const { service, transactionId } = authorized("125.00");
    service.faults.next("createOrder", fault.loseReply);
    const path = "/orders/create/ORDER-1002/125.00/SEK";

    expect((await post(service, `/transactions/${transactionId}/finalize/125.00`)).status).toBe(200);
    expect((await service.fetch(api + path)).status).toBe(405);
    await expect(post(service, path)).rejects.toThrow("fetch failed");
    expect((await post(service, path)).status).toBe(201);
  });

  test("ordered twice goes for two calls", async () => {
    const service = new FakePaymentService();
    service.faults.next("createOrder", fault.loseReply);
    service.faults.next("createOrder", fault.loseReply);
    const path = "/orders/create/ORDER-1002/125.00/SEK";
    await expect(post(service, path)).rejects.toThrow("fetch failed");
    await expect(post(service, path)).rejects.toThrow("fetch failed");
    expect((await post(service, path)).status).toBe(201);
  });
});

describe("fetch", () => {
  const url = `${api}/orders/create/ORDER-1001/125.00/SEK`;

  test("takes a Request, a URL or text", async () => {
    const { fetch } = new FakePaymentService();
    const init = { method: "POST", headers: { authorization } };
    expect((await fetch(new Request(url, init))).status).toBe(201);
    expect((await fetch(new URL(url), init)).status).toBe(201);
    expect((await fetch(url, init)).status).toBe(201);
  });

  test("takes a body that is a stream", async () => {
    const service = new FakePaymentService();
    const body = new Blob(['{"customer":null}']).stream();
    const init = { method: "POST", headers: { authorization }, body, duplex: "half" };
    expect((await service.fetch(url, init)).status).toBe(201);
    expect(service.requests).toMatchObject([{ body: '{"customer":null}' }]);
  });

  test("does nothing when it was aborted before", async () => {
    const service = new FakePaymentService();
    const signal = AbortSignal.abort(new Error("shop closed"));
    await expect(service.fetch(url, { method: "POST", signal })).rejects.toThrow("shop closed");
    expect(service.requests).toEqual([]);
  });

  test("gives no answer when it was aborted on the way, though the order is made", async () => {
    const service = new FakePaymentService();
    const controller = new AbortController();
    const answer = service.fetch(url, { method: "POST", headers: { authorization }, signal: controller.signal });
    controller.abort(new Error("shop closed"));
    await expect(answer).rejects.toThrow("shop closed");
    expect(service.orders).toHaveLength(1);
  });
});
