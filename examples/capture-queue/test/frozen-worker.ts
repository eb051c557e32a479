/** Delivers one job, and stops itself (SIGSTOP) at the worst moment, named by its arguments. */
import { basicAuth, PaymentClient } from "merchant-payments";
import { capturesOn, deliver } from "../src/captures.ts";
import { openPool } from "../src/database.ts";
import { readSettings } from "../src/settings.ts";
import { book } from "../src/shipments.ts";

const [moment, shipmentId = ""] = process.argv.slice(2);
const { databaseUrl, baseUrl, merchantId, password } = readSettings();
const freezeAt = (one: string) => one === moment && process.kill(process.pid, "SIGSTOP");
const pool = openPool(databaseUrl, 2);
const auth = basicAuth(merchantId, password);
const captures = capturesOn(pool, {
  payments: new PaymentClient({
    baseUrl,
    auth(...call) {
      freezeAt("before the write");
      return auth(...call);
    },
  }),
  async book(tx, capture) {
    await book(tx, capture);
    freezeAt("amid the books");
  },
});
await deliver(captures, pool, { id: "", data: { shipmentId } });
await pool.end();
