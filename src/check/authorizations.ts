/** What the listed authorizations must be, before anything is sent. */
import { Decimal, isPaymentMethod, type PaymentClient } from "../index.js";
import { purposeNames, purposes } from "./captures/purposes.js";
import { CAPTURED } from "./captures/twice.js";
import type { CheckAuthorization } from "./options.js";

const MOST = 100;

/** Lists the faults. Those across authorizations are looked for where each one is valid. */
export function faultsOfAuthorizations(given: unknown, client: PaymentClient): readonly string[] {
  if (given == null) return [];
  if (!Array.isArray(given)) return ["authorizations must be a list"];
  const faults = given.flatMap((each, index) => {
    const found = faultsOf(Object(each), client);
    return found.length === 0 ? [] : `authorizations[${index}]: ${found.join(", ")}`;
  });
  return faults.length > 0 ? faults : faultsTogether(given).map((fault) => `authorizations: ${fault}`);
}

function faultsOf(authorization: CheckAuthorization, client: PaymentClient): readonly string[] {
  const { purpose, paymentMethod, orderId, transactionId, authorizedAmount, currencyCode } = authorization;
  if (!purposeNames.includes(purpose)) return [`purpose must be one of ${purposeNames.join(", ")}`];
  const { methods } = purposes[purpose];
  if (!isPaymentMethod(paymentMethod) || !methods.includes(paymentMethod)) {
    return [`paymentMethod must be one of ${methods.join(", ")} for the purpose ${purpose}`];
  }
  const finalization = { orderId, transactionId, totalAmount: authorizedAmount };
  const facts = { authorization: { paymentMethod, authorizedAmount, currencyCode } };
  const issues = client.check("finalize", finalization, facts).map(({ message }) => message);
  if (issues.length > 0) return [...new Set(issues.map(inOurWords))];
  const amount = new Decimal(authorizedAmount);
  const faults: string[] = [];
  if (!currencyCode?.trim()) faults.push("currencyCode is required");
  if (amount.gt(MOST)) faults.push(`authorizedAmount must be at most ${MOST}`);
  if (paymentMethod === "card" && purpose !== "refunded" && !orderId?.trim()) faults.push("orderId is required");
  if (purpose === "capture" && amount.lte(CAPTURED)) faults.push(`authorizedAmount must be more than ${CAPTURED}`);
  if (purpose === "annulled" && amount.eq(CAPTURED)) faults.push(`authorizedAmount must not be ${CAPTURED}`);
  if (purpose === "parts" && !amount.eq(100)) faults.push("authorizedAmount must be 100");
  return faults;
}

/** The authorized amount is checked as the total of a finalization, too. */
const inOurWords = (message: string) =>
  message
    .replace(/^(?:totalAmount|options\.authorization\.authorizedAmount)\b/, "authorizedAmount")
    .replace(/^options\.authorization\./, "");

function faultsTogether(authorizations: readonly CheckAuthorization[]): readonly string[] {
  const faults: string[] = [];
  const ids = authorizations.map(({ transactionId }) => transactionId);
  if (new Set(ids).size < ids.length) faults.push("give each transactionId once");
  const rows = authorizations.map(({ purpose, paymentMethod }) => `${purpose} ${paymentMethod}`);
  if (new Set(rows).size < rows.length) faults.push("give one for each purpose and payment method");
  const [first, second] = (["capture", "annulled"] as const).map((name) =>
    authorizations.find(({ purpose }) => purpose === name),
  );
  if (first === undefined || second === undefined) return faults;
  if (first.orderId?.toLowerCase() !== second.orderId?.toLowerCase())
    faults.push("capture and annulled must be of one order");
  if (new Decimal(first.authorizedAmount).eq(second.authorizedAmount))
    faults.push("capture and annulled must have different amounts");
  return faults;
}
