/** What must never happen beside a call, whatever it ends in. */

const watched = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Promise.prototype, JSON];
const names = () => watched.map((object) => Reflect.ownKeys(object).map(String).join()).join(";");
const before = names();

const unhandled: unknown[] = [];

/** Gathers promises that are rejected while nobody listens. Returns what stops it. */
export function watchRejections(): () => void {
  const listener = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listener);
  return () => process.off("unhandledRejection", listener);
}

/** The strays since the last time, in words. */
export function strays(): string[] {
  const rejections = unhandled.splice(0).map((reason) => `a rejection that nobody listened to: ${String(reason)}`);
  const pollution = names() === before ? [] : ["a prototype of the language was changed"];
  return [...rejections, ...pollution];
}
