// Finds out where your service differs: node --env-file=.env check.ts
import { type CheckAuthorization, checkService } from "merchant-payments/check";
import { options } from "./payments.ts";

/** Made by a person. The report prints the ones that are missing. */
const authorizations: CheckAuthorization[] = [];

await checkService({
  options,
  productionBaseUrl: process.env["PAYMENTS_PRODUCTION_URL"] ?? "",
  host: process.env["PAYMENTS_CHECK_HOST"],
  currencyCode: "SEK", // one that your account accepts
  paymentMethods: ["card", "paypal"], // those that you accept
  authorizations,
});
