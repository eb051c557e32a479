import type { DecodedBody } from "../evidence/envelope.js";
import type { ReceivedResponse } from "../wire/attached.js";
import { mediaTypeOf } from "../wire/headers.js";
import { parseJson } from "../wire/json.js";
import type { WireResponse } from "./send.js";

const TOO_LARGE =
  "is larger than maxResponseBytes, or has more than one value per 16 bytes of that limit: raise maxResponseBytes if responses may be that large";

/** Parses the body of a response if it arrived whole. */
export function decode({ headers, body }: ReceivedResponse, end: WireResponse["end"]): DecodedBody {
  if (end === "too_large") return { broken: TOO_LARGE };
  try {
    if (end === "complete") return { json: parseJson(body) };
  } catch {
    // Not JSON, or not all of it.
  }
  const isMeantAsJson = /^\s*[{[]/.test(body) || /[/+]json$/i.test(mediaTypeOf(headers) ?? "");
  if (isMeantAsJson && body.trim() !== "") return { broken: "is JSON that cannot be read whole" };
  return { other: true };
}
