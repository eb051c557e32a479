import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { startPaymentServer } from "merchant-payments/testing";

const { baseUrl, service, close } = await startPaymentServer(); // the fake
const auth = basicAuth(service.merchantId, service.password);
const payments = new PaymentClient({ baseUrl, auth });
const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const { orderId } = await payments.createOrder(order);
const { transactionId } = service.authorize(orderId, { paymentMethod: "card" }); // the customer pays
const capture = await toResult(payments.finalize({ orderId, transactionId, totalAmount: "125.00" }));
if (!capture.ok) console.log(`${capture.error.outcome}: ${capture.error.advice}`);
else if (capture.value.pending) console.log("accepted, but no money has moved yet");
else console.log(`captured ${capture.value.totalAmountFinalized.toFixed(2)} SEK`);

await close();
