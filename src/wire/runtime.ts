type Runtime = { process?: NodeJS.Process; Bun?: unknown; Deno?: unknown; navigator?: { userAgent?: string } };

export function isNode(): boolean {
  const { process, Bun, Deno, navigator } = globalThis as Runtime;
  const isWorkerd = navigator?.userAgent === "Cloudflare-Workers"; // its node:http never assigns a socket to a request
  return process?.versions?.node !== undefined && Bun === undefined && Deno === undefined && !isWorkerd;
}
