/** The worklist of one file, for the browser on this machine, or behind a proxy that signs people in. */
import { serve } from "@hono/node-server";
import { reviewOf } from "./captures.ts";
import { worklist } from "./worklist.ts";

const { DATABASE = "", PORT = "3000" } = process.env; // the absolute path of the file
/** The address in the browser's address bar. */
const { ORIGIN = `http://127.0.0.1:${PORT}` } = process.env;

const { fetch } = worklist(reviewOf(DATABASE), ORIGIN);
serve({ fetch, hostname: "127.0.0.1", port: Number(PORT) }, () => console.log(`listening on ${ORIGIN}`));
