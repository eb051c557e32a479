// `npm run lab -- once`: the store kit over PostgreSQL, and tests that need a real server. With `--measure`, the work of each
// store for a capture. With `--years`, what grows with the keys on PostgreSQL. It fails without PostgreSQL.
import { parseArgs } from "node:util";
import { startPostgres } from "../../../examples/capture-queue/stage/postgres.ts";

const { values } = parseArgs({
  options: {
    measure: { type: "boolean" },
    years: { type: "boolean" },
    record: { type: "boolean" },
    captures: { type: "string", default: "2000" },
    keys: { type: "string", default: "1000,100000" },
    erase: { type: "string", default: "200000" },
  },
});

const postgres = startPostgres();
const keys = values.keys.split(",").map(Number);
if (values.measure) {
  const { measure } = await import("./measure.ts");
  await measure(postgres, { captures: Number(values.captures), keys }).finally(postgres.remove);
} else if (values.years) {
  const { measureYears } = await import("./years/measure.ts");
  await measureYears(postgres, keys, Number(values.erase)).finally(postgres.remove);
} else {
  const { tryStore } = await import("./try-store.ts");
  tryStore(postgres);
}
