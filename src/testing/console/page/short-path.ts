/** A path in short: without what all have in common, and of an order's id only its beginning. */
export function shortPath(path: string): string {
  const basePath = document.body.dataset["basePath"] ?? "";
  const own = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  const short = own.replace(/([\da-f]{8})(-[\da-f]{4}){3}-[\da-f]{12}/gi, "$1…");
  return short.replaceAll("/", "/\u200b"); // may wrap where a reader would expect it
}
