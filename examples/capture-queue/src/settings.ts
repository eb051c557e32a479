import type { OnceOptions } from "merchant-payments/once";

const timeNames = [
  "timeoutMs",
  "leaseMs",
  "marginMs",
  "maxNetworkDelayMs",
  "resolveAfterMs",
  "personAfterMs",
  "bookTimeoutMs",
] as const;

type OnceTimes = Pick<OnceOptions<unknown>, Exclude<(typeof timeNames)[number], "bookTimeoutMs">>;

/** What a process needs to know, from its environment. */
export function readSettings(env: NodeJS.ProcessEnv = process.env) {
  const required = (name: string) => {
    const value = env[name];
    if (value === undefined || value === "") throw new Error(`${name} is not set.`);
    return value;
  };
  const concurrency = Number(env["CAPTURE_CONCURRENCY"] ?? "16");
  if (!(Number.isInteger(concurrency) && concurrency > 0)) throw new Error("CAPTURE_CONCURRENCY must be 1 or more.");
  const given: OnceTimes & { readonly bookTimeoutMs?: number } = JSON.parse(env["CAPTURE_TIMES"] ?? "{}");
  const stranger = Object.keys(given).find((name) => !(timeNames as readonly string[]).includes(name));
  if (stranger !== undefined) throw new Error(`CAPTURE_TIMES knows no "${stranger}": ${timeNames.join(", ")}.`);
  const { bookTimeoutMs, ...times } = given;
  return {
    databaseUrl: required("DATABASE_URL"),
    baseUrl: required("PAYMENTS_URL"),
    merchantId: required("PAYMENTS_MERCHANT_ID"),
    password: required("PAYMENTS_PASSWORD"),
    concurrency, // captures at a time in each worker
    bookTimeoutMs, // of the store
    times, // of Once; what is left out has its default
  };
}
