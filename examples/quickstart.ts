import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { startPaymentServer } from "merchant-payments/testing";

// The embedded fake: put your base URL and credentials here instead.
const { baseUrl, service, close } = await startPaymentServer();
const auth = basicAuth(service.merchantId, service.password);

const payments = new PaymentClient({ baseUrl, auth });
const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const { orderId } = await payments.createOrder(order);
const { transactionId } = service.authorize(orderId, { paymentMethod: "card" }); // paid

const finalization = { orderId, transactionId, totalAmount: "125.00" };
const capture = await toResult(payments.finalize(finalization));
if (capture.ok) console.log(`captured ${capture.value.totalAmountFinalized.toFixed(2)} SEK`);
else console.log(`${capture.error.outcome}: ${capture.error.advice}`);

await close();
