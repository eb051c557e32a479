// workerd cannot host the fake, so the fake's control API plays the customer who pays.
import { basicAuth, Decimal, PaymentClient, PaymentError, toResult } from "merchant-payments";
import { checkout } from "./checkout.cjs";

export default {
  async test(_controller, { FAKE_URL, GONE_URL }) {
    const library = { basicAuth, Decimal, PaymentClient, PaymentError, toResult };
    const authorize = async (orderId) => {
      const response = await fetch(`${FAKE_URL}/_fake/authorize`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ orderId, paymentMethod: "card" }),
      });
      return (await response.json()).transactionId;
    };
    const seen = await checkout(library, { baseUrl: FAKE_URL, authorize, closeOrGone: () => GONE_URL });
    console.log(JSON.stringify(seen));
  },
};
