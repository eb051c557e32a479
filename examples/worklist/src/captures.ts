/** The keys of one file, as the workers' program stores them. The worklist needs no hooks and no credentials. */
import { PaymentClient } from "merchant-payments";
import { OnceReview } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";

/** Only checks corrections, and sends nothing. Give it the options `waive` and `extraFields` of your workers' client. */
const payments = new PaymentClient({ baseUrl: "https://payments.invalid", auth: () => ({}) });

/** @param canCorrect - Whether a reviewer may correct a request. */
export function reviewOf(file: string, { create = false, canCorrect = true } = {}) {
  const store = new SqliteOnceStore(file, { create });
  const preview = canCorrect ? payments.preview.bind(payments) : undefined;
  return { store, review: new OnceReview({ store, preview }), canCorrect };
}
