/** Errors of the stores, whose bundles must not import the library. */

/** Why a hook failed, in the library's own words. They hold nothing of the merchant's. */
export class HookError extends Error {
  override readonly name = "OnceHookError";
}

/** An error that no repetition mends. Its message says what to do. */
export const permanent = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { isPermanent: true });

export const NEWER_TABLES =
  "a newer release of merchant-payments wrote the tables of Once: update this program to that release";
