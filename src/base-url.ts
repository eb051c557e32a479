/** What is wrong with a base URL, and the fix; undefined when nothing is. */
export function faultOfBaseUrl(baseUrl: string, allowInsecureHttp: boolean): string | undefined {
  const url = URL.parse(baseUrl);
  if (url === null) return "must be an absolute URL, https://payments.example.com/api for instance";
  if (url.username !== "" || url.password !== "") return "must hold no credentials: give them to auth";
  if (baseUrl.includes("?") || baseUrl.includes("#")) return "must have no query and no fragment";
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "must begin with https://";
  if (allowInsecureHttp || isLoopback(url.hostname)) return undefined;
  return "must begin with https://, unless the host is loopback or allowInsecureHttp is true";
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
