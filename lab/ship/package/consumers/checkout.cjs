// What every consumer of the matrix does. Plain CommonJS, which all of them can load; the library is handed in, as
// each of them got it.

const amount = "90071992547409931.25"; // a float would lose its digits
const order = { orderNumber: "ORDER-1001", totalAmount: amount, currencyCode: "SEK", lineItems: [], billTo: {} };

function client({ PaymentClient, basicAuth }, baseUrl) {
  // No retries: a test with fake timers would have to turn the clock for the wait before them.
  return new PaymentClient({ baseUrl, auth: basicAuth("merchant-1", "fake-password"), maxRetries: 0 });
}

/** An order that is captured, captured again, and placed where nobody listens. */
exports.checkout = async (library, { baseUrl, authorize, closeOrGone }) => {
  const { Decimal, PaymentError, settle } = library;
  const payments = client(library, baseUrl);
  const { orderId } = await payments.createOrder(order);
  const transactionId = await authorize(orderId);
  const capture = await payments.finalize({ orderId, transactionId, totalAmount: amount });
  const again = await settle(payments.finalize({ orderId, transactionId, totalAmount: amount }));
  const gone = await settle(client(library, await closeOrGone()).createOrder(order));
  return {
    captured: capture.totalAmountFinalized.toFixed(2),
    isDecimal: capture.totalAmountFinalized instanceof Decimal,
    again: again.ok ? "captured twice" : `${again.error.outcome} ${again.error.statusKey}`,
    isPaymentError: !again.ok && again.error instanceof PaymentError,
    nobodyListens: gone.ok ? "created" : gone.error.outcome,
  };
};

/** The same where the run time can host the fake itself. */
exports.checkoutAtOwnFake = async (library, { startPaymentServer }) => {
  const { baseUrl, service, close } = await startPaymentServer();
  return exports.checkout(library, {
    baseUrl,
    authorize: (orderId) => service.authorize(orderId, { paymentMethod: "card" }).transactionId,
    closeOrGone: async () => {
      await close();
      return baseUrl;
    },
  });
};

/** The same where MSW takes the requests, which cannot show that nobody listens: the connection breaks instead. */
exports.checkoutByMsw = async (library, { FakePaymentService, fault }, { paymentHandlers, setupServer }) => {
  const service = new FakePaymentService();
  const baseUrl = "https://payments.test/api";
  const server = setupServer(...paymentHandlers(service, { baseUrl }));
  server.listen({ onUnhandledRequest: "error" });
  const seen = await exports.checkout(library, {
    baseUrl,
    authorize: (orderId) => service.authorize(orderId, { paymentMethod: "card" }).transactionId,
    closeOrGone: () => {
      service.faults.next("createOrder", fault.drop);
      return baseUrl;
    },
  });
  server.close();
  return seen;
};

/** Leaves a connection open to a server that goes on: the process must end all the same. */
exports.leaveConnectionOpen = (library, baseUrl) => client(library, baseUrl).createOrder(order);
