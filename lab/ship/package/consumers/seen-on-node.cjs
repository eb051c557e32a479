/** What the checkout must end with on Node, where nothing was sent if nobody listens. */
exports.seenOnNode = {
  captured: "90071992547409931.25",
  isDecimal: true,
  again: "rejected PAYMENT_COMPLETED",
  isPaymentError: true,
  nobodyListens: "not_sent",
};
