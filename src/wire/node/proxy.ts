import { withoutPrototype } from "../json.js";
import { withoutBrackets } from "../url.js";

/** Returns the proxy that the environment names for a host, if Node itself uses it (`NODE_USE_ENV_PROXY`). */
export function environmentsProxy(base: URL): string | undefined {
  if (base.protocol !== "https:") return undefined; // http would not use a tunnel: the proxy would respond in the service's place
  const { globalAgent } = process.getBuiltinModule("node:https");
  const env = withoutPrototype(globalAgent.options?.proxyEnv ?? {}); // a global agent of the app's own has none
  const proxy = env["https_proxy"] || env["HTTPS_PROXY"];
  if (!proxy || !/^https?:\/\//.test(proxy)) return undefined;
  return isExempt(base, env["no_proxy"] || env["NO_PROXY"] || "") ? undefined : proxy;
}

/**
 * Whether the host needs no proxy. Node documents these forms: `*`, a host with or without its port, `.suffix`,
 * `*.suffix`, a range of addresses.
 */
function isExempt({ hostname, port }: URL, exempt: string): boolean {
  const host = withoutBrackets(hostname.toLowerCase());
  return exempt.split(",").some((each) => {
    const entry = each.trim().toLowerCase();
    const suffix = entry.replace(/^\*?\./, "");
    if (suffix !== entry) return host.endsWith(`.${suffix}`) || (entry.startsWith(".") && host === suffix);
    return entry === "*" || entry === host || entry === `${host}:${port || 443}` || isInRange(host, entry);
  });
}

function isInRange(host: string, range: string): boolean {
  const { isIPv4 } = process.getBuiltinModule("node:net");
  const [first = "", last = "", ...more] = range.split("-").map((each) => each.trim());
  if (more.length > 0 || ![host, first, last].every(isIPv4)) return false;
  return numberOf(first) <= numberOf(host) && numberOf(host) <= numberOf(last);
}

const numberOf = (ipv4: string) => ipv4.split(".").reduce((number, byte) => number * 256 + Number(byte), 0);

/** Says what is wrong with a proxy's URL, without quoting it, because it may hold a password. */
export function faultOfProxyUrl(proxy: string): string | undefined {
  const { protocol = "", pathname, search, hash } = URL.parse(proxy) ?? {};
  const isAddress = /^https?:$/.test(protocol) && pathname === "/" && search === "" && hash === "";
  const rule =
    "must be the URL of an http(s) proxy, http://user:password@proxy.example.com:3128 for instance, with special characters of the password percent-encoded";
  return isAddress ? undefined : rule;
}
