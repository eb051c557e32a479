/** Returns the base URL without a slash at its end. */
export function baseOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, "");
}

/**
 * Makes the URL of a call from the base, the route, and a value for each `{name}`. Dot segments are invalid, because
 * `encodeURIComponent("..")` is `".."`, and a reader of the URL would drop it together with the segment before.
 *
 * @throws RangeError if a value cannot be a path segment.
 */
export function urlOf(base: string, route: string, values: Readonly<Record<string, string>>): string {
  const filled = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    if (!["", ".", ".."].includes(value) && value.isWellFormed()) return encodeURIComponent(value);
    throw new RangeError("a path segment is empty, a dot segment or not well-formed");
  });
  return `${base}/${filled}`;
}

/** Says what is wrong with a base URL, and the fix. */
export function faultOfBaseUrl(baseUrl: string, allowInsecureHttp: boolean): string | undefined {
  const url = URL.parse(baseUrl);
  if (url === null) return "must be an absolute URL, https://payments.example.com/api for instance";
  if (url.username !== "" || url.password !== "") return "must hold no credentials: give them to auth";
  if (baseUrl.includes("?") || baseUrl.includes("#")) return "must have no query and no fragment";
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "must begin with https://";
  const isLoopback = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url.hostname);
  if (allowInsecureHttp || isLoopback) return undefined;
  return "must begin with https://, unless the host is loopback or allowInsecureHttp is true";
}
