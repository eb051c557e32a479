/** What a process needs to know, from its environment. */
export interface Settings {
  readonly databaseUrl: string;
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly password: string;
  /** The client's deadline for a capture. */
  readonly timeoutMs: number;
  /** Captures at a time in each worker. */
  readonly concurrency: number;
}

export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  return {
    databaseUrl: required(env, "DATABASE_URL"),
    baseUrl: required(env, "PAYMENTS_URL"),
    merchantId: required(env, "PAYMENTS_MERCHANT_ID"),
    password: required(env, "PAYMENTS_PASSWORD"),
    timeoutMs: wholeNumber(env, "PAYMENTS_TIMEOUT_MS", 30_000),
    concurrency: wholeNumber(env, "CAPTURE_CONCURRENCY", 16),
  };
}

/** From the intent to the moment the request leaves; a worker that was held up for longer does not send. */
export const sendWithinMs = 5_000;

/**
 * How long an intent stays open under a free lock before it is parked: longer than the call it stands for can last, so
 * that what is parked will not be sent any more.
 */
export function graceMs({ timeoutMs }: Settings): number {
  return sendWithinMs + timeoutMs;
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set.`);
  return value;
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, usual: number): number {
  const text = env[name] ?? String(usual);
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number, 1 or more, not "${text}".`);
  return Number(text);
}
