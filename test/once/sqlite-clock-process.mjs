/** A process of sqlite-clock.slow.test.ts: it opens a file while its wall clock is wrong, and tells the file's time. */
import { SqliteOnceStore } from "merchant-payments/once/sqlite";

const [, , file, aheadMs] = process.argv;
const rightNow = Date.now;
Date.now = () => rightNow() + Number(aheadMs);

const store = new SqliteOnceStore(file);
process.send((await store.list({ limit: 1 })).now);
process.disconnect();
