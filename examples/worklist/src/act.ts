/** Stores what a form says. `Once` checks it, and nothing is sent: the sweep of your program does the rest. */
import type { OnceCorrection, OnceDecision, OnceReview, OnceVersion } from "merchant-payments/once";

const missing = { as: "Choose what happened", by: "Give your name", why: "Give a reason" };

/** @throws TypeError, OnceDecisionError or PaymentValidationError with what is wrong. Nothing was changed. */
export async function act(review: OnceReview, form: URLSearchParams): Promise<void> {
  const text = (name: string) => form.get(name)?.trim() || undefined;
  const action = form.get("action");
  const seen = JSON.parse(form.get("seen") ?? "") as OnceVersion;
  for (const [name, words] of Object.entries(missing)) {
    if (!text(name) && (name !== "as" || action === "decide")) throw new TypeError(`${words}.`);
  }
  const signed = { by: text("by") ?? "", why: text("why") ?? "" };
  if (action === "withdraw") await review.withdraw(seen, signed);
  else if (action === "correct") await correct(review, seen, { ...signed, text });
  else {
    const [finalized, pending, differs] = ["finalized", "pending", "differs"].map(text);
    const balance = finalized || pending || differs ? { finalized, pending, differs } : undefined;
    const capture = { transactionId: text("transactionId"), batchId: text("batchId"), books: text("books") };
    await review.decide(seen, { ...signed, ...capture, as: text("as"), balance } as OnceDecision);
  }
}

interface Typed {
  readonly by: string;
  readonly why: string;
  readonly text: (name: string) => string | undefined;
}

async function correct(review: OnceReview, seen: OnceVersion, { by, why, text }: Typed): Promise<void> {
  const { request, expiresAt } = (await review.get(seen.key)) ?? {};
  const [orderId, transactionId = "", totalAmount = ""] = ["orderId", "transactionId", "totalAmount"].map(text);
  const finalization = { ...fieldsIn(text("body")), orderId, transactionId, totalAmount };
  const authorization = {
    paymentMethod: text("paymentMethod"),
    authorizedAmount: text("authorizedAmount"),
    currencyCode: text("currencyCode"),
    hasLineItems: request?.hasLineItems,
    expiresAt: expiresAt && new Date(expiresAt),
  };
  await review.correct(seen, finalization, { by, why, authorization } as OnceCorrection);
}

// TypeScript has no types yet for the source text that a reviver receives.
type Reviver = (name: string, value: unknown, context: { source: string }) => unknown;
const json = JSON as unknown as { parse(text: string, reviver: Reviver): unknown };

/** The fields of JSON text. Its numbers become text, so that amounts keep their digits. */
function fieldsIn(text = "{}"): object {
  try {
    return Object(json.parse(text, (_, value, { source }) => (typeof value === "number" ? source : value)));
  } catch (cause) {
    throw new TypeError("The line items and other fields must be JSON.", { cause });
  }
}
