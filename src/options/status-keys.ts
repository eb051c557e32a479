import { bareKey, statusMeanings } from "../errors/status-catalogue.js";
import { STATUS_KEY } from "../evidence/status-keys.js";
import * as is from "../model/is.js";

/** Keys after which nothing is certain, or that results show. */
const FIXED = /^(?:INTERNAL_ERROR|HTTP_408|HTTP_5\d\d|SUCCESS|PENDING)$/;

const meaning = is.oneOf(statusMeanings);

/** @internal */
export const statusKeysRule = is.record((key, value, fault, keys) => {
  if (FIXED.test(bareKey(key))) return fault("has a meaning that cannot change: leave it out");
  if (!STATUS_KEY.test(key)) {
    return fault("is no status key: give it as the service writes it, 1 to 64 letters, digits, _, . or -");
  }
  if (keys.some((other) => other !== key && bareKey(other) === bareKey(key))) {
    return fault("appears again in another letter case: give each key once");
  }
  return meaning(value, fault);
});
