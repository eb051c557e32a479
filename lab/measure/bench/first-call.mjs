// A fresh process: loads a client, makes one call, and says what both took. Plain JavaScript, since to strip types takes
// time as well.
import { createRequire } from "node:module";

const { client, form, library, baseUrl, request, merchant, input } = JSON.parse(process.argv[2]);
const load = form === "require" ? createRequire(import.meta.url) : (file) => import(file);

const clients = {
  async "merchant-payments"() {
    const { PaymentClient, basicAuth } = await load(library);
    return () => new PaymentClient({ baseUrl, auth: basicAuth(merchant.id, merchant.password) }).finalize(input);
  },
  async stripe() {
    const loaded = await load("stripe");
    const Stripe = loaded.default ?? loaded;
    const { hostname: host, port, pathname } = new URL(request.url);
    const body = JSON.parse(request.body);
    return () => new Stripe("sk_test", { host, port, protocol: "http" }).rawRequest("POST", `/v2${pathname}`, body);
  },
  fetch() {
    const { url, headers, body } = request;
    return async () => (await fetch(url, { method: "POST", headers, body })).json();
  },
};

const before = process.cpuUsage();
const call = await clients[client]();
const { user, system } = process.cpuUsage(before);
await call();
const respondedMs = performance.now(); // since the process began
process.send({ loadCpuMs: (user + system) / 1_000, respondedMs }, () => process.exit());
