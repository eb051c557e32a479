import type { CheckAuthorization } from "../options.js";

/** How the report calls an authorization. */
export const nameOf = ({ paymentMethod, transactionId }: CheckAuthorization) => `${paymentMethod} ${transactionId}`;
