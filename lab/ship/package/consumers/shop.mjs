import { basicAuth, Decimal, PaymentClient, PaymentError, toResult } from "merchant-payments";
import { startPaymentServer } from "merchant-payments/testing";
import { checkoutAtOwnFake, leaveConnectionOpen } from "./checkout.cjs";

const library = { basicAuth, Decimal, PaymentClient, PaymentError, toResult };
const seen = await checkoutAtOwnFake(library, { startPaymentServer });
await leaveConnectionOpen(library, process.argv[2]);
console.log(JSON.stringify(seen));
