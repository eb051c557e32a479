import { issue, MAX_ISSUES, pathText } from "../../model/issue.js";
import type { StandardSchema } from "../../model/standard-schema.js";
import type { Deadline } from "../../wire/deadline.js";

const rule = "does not fit the operation's schema: causeOf(error) has its own words";
const unfit = (path: string) => issue(path, { code: "bad_format", rule });

/**
 * Passes a value through somebody's schema, which may throw, never end, and give anything. Gives what the schema made of
 * it, and a copy of its fields; or where it does not fit, and in the schema's own words.
 */
export async function throughSchema(schema: StandardSchema, given: () => unknown, deadline: Deadline) {
  try {
    const { value, issues } = await deadline.race(Promise.resolve(schema["~standard"].validate(given())));
    const isObject = typeof value === "object" && value !== null;
    if (issues === undefined && isObject) return { value, fields: { ...value } };
    // Copied first: arktype's lists are of classes of its own, whose map gives something else.
    const found = [...(issues ?? [])].slice(0, MAX_ISSUES);
    const paths = found.map(({ path = [] }) => pathText([...path].map((step) => Object(step).key ?? step)));
    return { issues: (paths.length > 0 ? paths : [""]).map(unfit), cause: issues };
  } catch (cause) {
    return { issues: [unfit("")], cause };
  }
}
