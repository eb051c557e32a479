/**
 * The rules of orders and authorizations, written down a second time and in another way than the fake has them: from
 * the contract, with whole minor units (öre), and with every figure worked out from what has happened so far.
 */
export type Money = bigint;

export type Method = "card" | "invoice" | "installments" | "paypal" | "swish" | "internet_bank" | "other";

export interface ModelOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly total: Money;
  readonly form: "simple" | "detailed";
  readonly lines: readonly Money[];
  readonly hasCustomer: boolean;
  readonly hasDescription: boolean;
  readonly hasSalesLocation: boolean;
}

export interface ModelAuthorization {
  readonly transactionId: string;
  readonly order: ModelOrder;
  readonly method: Method;
  readonly authorized: Money;
  readonly isSlow: boolean;
  /** What was finalized, part by part. */
  readonly parts: { amount: Money; pending: boolean }[];
  released: boolean;
}

/** The figures of an authorization. */
export interface Balance {
  readonly canFinalizeAgain: boolean;
  readonly amountRemainingForFinalize: string;
  readonly totalAmountFinalized: string;
  readonly totalAmountPendingFinalization: string;
}

/** What is asked of an authorization. */
export interface Finalizing {
  readonly authorization: ModelAuthorization | undefined;
  readonly amount: Money;
  readonly lines: readonly Money[] | undefined;
}

export type Refusal = { readonly statusKey: string; readonly balance?: Balance };

export const sum = (amounts: readonly Money[]): Money => amounts.reduce((total, each) => total + each, 0n);

/** Öre as decimal text: 12550n is 125.50. */
export function decimalText(amount: Money): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, "0");
  return `${amount < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const isCredit = (method: Method) => method === "invoice" || method === "installments";
const hasNoLines = (method: Method) => method === "card" || method === "swish";
const addUp = (lines: readonly Money[], amount: Money) => lines.length === 0 || sum(lines) === amount;

/** Why a service refuses an order whose other fields are right. */
export function orderRefusal(total: Money, lines: readonly Money[]): Refusal | undefined {
  return total > 0n && addUp(lines, total) ? undefined : { statusKey: "VALIDATION_ERROR" };
}

/** Whether a method can pay an order, for an amount. */
export function canAuthorize(order: ModelOrder, all: readonly ModelOrder[], method: Method, amount: Money): boolean {
  if (amount <= 0n) return false;
  if (order.hasSalesLocation && method !== "card") return false;
  switch (method) {
    case "card":
    case "swish":
      return order.lines.length === 0;
    case "paypal":
      return order.hasDescription;
    case "invoice":
    case "installments": {
      const namesakes = all.filter(({ orderNumber }) => orderNumber === order.orderNumber);
      return order.hasCustomer && order.lines.length > 0 && namesakes.length === 1 && amount === order.total;
    }
    default:
      return true;
  }
}

const finalizedBy = ({ method, authorized, parts }: ModelAuthorization) =>
  method === "internet_bank" ? authorized : sum(parts.filter(({ pending }) => !pending).map(({ amount }) => amount));

export const pendingOn = ({ parts }: ModelAuthorization) =>
  sum(parts.filter(({ pending }) => pending).map(({ amount }) => amount));

function remainingOn(authorization: ModelAuthorization): Money {
  const { method, authorized, parts, released } = authorization;
  const isOver = released || method === "internet_bank" || (method === "card" && parts.length > 0);
  return isOver ? 0n : authorized - sum(parts.map(({ amount }) => amount));
}

export const isOpen = (authorization: ModelAuthorization) => remainingOn(authorization) > 0n;

export function balanceOf(authorization: ModelAuthorization): Balance {
  return {
    canFinalizeAgain: isOpen(authorization),
    amountRemainingForFinalize: decimalText(remainingOn(authorization)),
    totalAmountFinalized: decimalText(finalizedBy(authorization)),
    totalAmountPendingFinalization: decimalText(pendingOn(authorization)),
  };
}

/** Why the service refuses a finalization. */
export function finalizeRefusal({ authorization, amount, lines = [] }: Finalizing): Refusal | undefined {
  const invalid = "VALIDATION_ERROR";
  if (authorization === undefined) return { statusKey: amount > 0n ? "ORDER_NOT_FOUND" : invalid };
  const { order, method, authorized, released } = authorization;
  const isPart = amount < authorized;
  const grounds: [boolean, string][] = [
    [amount <= 0n, invalid],
    [released, "PAYMENT_ANNULLED"],
    [!isOpen(authorization) && pendingOn(authorization) === 0n, "PAYMENT_COMPLETED"],
    [amount > remainingOn(authorization), "FINALIZE_AMT_EXCEEDED"],
    [isCredit(method) && amount !== order.total, invalid],
    [order.lines.length === 0 && lines.length > 0, "LINE_ITEMS_NOT_ALLOWED"],
    [order.lines.length > 0 && isPart && lines.length === 0 && !hasNoLines(method), "LINE_ITEMS_REQUIRED"],
    [!addUp(lines, amount), invalid],
  ];
  const ground = grounds.find(([holds]) => holds);
  return ground && { statusKey: ground[1], balance: balanceOf(authorization) };
}

/** Whether a client that knows the authorization's facts refuses to send the finalization. */
export function factsRefuse({ authorization, amount, lines }: Finalizing): boolean {
  if (authorization === undefined) return false;
  const { order, method, authorized } = authorization;
  const isBare = lines === undefined || lines.length === 0;
  if (order.lines.length === 0 && lines !== undefined) return true;
  switch (method) {
    case "internet_bank":
      return true;
    case "card":
      return amount > authorized;
    case "swish":
      return false;
    case "invoice":
    case "installments":
      return amount !== authorized;
    default:
      return order.lines.length > 0 && amount < authorized && isBare;
  }
}
