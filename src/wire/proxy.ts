/**
 * The proxy that the environment names for a host, if Node itself goes by the environment (`NODE_USE_ENV_PROXY`).
 *
 * Whether a host is exempt is worked out here, and not by Node's agent: that does not tell whether the socket which it
 * returns leads to the service or to the proxy.
 */
export function environmentsProxy(base: URL): string | undefined {
  if (base.protocol !== "https:") return undefined; // would not go through a tunnel: the proxy would answer in its place
  const env = nodesOptions().proxyEnv;
  const proxy = env?.["https_proxy"] || env?.["HTTPS_PROXY"];
  if (!proxy || !/^https?:\/\//.test(proxy)) return undefined;
  return isExempt(base, env?.["no_proxy"] || env?.["NO_PROXY"] || "") ? undefined : proxy;
}

/** By the forms that Node documents: `*`, a host with or without its port, `.suffix`, `*.suffix`, a range of addresses. */
function isExempt({ hostname, port }: URL, exempt: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, "");
  return exempt.split(",").some((each) => {
    const entry = each.trim().toLowerCase();
    const suffix = entry.replace(/^\*?\./, "");
    if (suffix !== entry) return host.endsWith(`.${suffix}`) || (entry.startsWith(".") && host === suffix);
    return entry === "*" || entry === host || entry === `${host}:${port || 443}` || isInRange(host, entry);
  });
}

function isInRange(host: string, range: string): boolean {
  const { BlockList, isIPv4 } = process.getBuiltinModule("node:net");
  const [first = "", last = "", ...more] = range.split("-").map((each) => each.trim());
  if (more.length > 0 || ![host, first, last].every(isIPv4)) return false;
  const list = new BlockList();
  list.addRange(first, last);
  return list.check(host);
}

/** Whether Node's agents can go through a tunnel. */
export function canTunnel(): boolean {
  return "proxyEnv" in nodesOptions();
}

function nodesOptions(): { readonly proxyEnv?: NodeJS.ProcessEnv | undefined } {
  return process.getBuiltinModule("node:https").globalAgent.options ?? {}; // an app may have put in an agent of its own
}

/** What is wrong with a proxy's URL, without quoting it: it may hold a password. */
export function faultOfProxyUrl(proxy: string, baseUrl: unknown): string | undefined {
  const { protocol = "", pathname, search, hash } = URL.parse(proxy) ?? {};
  const isAddress = /^https?:$/.test(protocol) && pathname === "/" && search === "" && hash === "";
  if (!isAddress)
    return "must be the URL of an http or https proxy, http://user:password@proxy.example.com:3128 for instance";
  const isTunnel = typeof baseUrl !== "string" || URL.parse(baseUrl)?.protocol !== "http:";
  return isTunnel
    ? undefined
    : "needs a baseUrl that begins with https://: anything else would not go through a tunnel";
}
