/** The worklist of one file, for the browser on this machine, or behind a proxy that signs people in. */
import { serve } from "@hono/node-server";
import { PaymentClient } from "merchant-payments";
import { capturesIn } from "./captures.ts";
import { worklist } from "./worklist.ts";

const { DATABASE = "shop.db", PORT = "3000" } = process.env;
/** The address in the browser's address bar. */
const { ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const payments = new PaymentClient({
  baseUrl: "https://payments.invalid",
  auth: () => Promise.reject(new Error("the worklist sends nothing: the sweep of your program does")),
  // resolve: what your program has here
});
const { fetch } = worklist(capturesIn(DATABASE, payments), ORIGIN);
serve({ fetch, hostname: "127.0.0.1", port: Number(PORT) }, () => console.log(`listening on ${ORIGIN}`));
