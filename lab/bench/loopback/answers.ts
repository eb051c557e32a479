/** The answers of the loopback server, about 600 bytes each, in the shape that the client which asks can read. */

const status = {
  isSuccess: true,
  errorNumber: 0,
  statusKey: "SUCCESS",
  statusMessage: "The operation was successful.",
  errors: null,
  exceptionDetails: null,
};

const finalized = JSON.stringify({
  status: {
    ...status,
    statusMessage: `The operation was successful. ${"Settled with the next batch. ".repeat(7).trim()}`,
  },
  transactionId: "202603040000000002",
  batchId: "20260304-01",
  acquirerId: "1010",
  canFinalizeAgain: true,
  amountRemainingForFinalize: "amount",
  totalAmountFinalized: "amount",
  totalAmountPendingFinalization: "amount",
  riskAssessment: { mode: "active", result: "accepted" },
}).replaceAll('"amount"', "250.00"); // with the scale that the service writes, which a JavaScript number has not

const ordered = JSON.stringify({ status, orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3" });

const squarePayment = JSON.stringify({
  payment: {
    id: "bP9mAsEMYPUGjjGNaNO5ZDVyLhSZY",
    created_at: "2026-03-04T10:00:00.000Z",
    updated_at: "2026-03-04T10:00:00.000Z",
    amount_money: { amount: 25000, currency: "USD" },
    total_money: { amount: 25000, currency: "USD" },
    approved_money: { amount: 25000, currency: "USD" },
    status: "COMPLETED",
    source_type: "CARD",
    location_id: "L88917AVBK2S5",
    order_id: "pRsjRTgFWATl7so6DxdKBJa7ssbZY",
    reference_id: "123456",
    note: "Coffee beans",
    customer_id: "W92WH6P11H4Z77CTET0RNTGFW8",
    receipt_number: "bP9m",
    version_token: "TPtNEOBOa6Qq6E3C3IjckSVOM6b3hMbfhjvTxHBQUsB6o",
  },
});

const paypalToken = JSON.stringify({ access_token: "bench", token_type: "Bearer", expires_in: 32400 });

const paypalCapture = JSON.stringify({
  id: "2GG279541U471931P",
  status: "COMPLETED",
  amount: { value: "250.00", currency_code: "USD" },
  invoice_id: "INVOICE-123",
  final_capture: true,
  create_time: "2026-03-04T10:00:00Z",
  update_time: "2026-03-04T10:00:00Z",
  seller_receivable_breakdown: {
    gross_amount: { value: "250.00", currency_code: "USD" },
    paypal_fee: { value: "7.75", currency_code: "USD" },
    net_amount: { value: "242.25", currency_code: "USD" },
  },
  links: [
    { href: "https://api-m.example.com/v2/payments/captures/2GG279541U471931P", rel: "self", method: "GET" },
    { href: "https://api-m.example.com/v2/payments/captures/2GG279541U471931P/refund", rel: "refund", method: "POST" },
  ],
});

const byPath: readonly [part: string, answer: string][] = [
  ["/orders/create", ordered],
  ["/oauth2/token", paypalToken],
  ["/authorizations/", paypalCapture],
  ["/v2/payments", squarePayment],
];

/** Any JSON serves the clients that only parse it: they get ours. */
export function answerTo(path: string): string {
  return byPath.find(([part]) => path.includes(part))?.[1] ?? finalized;
}

export const finalizeAnswer = finalized;
