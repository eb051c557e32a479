/** The values of a request, from its path and its body, or for GET from its path and its query. */
import type { Match } from "../routes/match-request.js";
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue, parseJson } from "../rules/json.js";
import { withFields } from "../rules/received-values.js";

/** Undefined if the body cannot be read. */
export function requestValues(match: Match, query: URLSearchParams, body: string): object | undefined {
  const fields = match.route.method === "GET" ? Object.fromEntries(query) : bodyFields(body);
  return fields && withFields(fields, match.values); // the path overrides the rest
}

const maxDepth = 64; // far more than an order needs, and far less than the runtime can handle

/** The fields of a body, none if it is empty; undefined if it is no JSON object, or nested too deep. */
function bodyFields(text: string): JsonObject | undefined {
  if (text.trim() === "") return {};
  try {
    const value = parseJson(text);
    return isJsonObject(value) && !isDeeper(value, maxDepth) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null || isJsonNumber(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
