// A fresh process: loads a client, makes one call, and reports the milliseconds from the start of the process on.
import { clients } from "./clients.mjs";

const { client, ...target } = JSON.parse(process.argv[2] ?? "");
await (await Object(clients)[client](target))();
process.send?.(performance.now(), () => process.exit());
