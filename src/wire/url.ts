/** Encoding keeps `..`, which drops the segment before. Some proxies decode `..%2F`, and Tomcat reads `..;1` as `..`. */
export const hasDotSegment = (value: string) => /(?:^|[\\/])\.{1,2}(?:;[^\\/]*)?(?:[\\/]|$)/.test(value);

export function urlOf(base: string, route: string, values: Readonly<Record<string, string>>): string {
  const segments = route.split("/").map((segment) => {
    if (!segment.startsWith("{")) return segment;
    const value = values[segment.slice(1, -1)] ?? "";
    if (value !== "" && !hasDotSegment(value) && value.isWellFormed()) return encodeURIComponent(value);
    throw new RangeError("a value for the path is empty, has a dot segment or is not well-formed");
  });
  return `${base}/${segments.join("/")}`;
}

/** As Node's modules take an IPv6 address. */
export const withoutBrackets = (hostname: string) => hostname.replace(/[[\]]/g, "");

const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

/** What a text becomes that is built from a variable without a value. */
const UNSET = /^(?:undefined|null|$)/;

export function faultOfBaseUrl(baseUrl: string, allowInsecureHttp: boolean): string | undefined {
  const url = URL.parse(baseUrl);
  const unset = UNSET.test(baseUrl) ? ": is its environment variable set?" : "";
  if (url === null) return `must be an absolute URL, https://payments.example.com/api for instance${unset}`;
  if (url.username !== "" || url.password !== "") return "must hold no credentials: give them to auth";
  if (baseUrl.includes("#")) return "must have no fragment: leave out # and what follows";
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "must begin with https://, or with http:// if the host is loopback";
  if (allowInsecureHttp || LOOPBACK.test(url.hostname)) return undefined;
  return "must begin with https://, unless the host is loopback (allowInsecureHttp: true would send the credentials in the clear)";
}
