const capture = {
  orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
  transactionId: "201409251527280673",
  totalAmount: "125.00",
};
const named = (name: string) => ({ ...capture, lineItems: [{ name, totalLineAmount: "125.00" }] });

/** A capture with a body of some hundred bytes, with one of a megabyte, and with an empty object. */
export const finalizations = { usual: named("Shoes"), big: named("x".repeat(1_048_576)), empty: capture };

const finalized = (transactionId: string) =>
  JSON.stringify({
    status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "The operation was successful." },
    canFinalizeAgain: false,
    amountRemainingForFinalize: "0.00",
    transactionId,
    totalAmountFinalized: "125.00",
    totalAmountPendingFinalization: "0.00",
  });

/** The service's response to it. */
export const captured = finalized("201409251527280999");

/** The service's response to another call. */
export const ofAnotherCall = finalized("201409251527280111");

/** A rejection by the service. */
export const rejected = JSON.stringify({
  status: { isSuccess: false, errorNumber: 1000, statusKey: "MERCHANT_ACCT_READ_ONLY", statusMessage: "Read only." },
});

/** A rejection of a request that an intermediary has sent twice: the first copy has captured. */
export const completed = JSON.stringify({
  status: { isSuccess: false, errorNumber: 3007, statusKey: "PAYMENT_COMPLETED", statusMessage: "Finalized." },
  canFinalizeAgain: false,
  amountRemainingForFinalize: 0,
  totalAmountFinalized: 125,
  totalAmountPendingFinalization: 0,
});

export const page = "<html>Welcome</html>";
