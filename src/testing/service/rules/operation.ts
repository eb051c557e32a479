/** An operation of the service. */
export type FakeOperation = "createOrder" | "finalize";
