/** The service's own response to a request, before a fault changes it. */
import { claimsDecimal, copyOfDecimal } from "../../../model/decimal.js";
import { after, type ResponseFields, type Soon } from "../routes/fake-route.js";
import type { Match } from "../routes/fake-routes.js";
import { jsonNumber } from "../rules/json.js";
import { type FakeQuirks, rejectionNamed, withTheirKey } from "../rules/quirks.js";
import { type FakeStatus, statusOf } from "../rules/status-catalogue.js";
import type { FakeClock } from "../state/clock.js";

/** What the response needs from the service. */
export interface RespondingService {
  readonly merchantId: string;
  readonly password: string;
  readonly clock: Pick<FakeClock, "now">;
  readonly quirks: FakeQuirks;
}

/** A response as it is sent. */
export interface WrittenResponse {
  readonly httpStatus: number;
  readonly statusKey: string;
  readonly contentType: string;
  /** JSON text. */
  readonly body: string;
  /** The same with nothing but the status. */
  readonly statusAlone: string;
  /** The allowed method. */
  readonly allow?: string;
  /** When the request was processed. */
  readonly at: string;
}

/** @param values - The values of the request; undefined if they could not be read. */
export function serviceResponse(
  service: RespondingService,
  request: Request,
  match: Match | undefined,
  values: object | undefined,
): Soon<WrittenResponse> {
  const failure = (httpStatus: 401 | 404 | 405 | 500, details?: Partial<FakeStatus>) => {
    return writtenResponse(service, httpStatus, { status: { ...statusOf(`HTTP_${httpStatus}`), ...details } });
  };
  if (!match) return failure(404);
  const { route, path } = match;
  if (request.method !== route.method) return { ...failure(405), allow: route.method };
  if (!isAuthorized(service, request)) return failure(401);
  if (!values) return failure(500);
  const tell = (error: unknown) => failure(500, { statusMessage: `The handler of ${route.name} threw: ${error}` });
  try {
    const soon = after(route.respond(values, path), (fields) => {
      return writtenResponse(service, fields.status.isSuccess ? route.httpStatus : failureStatusOf(service), fields);
    });
    return soon instanceof Promise ? soon.catch(tell) : soon;
  } catch (error) {
    return tell(error);
  }
}

/** The response of a service that rejects the request with this key. */
export function rejectionResponse(service: RespondingService, statusKey: string): WrittenResponse {
  return writtenResponse(service, failureStatusOf(service), { status: rejectionNamed(statusKey, service.quirks) });
}

const failureStatusOf = ({ quirks }: RespondingService) => quirks.failureStatus ?? 200;

function writtenResponse(service: RespondingService, httpStatus: number, fields: ResponseFields): WrittenResponse {
  const status = withTheirKey(fields.status, service.quirks);
  return {
    httpStatus,
    statusKey: status.statusKey,
    contentType: "application/json; charset=utf-8",
    body: responseJson({ ...fields, status }),
    statusAlone: responseJson({ status }),
    at: service.clock.now().toISOString(),
  };
}

/** What follows `Basic` in the header of a caller of this service. */
export const credentialsOf = ({ merchantId, password }: Pick<RespondingService, "merchantId" | "password">) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(`${merchantId}:${password}`))); // btoa takes bytes only

const isAuthorized = (service: RespondingService, request: Request) =>
  request.headers.get("authorization")?.replace(/^basic /i, "") === credentialsOf(service);

/** The response as JSON text, in which Decimals are numbers with the same digits. */
function responseJson(fields: ResponseFields): string {
  return JSON.stringify(fields, function (this: Readonly<Record<string, unknown>>, key, value) {
    const { [key]: given } = this; // `value` is already the result of its toJSON
    if (!claimsDecimal(given)) return value;
    const copy = copyOfDecimal(given);
    if (copy === undefined) throw new TypeError(`${key} must be a finite Decimal of at most 100 digits`);
    return jsonNumber(copy.toFixed());
  });
}
