// The clients that are measured. All send the same object, read the response and parse it. Plain JavaScript, because a process
// whose start is measured would also spend time on stripping types.

const TIMEOUT_MS = 30_000;

/** @type {Record<import("./workload.ts").Client, (target: import("./workload.ts").Target) => Promise<() => Promise<unknown>>>} */
export const clients = {
  async ours({ library, baseUrl, merchant, operation, input }) {
    const { PaymentClient, basicAuth } = await import(library);
    const payments = new PaymentClient({ baseUrl, auth: basicAuth(merchant.id, merchant.password) });
    return () => payments[operation](input);
  },

  async fetch({ url, headers, body }) {
    return async () => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
      return JSON.parse(await response.text());
    };
  },

  // The least that a call over node:http can cost: without a deadline, and with no promise but the one that the bench awaits.
  async floor({ url, headers, body }) {
    const { Agent, request } = process.getBuiltinModule("node:http");
    const { hostname, port, pathname: path } = new URL(url);
    const options = { method: "POST", hostname, port, path, agent: new Agent({ keepAlive: true }) };
    return () =>
      new Promise((resolve, reject) => {
        const text = JSON.stringify(body);
        const sized = { ...headers, "content-length": Buffer.byteLength(text) };
        const sent = request({ ...options, headers: sized }, (response) => {
          let received = "";
          response.setEncoding("utf8").on("data", (chunk) => {
            received += chunk;
          });
          response.on("end", () => resolve(JSON.parse(received)));
        });
        sent.on("error", reject).end(text);
      });
  },

  async ky({ url, headers, body }) {
    const { default: ky } = await import("ky");
    return () => ky.post(url, { json: body, headers, timeout: TIMEOUT_MS, retry: 0 }).json(); // a retry would need a copy
  },

  async stripe({ url, body }) {
    const { default: Stripe } = await import("stripe");
    const { hostname: host, port, pathname } = new URL(url);
    const stripe = new Stripe("sk_test_bench", { host, port: Number(port), protocol: "http", timeout: TIMEOUT_MS });
    const path = `/v2${pathname}`; // only there it sends JSON
    return () => stripe.rawRequest("POST", path, /** @type {object} */ (body));
  },
};
