/** What keeps the check from sending anything. */
import { PaymentClient, type PaymentClientOptions, paymentMethods } from "../index.js";
import { type FieldRule, fields, tryField } from "../model/fields.js";
import * as is from "../model/is.js";
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
const readOptions = fields({
  options: is.any,
  productionBaseUrl: is.any,
  authorizations: is.any,
  paymentMethods: is.listOf(is.oneOf(paymentMethods)),
  currencyCode: is.matching(/^(?:[A-Z]{3}|\d{2,3})$/, "a code such as SEK"),
  host: is.text,
  confirmCaptures: is.flag,
  print: is.oneOf(["table", "markdown", "nothing"]),
} satisfies Readonly<Record<keyof CheckServiceOptions, FieldRule<unknown>>>);

async function faultsOf(given: CheckServiceOptions): Promise<readonly string[]> {
  const { options, productionBaseUrl, authorizations } = given ?? {};
  const client = clientOf(options);
  if (typeof client === "string") return [`options: ${client}`];
  const { faults } = tryField("", given, readOptions);
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
