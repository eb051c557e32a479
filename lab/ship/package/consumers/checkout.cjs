// The checkout of every consumer of the matrix. All of them can load plain CommonJS. Each passes the library as it loaded it.

const amount = "90071992547409931.25"; // a float would lose its digits
const order = { orderNumber: "ORDER-1001", totalAmount: amount, currencyCode: "SEK", lineItems: [], billTo: {} };

function client({ PaymentClient, basicAuth }, baseUrl) {
  // A retry waits first, so a test with fake timers would have to advance the clock.
  return new PaymentClient({ baseUrl, auth: basicAuth("merchant-1", "fake-password"), maxRetries: 0 });
}

/** Captures an order, captures it again, and creates one where nobody listens. */
exports.checkout = async (library, { baseUrl, authorize, closeOrGone }) => {
  const { Decimal, PaymentError, toResult } = library;
  const payments = client(library, baseUrl);
  const { orderId } = await payments.createOrder(order);
  const transactionId = await authorize(orderId);
  const capture = await payments.finalize({ orderId, transactionId, totalAmount: amount });
  const again = await toResult(payments.finalize({ orderId, transactionId, totalAmount: amount }));
  const gone = await toResult(client(library, await closeOrGone()).createOrder(order));
  return {
    captured: capture.totalAmountFinalized.toFixed(2),
    isDecimal: capture.totalAmountFinalized instanceof Decimal,
    again: again.ok ? "captured twice" : `${again.error.outcome} ${again.error.statusKey}`,
    isPaymentError: !again.ok && again.error instanceof PaymentError,
    nobodyListens: gone.ok ? "created" : gone.error.outcome,
  };
};

/** The same on a runtime that can host the fake itself. */
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

/** The same through MSW. It cannot refuse a connection, so the connection breaks instead. */
exports.checkoutByMsw = async (library, { FakePaymentService, fault }, { paymentHandlers, setupServer }) => {
  const service = new FakePaymentService();
  const baseUrl = "https://payments.test/api";
  const server = setupServer(...paymentHandlers(service, { baseUrl }));
  server.listen({ onUnhandledRequest: "error" });
  const seen = await exports.checkout(library, {
    baseUrl,
    authorize: (orderId) => service.authorize(orderId, { paymentMethod: "card" }).transactionId,
    closeOrGone: () => {
      service.faults.next("createOrder", fault.drop());
      return baseUrl;
    },
  });
  server.close();
  return seen;
};

/** Keeps a connection to a server that stays up. The process must end all the same. */
exports.leaveConnectionOpen = (library, baseUrl) => client(library, baseUrl).createOrder(order);
