"use strict";
const { resolve } = require("node:path");
const express = require("express");
const { basicAuth, PaymentClient, toResult } = require("merchant-payments");
const { Once, OnceReview, OnceStoreError } = require("merchant-payments/once");
const { SqliteOnceStore } = require("merchant-payments/once/sqlite");
const { Orders } = require("./orders.js");

const { PAYMENTS_URL, PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD, DATABASE = "shop.db" } = process.env;
const { HOST = "127.0.0.1", PORT = "3000", MINUTE_MS = "60000" } = process.env;
const minute = Number(MINUTE_MS);

const payments = new PaymentClient({
  baseUrl: PAYMENTS_URL,
  auth: basicAuth(PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD),
});
// One file for the captures and the orders. The order's number is the capture's key: an order is captured once.
// Start with `--create` once: without it, a lost or misspelt file stops the shop, which would otherwise capture again.
const store = new SqliteOnceStore(resolve(DATABASE), { create: process.argv.includes("--create") });
const orders = new Orders(store.database);
const once = new Once({
  payments,
  store,
  book: (_, { key }) => orders.note(key, "captured"),
  fail: (_, { key }) => orders.note(key, "failed"),
  onChange: warn,
});
const review = new OnceReview({ store });
const app = express().use(express.json());

app.post("/orders", async ({ body = {} }, response) => {
  const { orderNumber, totalAmount, currencyCode } = body;
  if (orders.get(String(orderNumber))) return response.status(409).json({ error: "order_number_taken" });

  const created = await toResult(
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
  if (error.outcome === "rejected") return response.status(409).json({ error: "rejected", why: reasonOf(error) });
  return tryAgain(response); // creating an order moves no money, so it may be created again
});

app.post("/orders/:number/capture", async ({ params: { number }, body: { transactionId } = {} }, response) => {
  const order = orders.get(number);
  if (!order) return response.status(404).json({ error: "not_found" });
  const { order_id: orderId, total_amount: totalAmount, currency_code: currencyCode } = order;
  const authorization = { paymentMethod: "card", authorizedAmount: totalAmount, currencyCode, hasLineItems: false };
  try {
    const capture = await once.finalize(number, { orderId, transactionId, totalAmount }, { authorization });
    const { state, reason } = capture;
    if (state !== "captured") log({ ...capture.request, state });
    return response.status(HTTP_STATUS[state]).json(state === "rejected" ? { state, why: reason } : { state });
  } catch (error) {
    if (error.code === "invalid_input") return response.status(400).json({ error: "invalid", issues: error.issues });
    if (!(error instanceof OnceStoreError)) throw error;
    log({ code: error.name, orderId, state: error.state, transactionId: error.finalization.transactionId });
    return tryAgain(response); // the key is the same, so nothing is captured twice
  }
});

/** A capture that may have been made gets no 5xx, because a 5xx invites a retry. */
const HTTP_STATUS = {
  captured: 200,
  queued: 202, // the sweep sends it
  sending: 202,
  pending: 202,
  unknown: 202, // the sweep sends it again to find out
  rejected: 409,
  not_captured: 409,
  parked: 409,
};

app.get("/orders/:number", async ({ params: { number } }, response) => {
  if (!orders.get(number)) return response.status(404).json({ error: "not_found" });
  return response.json({ state: (await review.get(number))?.state ?? "to_capture" });
});

app.use((error, _request, response, _next) => {
  const { status = 500 } = error;
  if (status >= 500) console.error(error);
  response.status(status).json({ error: status < 500 ? "invalid_request" : "internal" });
});

const reasonOf = (error) => (error.code === "service_error" ? error.statusKey : error.code);
const tryAgain = (response) => response.status(503).set("retry-after", "30").json({ error: "try_again" });

/** Without the words of an error or of a reason, which end with the service's own. */
function log({ operation, code, outcome, statusKey, orderNumber, orderId, transactionId, state }) {
  const facts = { operation, code, outcome, statusKey, orderNumber, orderId, transactionId, state };
  console.warn(JSON.stringify(facts));
}

/** Tells which captures wait for a person, and of which the shop's order does not know. */
function warn({ request, state, waitsFor }, cause) {
  if (waitsFor === "person") log({ ...request, state, code: "waits_for_person" });
  if (cause !== undefined) log({ ...request, state, code: "not_recorded" });
}

// Sends what is queued or unknown, and calls the hooks. An open circuit breaker closes by itself, or at a restart.
once.start({ everyMs: minute, onError: ({ name }) => log({ code: name }) });

const server = app.listen(Number(PORT), HOST, (error) => {
  if (error) throw error;
  console.log(`listening on http://${HOST}:${server.address().port}`);
});
// The calls in flight end within their deadline.
process.once("SIGTERM", () => {
  server.close(async () => {
    await once.stop();
    store.database.close();
  });
});
