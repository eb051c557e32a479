"use strict";
const express = require("express");
const { basicAuth, PaymentClient, responseOf, settle } = require("merchant-payments");
const { Orders } = require("./orders.js");

const { PAYMENTS_URL, PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD, DATABASE = "shop.db" } = process.env;
const { HOST = "127.0.0.1", PORT = "3000" } = process.env;

const payments = new PaymentClient({
  baseUrl: PAYMENTS_URL,
  auth: basicAuth(PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD),
});
const orders = new Orders(DATABASE);
const app = express().use(express.json());

app.post("/orders", async ({ body = {} }, response) => {
  const { orderNumber, totalAmount, currencyCode } = body;
  if (typeof totalAmount !== "string") return response.status(400).json({ error: "totalAmount_must_be_text" });
  if (orders.get(String(orderNumber))) return response.status(409).json({ error: "order_number_taken" });

  const created = await settle(
    payments.createOrder({ orderNumber, totalAmount, currencyCode }, { paymentMethod: "card" }),
  );
  if (created.ok) {
    const { orderId } = created.value;
    if (!orders.insert({ orderNumber, orderId, totalAmount, currencyCode }))
      return response.status(409).json({ error: "order_number_taken" });
    return response.status(201).json({ orderNumber, orderId });
  }
  const { error } = created;
  if (error.code === "invalid_input") return response.status(400).json({ error: "invalid", issues: error.issues });
  log(error);
  if (error.outcome === "rejected") return response.status(409).json({ error: "refused", why: reasonOf(error) });
  return tryAgain(response); // creating an order moves no money, so it may be created again
});

app.post("/orders/:number/capture", async ({ params: { number }, body: { transactionId } = {} }, response) => {
  if (!orders.get(number)) return response.status(404).json({ error: "not_found" });
  // Stored before anything is sent: whoever comes now, or after a crash, captures nothing.
  const order = orders.startCapture(number, String(transactionId));
  if (!order) return response.status(409).json({ error: "not_open", state: orders.get(number).state });
  const end = (httpStatus, state, note) => {
    orders.endCapture(number, state, note);
    return response.status(httpStatus).json({ state, ...(state === "refused" ? note : {}) });
  };

  const { order_id: orderId, total_amount: totalAmount, currency_code: currencyCode } = order;
  const authorization = { paymentMethod: "card", authorizedAmount: totalAmount, currencyCode, hasLineItems: false };
  const capture = await settle(payments.finalize({ orderId, transactionId, totalAmount }, { authorization }));
  if (capture.ok) return capture.value.pending ? end(202, "pending") : end(200, "captured");

  const { error } = capture;
  log(error);
  switch (error.outcome) {
    case "not_sent":
      if (error.code === "invalid_input") return end(400, "open"); // the transaction id, or a mistake of ours
      orders.endCapture(number, "open");
      return tryAgain(response);
    case "rejected":
      return end(409, "refused", { why: reasonOf(error) });
    case "succeeded":
      return end(200, "captured", { advice: error.advice, answer: responseOf(error) });
    case "unknown": // not a 5xx, which invites a retry
      return end(409, "check_first", { error, advice: error.advice, answer: responseOf(error) });
  }
});

app.get("/orders/:number", ({ params }, response) => {
  const order = orders.get(params.number);
  return order ? response.json({ state: order.state }) : response.status(404).json({ error: "not_found" });
});

app.use((error, _request, response, _next) => {
  const { status = 500 } = error;
  if (status >= 500) console.error(error);
  response.status(status).json({ error: status < 500 ? "invalid_request" : "internal" });
});

const reasonOf = (error) => (error.code === "service_error" ? error.statusKey : error.code);
const tryAgain = (response) => response.status(503).set("retry-after", "30").json({ error: "try_again" });

/** Without its words, which end with the service's own. */
function log({ operation, code, outcome, statusKey, orderNumber, orderId, transactionId, advice }) {
  console.warn(JSON.stringify({ operation, code, outcome, statusKey, orderNumber, orderId, transactionId, advice }));
}

const server = app.listen(Number(PORT), HOST, (error) => {
  if (error) throw error;
  console.log(`listening on http://${HOST}:${server.address().port}`);
});
// The calls that are under way end within their deadline.
process.once("SIGTERM", () => server.close(() => orders.close()));
