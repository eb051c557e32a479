/** The service's own answer to a request, before anything goes wrong with it. */
import { Decimal } from "decimal.js";
import type { Answer } from "../operations/operation.js";
import type { Match } from "../operations/routes.js";
import { after, type Soon } from "../operations/soon.js";
import { jsonNumber } from "../rules/json.js";
import { type FakeStatus, statusOf } from "../rules/status-catalogue.js";
import type { FakeClock } from "../state/clock.js";

/** What a service knows beside its operations. */
export interface AnsweringService {
  readonly merchantId: string;
  readonly password: string;
  readonly clock: Pick<FakeClock, "now">;
}

/** An answer as it is put on the wire. */
export interface WrittenAnswer {
  readonly httpStatus: number;
  readonly statusKey: string;
  readonly contentType: string;
  /** JSON text. */
  readonly body: string;
  /** The same without anything beside the status. */
  readonly statusAlone: string;
  /** The method that would be taken. */
  readonly allow?: string;
  /** When the request was processed. */
  readonly at: string;
}

/**
 * Processes the request and writes the answer.
 *
 * @param values - What the request names; undefined when it could not be read.
 */
export function serviceAnswer(
  service: AnsweringService,
  request: Request,
  match: Match | undefined,
  values: object | undefined,
): Soon<WrittenAnswer> {
  const written = (httpStatus: number, answer: Answer) => writtenAnswer(httpStatus, answer, service.clock.now());
  const failure = (httpStatus: 401 | 404 | 405 | 500, details?: Partial<FakeStatus>) => {
    return written(httpStatus, { status: { ...statusOf(`HTTP_${httpStatus}`), ...details } });
  };
  if (!match) return failure(404);
  const { operation, path } = match;
  if (request.method !== operation.method) return { ...failure(405), allow: operation.method };
  if (!isAuthorized(service, request)) return failure(401);
  if (!values) return failure(500);
  const tell = (error: unknown) => failure(500, { statusMessage: `The handler of ${operation.name} threw: ${error}` });
  try {
    const soon = after(operation.answer(values, path), (answer) => {
      return written(answer.status.isSuccess ? operation.httpStatus : 200, answer);
    });
    return soon instanceof Promise ? soon.catch(tell) : soon;
  } catch (error) {
    return tell(error);
  }
}

function writtenAnswer(httpStatus: number, answer: Answer, at: Date): WrittenAnswer {
  const { status } = answer;
  return {
    httpStatus,
    statusKey: status.statusKey,
    contentType: "application/json; charset=utf-8",
    body: answerJson(answer),
    statusAlone: answerJson({ status }),
    at: at.toISOString(),
  };
}

function isAuthorized({ merchantId, password }: AnsweringService, request: Request): boolean {
  const utf8 = String.fromCharCode(...new TextEncoder().encode(`${merchantId}:${password}`)); // btoa takes bytes only
  return request.headers.get("authorization")?.replace(/^basic /i, "") === btoa(utf8);
}

/** The answer as JSON text, in which Decimals are numbers with the same digits. */
function answerJson(answer: Answer): string {
  return JSON.stringify(answer, function (this: Readonly<Record<string, unknown>>, key, value) {
    const { [key]: given } = this; // `value` is what its toJSON has made of it
    return Decimal.isDecimal(given) ? jsonNumber(given.toFixed()) : value;
  });
}
