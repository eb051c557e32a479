/** Faults that a test orders for the next call of an operation. */

/** An operation of the service. */
export type FakeOperation = "createOrder" | "finalize";

/** What goes wrong with a call. */
export type Fault = { readonly kind: "loseReply" };

/** The service processes the call, then the connection breaks before the answer gets through. */
export const loseReply: Fault = { kind: "loseReply" };

/** The faults in waiting. */
export class Faults {
  readonly #waiting: { operation: FakeOperation; fault: Fault }[] = [];

  /**
   * Lets the next call of the operation go wrong, and only that one. Ordered twice, it goes for the next two calls.
   *
   * @example
   * service.faults.next("finalize", loseReply);
   */
  next(operation: FakeOperation, fault: Fault): void {
    this.#waiting.push({ operation, fault });
  }

  /** @internal */
  take(operation: FakeOperation): Fault | undefined {
    const index = this.#waiting.findIndex((waiting) => waiting.operation === operation);
    return index === -1 ? undefined : this.#waiting.splice(index, 1)[0]?.fault;
  }

  /** @internal */
  clear(): void {
    this.#waiting.length = 0;
  }
}
