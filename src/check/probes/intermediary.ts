/** The row of stage one about what stands between the client and the service. It sends nothing itself. */
import { asAssumed, type Judged, stopForGood } from "../row.js";
import type { Probe } from "./probe.js";

type Headers = Readonly<Record<string, string>>;

/** What an intermediary writes into a response, apart from the age in a cache. */
const NAMES = ["via", "x-cache", "x-varnish", "x-served-by", "x-envoy-upstream-service-time", "x-amz-cf-id", "cf-ray"];

/** All requests of the check are POSTs, whose responses no cache may store. */
const isFromCache = ({ age, "x-cache": cache }: Headers) => /[1-9]/.test(age ?? "") || /^hit\b/i.test(cache ?? "");

const CACHED = stopForGood(
  "a cache has given an earlier response. Whoever runs it must store no response to a POST, and send no POST again",
);

function judge(responses: readonly Headers[]): Judged {
  if (responses.some(isFromCache)) return CACHED;
  const named = NAMES.filter((name) => responses.some((headers) => headers[name] !== undefined));
  if (named.length === 0) return asAssumed();
  return asAssumed(
    `the headers ${named.join(", ")} show one: whoever runs it must confirm that it never sends a POST again`,
  );
}

export const intermediaryProbe: Probe = {
  id: "intermediary",
  name: "no intermediary stores a response",
  run: async ({ responseHeaders }) => [judge(responseHeaders)],
};
