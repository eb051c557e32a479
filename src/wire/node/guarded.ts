/**
 * Makes listeners that never throw. Other code in the process may change a request, a response or a socket, and an
 * exception in a listener would end the process.
 */
export const guardedBy =
  (failed: (error: Error) => void) =>
  <Event extends readonly unknown[]>(react: (...event: Event) => unknown) =>
  (...event: Event): void => {
    try {
      react(...event);
    } catch (error) {
      failed(error as Error);
    }
  };
