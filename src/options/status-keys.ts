import * as z from "zod/mini";
import { bareKey, statusMeanings } from "../errors/status-catalogue.js";
import { STATUS_KEY } from "../evidence/status-keys.js";
import { across } from "../model/schema.js";

/** Keys after which nothing is certain, or that results show. */
const FIXED = /^(?:INTERNAL_ERROR|HTTP_408|HTTP_5\d\d|SUCCESS|PENDING)$/;

/** @internal */
export const statusKeysSchema = z.record(z.string(), z.enum(statusMeanings)).check(
  across((statusKeys, report) => {
    const keys = Object.keys(statusKeys);
    for (const key of keys) {
      if (FIXED.test(bareKey(key))) {
        report([key], { code: "not_allowed", rule: "has a meaning that cannot change: leave it out" });
      } else if (!STATUS_KEY.test(key)) {
        const rule = "is no status key: give it as the service writes it, 1 to 64 letters, digits, _, . or -";
        report([key], { code: "bad_format", rule });
      } else if (keys.some((other) => other !== key && bareKey(other) === bareKey(key))) {
        report([key], { code: "duplicate", rule: "appears again in another letter case: give each key once" });
      }
    }
  }),
);
