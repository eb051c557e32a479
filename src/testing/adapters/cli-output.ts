/** What the command prints. */
import type { RecordedRequest } from "../service/http/recorded-request.js";
import type { PaymentServer } from "./server.js";

/** How to reach the fake. Its password is no secret: it opens only the fake. */
export function greeting({ baseUrl, pageUrl, service }: PaymentServer): string {
  return `A fake of the payment service is running.

  Base URL     ${baseUrl}
  Merchant id  ${service.merchantId}
  Password     ${service.password}
  Page         ${pageUrl}

Stop it with Ctrl+C. Each call, as it comes:
`;
}

/** One line for a call: time, method, path, HTTP status, status key, and the fault if one struck. */
export function requestLine({ method, path, response, fault, delivered }: RecordedRequest, now: Date): string {
  const time = now.toTimeString().slice(0, 8);
  const status = response === undefined ? "- -" : `${response.httpStatus} ${response.statusKey}`;
  const lost = response !== undefined && !delivered ? " (response not delivered)" : "";
  return `${time} ${method} ${path} ${status}${fault === undefined ? "" : ` fault="${fault}"`}${lost}`;
}
