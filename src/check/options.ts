/** The options of the check, and what keeps it from sending anything. */
import * as z from "zod/mini";
import { Decimal, PaymentClient, type PaymentClientOptions, type PaymentMethod, paymentMethods } from "../index.js";
import { optionsOf, textLike } from "../model/options.js";
import { read } from "../model/read.js";
import { type CheckAuthorization, credit, isOfOneOrder, purposeNames, purposes } from "./purposes.js";

/** Options of {@link checkService}. null is treated as absent. */
export interface CheckServiceOptions {
  /** What your program gives to `new PaymentClient`, with the base URL and credentials of the test environment. */
  options: PaymentClientOptions;
  /** The base URL of production, which is never called. If `baseUrl` has the same host, nothing is sent. */
  productionBaseUrl: string;
  /** The authorizations that stage two captures. In production, this would move money. @defaultValue none */
  authorizations?: readonly CheckAuthorization[] | null | undefined;
  /** The methods that you accept. Rows about others are left out. @defaultValue all but internet bank */
  paymentMethods?: readonly PaymentMethod[] | null | undefined;
  /** The currency of the orders of stage one. @defaultValue that of the first authorization, else SEK */
  currencyCode?: string | null | undefined;
  /** The host of `baseUrl`. Required where nobody can type it: without a terminal. */
  host?: string | null | undefined;
  /** Confirms the captures of stage two where nobody can be asked. @defaultValue false */
  confirmCaptures?: boolean | null | undefined;
  /** Whether the report, which is Markdown, is printed as the check runs. @defaultValue true */
  print?: boolean | null | undefined;
}

/** The options that have rules of their own below can be anything here. */
const schema = optionsOf({
  options: z.optional(z.unknown()),
  productionBaseUrl: z.optional(z.unknown()),
  authorizations: z.optional(z.array(z.unknown())),
  paymentMethods: z.optional(z.array(z.enum(paymentMethods))),
  currencyCode: z.optional(textLike(/^(?:[A-Z]{3}|\d{2,3})$/, "a code such as SEK")),
  host: z.optional(z.string()),
  confirmCaptures: z.optional(z.boolean()),
  print: z.optional(z.boolean()),
} satisfies Readonly<Record<keyof CheckServiceOptions, z.ZodMiniType>>);

/** Lists what is wrong with the options. Nothing may be sent before the list is empty. */
export function faultsOf(given: CheckServiceOptions): readonly string[] {
  const { options, productionBaseUrl, authorizations } = given ?? {};
  let client: PaymentClient;
  try {
    client = new PaymentClient(options);
  } catch (error) {
    return [`options: ${(error as Error).message}`];
  }
  const faults = read(schema, given, {}).issues.map(({ message }) => message);
  const production = typeof productionBaseUrl === "string" ? URL.parse(productionBaseUrl) : null;
  if (production === null || !/^https?:$/.test(production.protocol))
    faults.push("productionBaseUrl is required: give the base URL of production, with https://; it is never called");
  else if (bareHost(production) === bareHost(new URL(options.baseUrl)))
    faults.push("baseUrl has the host of productionBaseUrl: give the base URL of the test environment");
  if (!Array.isArray(authorizations)) return faults;
  const ofEach = authorizations.flatMap((each, index) =>
    faultsOfOne(Object(each), client).map((fault) => `authorizations[${index}]: ${fault}`),
  );
  return [...faults, ...(ofEach.length > 0 ? ofEach : faultsTogether(authorizations))];
}

/** Without the port and the dot of a full name, so that no other way to write it passes. */
const bareHost = ({ hostname }: URL) => hostname.replace(/\.$/, "");

function faultsOfOne(authorization: CheckAuthorization, client: PaymentClient): readonly string[] {
  const { purpose, paymentMethod, orderId, transactionId, authorizedAmount, currencyCode } = authorization;
  if (!purposeNames.includes(purpose)) return [`purpose must be one of ${purposeNames.join(", ")}`];
  const { methods, others, authorized } = purposes[purpose];
  const possible = [...methods, ...others];
  if (!possible.includes(paymentMethod))
    return [`paymentMethod must be one of ${possible.join(", ")} for the purpose ${purpose}`];
  const finalization = { orderId, transactionId, totalAmount: authorizedAmount };
  const facts = { authorization: { paymentMethod, authorizedAmount, currencyCode } };
  const faults = client.check("finalize", finalization, facts).map(({ message }) =>
    // The authorized amount is checked as the total of a finalization, too.
    message.replace(/^options\.authorization\./, "").replace(/^totalAmount\b/, "authorizedAmount"),
  );
  if (faults.length > 0) return [...new Set(faults)];
  if (!currencyCode?.trim()) faults.push("currencyCode is required");
  if (isOfOneOrder(authorization) && !orderId?.trim()) faults.push("orderId is required");
  const isCredit = credit.includes(paymentMethod);
  const amount = new Decimal(authorizedAmount);
  if (isCredit ? amount.gt(100) : !amount.eq(authorized))
    faults.push(`authorizedAmount must be ${isCredit ? "at most 100" : authorized}`);
  return faults;
}

function faultsTogether(authorizations: readonly CheckAuthorization[]): readonly string[] {
  const faults: string[] = [];
  const isTwice = (values: readonly string[]) => new Set(values).size < values.length;
  const orders = authorizations.filter(isOfOneOrder).map(({ orderId }) => orderId?.toLowerCase());
  if (isTwice(authorizations.map((each) => each.transactionId))) faults.push("give each transactionId once");
  if (isTwice(authorizations.map((each) => `${each.purpose} ${each.paymentMethod}`)))
    faults.push("give one for each purpose and payment method");
  if (new Set(orders).size > 1) faults.push("capture, annulled and equal must be of one order");
  return faults.map((fault) => `authorizations: ${fault}`);
}
