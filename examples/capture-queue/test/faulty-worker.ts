/** Delivers one job, with a fault that its arguments name. It freezes by stopping itself (SIGSTOP). */
import { basicAuth, PaymentClient } from "merchant-payments";
import { capturesOn, deliver } from "../src/captures.ts";
import { openPool } from "../src/database.ts";
import { readSettings } from "../src/settings.ts";
import { book } from "../src/shipments.ts";

const [fault, shipmentId = ""] = process.argv.slice(2);
const { databaseUrl, baseUrl, merchantId, password } = readSettings();
const has = (one: string) => one === fault;
const freeze = () => process.kill(process.pid, "SIGSTOP");
const pool = openPool(databaseUrl, 2);
const auth = basicAuth(merchantId, password);
const captures = capturesOn(pool, {
  payments: new PaymentClient({
    baseUrl,
    auth(...call) {
      if (has("freezes before the write")) freeze();
      return auth(...call);
    },
  }),
  async book(tx, capture) {
    await book(tx, capture);
    if (has("freezes amid the books")) freeze();
    if (has("hides an SQL error in the books")) await tx.query("insert into no_such_table values (1)").catch(() => {});
    if (has("never ends its books")) await new Promise(() => {});
  },
});
await deliver(captures, pool, { id: "", data: { shipmentId } });
await pool.end();
