/** The row of stage two about an authorization that a person has captured and refunded. */
import { asAssumed, type Finding, leaveOut } from "../row.js";
import { REJECTION } from "../stops.js";
import type { Capturing } from "./capturing.js";
import { noStatus } from "./judge.js";

/** No look-up is compared: whether a refund lowers what it reads is open, and both are safe. */
export async function finalizeRefunded({ authorization, all, capture }: Capturing): Promise<readonly Finding[]> {
  const { isSuccess, httpStatus } = await capture(all, REJECTION);
  if (isSuccess) return [leaveOut(authorization.paymentMethod, "a refunded amount was captured again")];
  return [isSuccess === undefined ? noStatus(httpStatus) : asAssumed()];
}
