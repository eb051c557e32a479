/** One item of the batch: its authorization at the service, and what the merchant has on record. */
import type { OnceRecord } from "../../../src/once/index.ts";
import type { Shipment } from "./scenario.ts";
import type { Authorization } from "./service.ts";

export interface Item {
  readonly shipment: Shipment;
  readonly authorization: Authorization;
  /** A filter in front of the service forbids it, always. */
  readonly isForbidden: boolean;
  record: OnceRecord | undefined;
  /** A person has decided without looking. */
  isMisjudged: boolean;
  /** A call left it unknown whether it was captured. */
  wasUnknown: boolean;
}
