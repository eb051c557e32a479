/** What keeps the check from sending anything. */
import * as z from "zod/mini";
import { PaymentClient, type PaymentClientOptions, paymentMethods } from "../index.js";
import { optionsOf, textLike } from "../model/options.js";
import { read } from "../model/read.js";
import { faultsOfAuthorizations } from "./authorizations.js";
import type { CheckServiceOptions } from "./options.js";
import type { Terminal } from "./terminal.js";

/** Says why the check must not begin; undefined if it may. Asks for the host where a person can be asked. */
export async function obstacleOf(
  given: CheckServiceOptions,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<string | undefined> {
  const faults = await faultsOf(given);
  if (faults.length > 0) return faults.join("; ");
  const { host } = new URL(given.options.baseUrl);
  if (!terminal.canAsk) {
    if (given.host === host) return undefined;
    return `host must be "${host}", the host of baseUrl: without a terminal, nobody can type it`;
  }
  const typed = await terminal.ask(`Type the host of the test environment, ${host}, to go on: `, signal);
  return typed === host ? undefined : "the host was not confirmed";
}

/** The options that have rules of their own below can be anything here. */
const schema = optionsOf({
  options: z.optional(z.unknown()),
  productionBaseUrl: z.optional(z.unknown()),
  authorizations: z.optional(z.unknown()),
  paymentMethods: z.optional(z.array(z.enum(paymentMethods))),
  currencyCode: z.optional(textLike(/^(?:[A-Z]{3}|\d{2,3})$/, "a code such as SEK")),
  host: z.optional(z.string()),
  confirmCaptures: z.optional(z.boolean()),
  print: z.optional(z.enum(["table", "markdown", "nothing"])),
} satisfies Readonly<Record<keyof CheckServiceOptions, z.ZodMiniType>>);

async function faultsOf(given: CheckServiceOptions): Promise<readonly string[]> {
  const { options, productionBaseUrl, authorizations } = given ?? {};
  const client = clientOf(options);
  if (typeof client === "string") return [`options: ${client}`];
  const faults = read(schema, given, {}).issues.map(({ message }) => message);
  faults.push(...faultsOfProduction(productionBaseUrl, options.baseUrl));
  faults.push(...faultsOfAuthorizations(authorizations, client));
  await client.close();
  return faults;
}

/** Makes a client, which checks its options. Returns their faults if it cannot. */
function clientOf(options: PaymentClientOptions): PaymentClient | string {
  try {
    return new PaymentClient(options);
  } catch (error) {
    return (error as Error).message;
  }
}

function faultsOfProduction(productionBaseUrl: unknown, baseUrl: string): readonly string[] {
  const production = typeof productionBaseUrl === "string" ? URL.parse(productionBaseUrl) : null;
  if (production === null || !/^https?:$/.test(production.protocol))
    return ["productionBaseUrl is required: give the base URL of production, with https://; it is never called"];
  if (bareHost(production) !== bareHost(new URL(baseUrl))) return [];
  return ["baseUrl has the host of productionBaseUrl: give the base URL of the test environment"];
}

/** Without the port and the dot of a full name, so that no other way to write it passes. */
const bareHost = ({ hostname }: URL) => hostname.replace(/\.$/, "");
