import { basicAuth, PaymentClient, settle } from "merchant-payments";
import { startPaymentServer } from "merchant-payments/testing";

// The embedded fake stands in for the service: put your base URL and credentials here instead.
const { baseUrl, service, close } = await startPaymentServer();

const payments = new PaymentClient({ baseUrl, auth: basicAuth(service.merchantId, service.password) });

const { orderId } = await payments.createOrder({
  orderNumber: "ORDER-1001",
  totalAmount: "125.00",
  currencyCode: "SEK",
});
const { transactionId } = service.authorize(orderId, { paymentMethod: "card" }); // the customer pays

const capture = await settle(payments.finalize({ orderId, transactionId, totalAmount: "125.00" }));
if (capture.ok) console.log(`captured ${capture.value.totalAmountFinalized.toFixed(2)} SEK`);
else console.log(`${capture.error.outcome}: ${capture.error.advice}`);

await close();
