import { basicAuth, type PaymentClientOptions } from "merchant-payments";

const {
  PAYMENTS_URL = "",
  PAYMENTS_MERCHANT_ID = "",
  PAYMENTS_PASSWORD = "",
} = process.env;

/**
 * What your program gives to `new PaymentClient`. The options that the check
 * prints belong here.
 */
export const options: PaymentClientOptions = {
  baseUrl: PAYMENTS_URL,
  auth: basicAuth(PAYMENTS_MERCHANT_ID, PAYMENTS_PASSWORD),
};
