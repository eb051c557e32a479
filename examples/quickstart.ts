import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { startPaymentServer } from "merchant-payments/testing";

const { baseUrl, service, close } = await startPaymentServer(); // the fake
const auth = basicAuth(service.merchantId, service.password);
const payments = new PaymentClient({ baseUrl, auth });
const totalAmount = "125.00";
const order = { orderNumber: "ORDER-1001", totalAmount, currencyCode: "SEK" };
const { orderId } = await payments.createOrder(order);
const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
const finalization = { orderId, transactionId, totalAmount };
const { ok, value, error } = await toResult(payments.finalize(finalization));
if (!ok) console.log(`${error.outcome}: ${error.advice}`);
else if (value.pending) console.log("accepted, not completed");
else console.log(`captured ${value.totalAmountFinalized.toFixed(2)} SEK`);
await close();
