import type { DecodedBody } from "../model/service-status.js";
import { mediaTypeOf } from "../wire/headers.js";
import { parseJson } from "../wire/json.js";
import type { WireResponse } from "../wire/transport.js";

const TOO_LARGE = "is larger than maxResponseBytes: raise it if responses may be that large";

export function decode({ received, end }: WireResponse): DecodedBody {
  if (end === "too_large") return { broken: TOO_LARGE };
  try {
    if (end === "complete") return { json: parseJson(received.body) };
  } catch {
    // It is no JSON, or a part of it.
  }
  const isMeantAsJson = /^\s*[{[]/.test(received.body) || /[/+]json$/i.test(mediaTypeOf(received.headers) ?? "");
  if (isMeantAsJson && received.body.trim() !== "") return { broken: "is JSON that cannot be read whole" };
  return { other: true };
}
