import { setTimeout as sleep } from "node:timers/promises";

/** Repeats until it works. Each failure is said, and one that another try would only repeat is thrown on. */
export async function keepTrying<T>(
  what: string,
  act: () => Promise<T>,
  isPassing: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, 2_000)) {
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error)) throw error;
      console.error(`${what}: ${error instanceof Error ? error.message : error}; trying again`);
      await sleep(waitMs);
    }
  }
}

const connectionCodes = /^(08...|53...|57P0.|ECONN.*|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;
const connectionWords = /^(Connection terminated|timeout exceeded|Query read timeout)/;

/** The database is away, full or restarting: not the statement's fault. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as { code?: string };
  return connectionCodes.test(code) || connectionWords.test(error.message);
}
