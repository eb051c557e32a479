/** How long a response asks to wait. The calls themselves wait for nothing. */
import { expect, test, vi } from "vitest";
import { clientOver, errorOf, finalization, rejected } from "../support/client.js";

/** The error of a finalization that is rejected with this body and this Retry-After. */
function rejectedWith(body: string, retryAfter: string, httpStatus = 429) {
  const headers = { "content-type": "application/json", "retry-after": retryAfter };
  const payments = clientOver(async () => new Response(body, { status: httpStatus, headers }));
  return errorOf(payments.finalize(finalization));
}

const now = Date.UTC(2026, 0, 15, 12);

test.each([
  ["0", 0],
  ["30", 30_000],
  ["86400", 86_400_000],
  ["Thu, 15 Jan 2026 12:00:30 GMT", 30_000],
  ["Fri, 16 Jan 2026 12:00:00 GMT", 86_400_000],
])("the error of a response with Retry-After %s says how long to wait", async (retryAfter, retryAfterMs) => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  expect(await rejectedWith(rejected, retryAfter)).toMatchObject({ name: "PaymentServiceError", retryAfterMs });
  expect(await rejectedWith("Slow down", retryAfter)).toMatchObject({ name: "PaymentResponseError", retryAfterMs });
});

const outOfBounds = ["86401", "-1", "Thu, 15 Jan 2026 11:59:59 GMT", "Fri, 16 Jan 2026 12:00:01 GMT"];
const unreadable = ["1.5", "soon", "", "2026-01-15"];
test.each([...outOfBounds, ...unreadable])("Retry-After %j says nothing of waiting", async (retryAfter) => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  expect(await rejectedWith(rejected, retryAfter)).not.toHaveProperty("retryAfterMs");
});
