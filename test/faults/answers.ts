/** A capture with a body: of some hundred bytes, or of a megabyte. */
export const finalizationOf = (isBig: boolean) => ({
  orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
  transactionId: "201409251527280673",
  totalAmount: "125.00",
  lineItems: [{ name: isBig ? "x".repeat(1_048_576) : "Shoes", totalLineAmount: "125.00" }],
});

const finalized = (transactionId: string) =>
  JSON.stringify({
    status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "The operation was successful." },
    canFinalizeAgain: false,
    amountRemainingForFinalize: "0.00",
    transactionId,
    totalAmountFinalized: "125.00",
    totalAmountPendingFinalization: "0.00",
  });

/** The service's answer to it. */
export const captured = finalized("201409251527280999");

/** The service's answer to somebody else's. */
export const anothers = finalized("201409251527280111");

/** The service's own no. */
export const refused = JSON.stringify({
  status: { isSuccess: false, errorNumber: 1000, statusKey: "MERCHANT_ACCT_READ_ONLY", statusMessage: "Read only." },
});

export const page = "<html>Welcome</html>";
