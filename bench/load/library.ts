/** The library as it is built, by its path: bench/ is a package of its own, in which its name means nothing. */
const built = (path: string) => import(new URL(`../../dist/${path}`, import.meta.url).href);

export const { basicAuth, PaymentClient, responseOf, settle }: typeof import("merchant-payments") =
  await built("index.js");
export const { FakePaymentService, fault, startPaymentServer }: typeof import("merchant-payments/testing") =
  await built("testing/index.js");
