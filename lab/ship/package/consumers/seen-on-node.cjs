/** The result of the checkout on Node, where a refused connection proves that nothing was sent. */
exports.seenOnNode = {
  captured: "90071992547409931.25",
  isDecimal: true,
  again: "unknown PAYMENT_COMPLETED",
  isPaymentError: true,
  nobodyListens: "not_sent",
};
