/** What is kept of an error of `book`: never a foreign message, which may quote what was written. */

import type { OnceBookCause } from "../entry.js";

const WORD = /^[\w.-]{1,100}$/;

/** Reads the error, or the driver's error that a query builder has wrapped. */
export function bookCauseOf(error: unknown): OnceBookCause {
  const ofDriver = errorsIn(error).find(({ code }) => code !== undefined) ?? {};
  const word = (value: unknown) => {
    const text = typeof value === "number" ? `${value}` : value;
    return typeof text === "string" && WORD.test(text) ? text : undefined;
  };
  const { code, errcode, constraint, table, column } = ofDriver;
  const [first, second] = [word(code), word(errcode)]; // SQLite's own number stands beside Node's code
  const { name, message } = Object(error) as Partial<Error>;
  return {
    name: word(name),
    message: name === "OnceBookError" ? message : undefined, // by name: each CommonJS file has its own copy of the class
    code: second === undefined ? first : `${first} ${second}`,
    constraint: word(constraint),
    table: word(table),
    column: word(column),
  };
}

/** The error and its causes, the outermost first. */
function errorsIn(error: unknown, depth = 5): readonly Record<string, unknown>[] {
  if (typeof error !== "object" || error === null || depth === 0) return [];
  return [error as Record<string, unknown>, ...errorsIn((error as Error).cause, depth - 1)];
}
