import { basicAuth, PaymentClient } from "merchant-payments";
import { buildApp } from "./app.ts";
import { InMemoryOrderStore } from "./orders.ts";

const { PAYMENTS_URL = "", PAYMENTS_MERCHANT_ID = "", PAYMENTS_PASSWORD = "", PORT = "3000" } = process.env;

const app = buildApp(
  {
    payments: new PaymentClient({ baseUrl: PAYMENTS_URL, auth: basicAuth(PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD) }),
    store: new InMemoryOrderStore(),
  },
  { logger: true },
);
await app.listen({ port: Number(PORT) });
