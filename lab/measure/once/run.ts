// `npm run lab -- once`: the tests of every store on PostgreSQL, and tests that need a real server. With `--measure`, the cost
// of a capture. It fails without PostgreSQL.
import { registerHooks } from "node:module";
import { parseArgs } from "node:util";
import { startPostgres } from "../../../examples/capture-queue/stage/postgres.ts";

const { values } = parseArgs({
  options: {
    measure: { type: "boolean" },
    record: { type: "boolean" },
    captures: { type: "string", default: "1000" },
  },
});

// The library's own files name each other as they will be in dist:
const source = new URL("../../../src/", import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    next(context.parentURL?.startsWith(source) ? name.replace(/^(\..*)\.js$/, "$1.ts") : name, context),
});

const postgres = startPostgres();
if (values.measure) {
  const { measure } = await import("./measure.ts");
  await measure(postgres, Number(values.captures)).finally(postgres.remove);
} else {
  const { tryStore } = await import("./try-store.ts");
  tryStore(postgres);
}
