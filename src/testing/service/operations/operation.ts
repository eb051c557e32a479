import type { FakeStatus } from "../rules/status-catalogue.js";
import type { Soon } from "./soon.js";

/** An operation of the service: all that the fake needs to know of it. */
export interface Operation {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** Begin with "/"; a part in braces stands for a value, under that name. */
  readonly paths: readonly string[];
  /** Of a success; a rejection has 200. */
  readonly httpStatus: 200 | 201;
  /** @param path - The one of `paths` that was called. */
  respond(values: object, path: string): Soon<ResponseFields>;
}

/** What becomes the JSON of a response. */
export interface ResponseFields {
  readonly status: FakeStatus;
}
