import type { FakeStatus } from "../rules/status-catalogue.js";
import type { Soon } from "./soon.js";

/** An operation of the service: everything that the fake needs to know about it. */
export interface FakeRoute {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** Each begins with "/". A part in braces is a value with that name. */
  readonly paths: readonly string[];
  /** The status of a success; a rejection has 200. */
  readonly httpStatus: 200 | 201;
  /** @param path - The path of `paths` that was called. */
  respond(values: object, path: string): Soon<ResponseFields>;
}

/** The fields that become the JSON of a response. */
export interface ResponseFields {
  readonly status: FakeStatus;
}
