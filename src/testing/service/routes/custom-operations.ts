/** A custom operation: how it is described, and how a test responds to its calls. */
import type { FakeOrder } from "../rules/orders.js";
import { toPlainObject } from "../rules/received-values.js";
import {
  type FakeFieldError,
  type FakeStatus,
  type RejectionKey,
  rejectionStatus,
  statusOf,
} from "../rules/status-catalogue.js";
import { after, type FakeRoute, type Soon } from "./fake-route.js";

/** The part of a `defineOperation` operation that `service.on` reads. */
export interface HandledOperation {
  readonly name: string;
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly input: TypedSchema;
  readonly response: TypedSchema;
}

/** The types that a Standard Schema carries. */
export interface TypedSchema {
  readonly "~standard": { readonly types?: { readonly input: unknown; readonly output: unknown } | undefined };
}

/** A call of an operation, as its handler receives it. */
export interface CustomCall<Op extends HandledOperation> {
  /**
   * The values of the path, and the fields of the body or, for GET, of the query. Numbers are text with the digits that
   * were sent. All values of a path or a query are text.
   */
  readonly input: Received<TypesOf<Op["input"]>["output"], Op["method"]>;
  /** The order that `orderId` names, or the order of the authorization that `transactionId` names. */
  readonly order: FakeOrder | undefined;
}

/** Responds to the calls of an operation. Decimals are sent as numbers, with all their digits. */
export type CustomHandler<Op extends HandledOperation> = (
  call: CustomCall<Op>,
) => Soon<CustomResponse<Op> | FakeResponse<CustomResponse<Op>>>;

/** The data that the operation's `response` schema accepts, without the status. */
export type CustomResponse<Op extends HandledOperation> = TypesOf<Op["response"]>["input"];

/** A value as it arrives. */
export type Received<Sent, Method> = Sent extends string | null | undefined
  ? Sent
  : Sent extends boolean
    ? [Method] extends ["GET"]
      ? `${Sent}`
      : Sent
    : Sent extends number | bigint | { readonly rawJSON: string }
      ? string
      : Sent extends { toJSON(): infer Written }
        ? Received<Written, Method>
        : Sent extends object
          ? { readonly [Key in keyof Sent]: Received<Sent[Key], Method> }
          : unknown;

type TypesOf<Schema extends TypedSchema> = NonNullable<Schema["~standard"]["types"]>;

/** @param orderOf - Finds the order that the values of a call name. */
export function customRoute<Op extends HandledOperation>(
  { name, method, path }: Op,
  handler: CustomHandler<Op>,
  orderOf: (values: object) => FakeOrder | undefined,
): FakeRoute {
  if (typeof path !== "string") throw new TypeError("on: the operation must be what defineOperation returns.");
  if (typeof handler !== "function") throw new TypeError(`on: the handler of ${name} must be a function.`);
  return {
    name,
    method,
    paths: [path],
    httpStatus: 200,
    respond(values) {
      const input = toPlainObject(values) as CustomCall<Op>["input"];
      return after(handler({ input, order: orderOf(values) }), (given) => {
        const { status, body } = given instanceof FakeResponse ? given : { status: statusOf("SUCCESS"), body: given };
        return { ...(body as object | undefined), status };
      });
    },
  };
}

/** A response with its own status; made by {@link rejection} and {@link pending}. */
export class FakeResponse<Body> {
  readonly status: FakeStatus;
  /** Undefined for a rejection. */
  readonly body: Body | undefined;

  /** @internal */
  constructor(status: FakeStatus, body?: Body) {
    this.status = status;
    this.body = body;
  }
}

/** Details of a rejection. */
export interface RejectionDetails {
  /** @defaultValue that of the key; 9999 for a key that the fake does not know */
  readonly errorNumber?: number;
  /** @defaultValue that of the key; the key itself if the fake does not know it */
  readonly statusMessage?: string;
  /** Faults in fields of the request. */
  readonly errors?: readonly FakeFieldError[];
}

/**
 * Rejects the call with a status of the service's catalogue, or with any other.
 *
 * @example
 * service.on(annulPayment, () => rejection("ORDER_NOT_FOUND"));
 */
export function rejection(statusKey: RejectionKey | (string & {}), details?: RejectionDetails): FakeResponse<never> {
  return new FakeResponse({ ...rejectionStatus(statusKey), ...details });
}

/** Accepts the call without completing it: no money has moved yet. */
export function pending<Body extends object>(body: Body): FakeResponse<Body> {
  return new FakeResponse(statusOf("PENDING"), body);
}
