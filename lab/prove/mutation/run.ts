// Runs Stryker on each room of src, or on those that are named: `npm run lab -- mutation --room wire`. Below 95 % in a
// room, it fails.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { grouped, today } from "../../record.ts";
import { type Room, rooms } from "./rooms.ts";

const { values } = parseArgs({
  options: {
    room: { type: "string", multiple: true, default: Object.keys(rooms) },
    /** Only these files of the room. Nothing is recorded. */
    mutate: { type: "string" },
    record: { type: "boolean", default: false },
  },
});

const unknown = values.room.find((room) => !Object.hasOwn(rooms, room));
if (unknown !== undefined) throw new Error(`there is no room ${unknown}: give one of ${Object.keys(rooms).join(", ")}`);

const reportOf = (room: Room) => `reports/mutation/${room}.json`;

for (const room of values.room as Room[]) {
  const config = ["run", "lab/prove/mutation/stryker.config.mjs"];
  const files = values.mutate === undefined ? [] : ["--mutate", values.mutate];
  const env = { ...process.env, MUTATION_ROOM: room };
  rmSync(reportOf(room), { force: true });
  const { status } = spawnSync(join(import.meta.dirname, "node_modules/.bin/stryker"), [...config, ...files], {
    stdio: "inherit",
    env,
  });
  if (status !== 0) process.exitCode = 1;
  if (!existsSync(reportOf(room))) continue; // Stryker has said why
  const row = rowOf(room);
  console.log(row);
  if (values.record && values.mutate === undefined) write(room, row);
}

/** The changes that were tried in a room, and the share that the tests noticed. */
function rowOf(room: Room): string {
  const report: { files: Record<string, { mutants: { status: string }[] }> } = JSON.parse(
    readFileSync(reportOf(room), "utf8"),
  );
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const noticed = count("Killed", "Timeout");
  const tried = noticed + count("Survived", "NoCoverage");
  return `| \`${room}\` | ${grouped(tried)} | ${((100 * noticed) / tried).toFixed(1)} % | ${today} |`;
}

/** Replaces the room's row of the table. Without one, the row is added at the end. */
function write(room: Room, row: string): void {
  const record = new URL("record.md", import.meta.url);
  const lines = readFileSync(record, "utf8").split("\n");
  const known = lines.findIndex((line) => line.startsWith(`| \`${room}\` |`));
  const end = lines.findLastIndex((line) => line.startsWith("| `")) + 1;
  lines.splice(known === -1 ? end : known, known === -1 ? 0 : 1, row);
  writeFileSync(record, lines.join("\n"));
}
