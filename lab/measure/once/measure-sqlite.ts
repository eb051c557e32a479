import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { COPIES, type MeasuredStore } from "./measured-store.ts";

/** Counts its statements and commits. */
class CountingDatabase extends DatabaseSync {
  statements = 0;
  commits = 0;

  override exec(sql: string): void {
    this.statements += 1;
    if (sql === "commit") this.commits += 1;
    super.exec(sql);
  }

  override prepare(sql: string) {
    this.statements += 1;
    return super.prepare(sql);
  }
}

export async function measuredSqlite(): Promise<MeasuredStore<DatabaseSync>> {
  const folder = mkdtempSync(join(tmpdir(), "once-measure-"));
  const file = join(folder, "captures.db");
  const database = new CountingDatabase(file);
  const store = new SqliteOnceStore(database);
  database.exec("create table books (key text primary key) strict");
  return {
    name: "SQLite",
    callers: 1,
    store,
    book: (tx, { key }) => void tx.prepare("insert into books values (?)").run(key),
    async fill(like, keys) {
      database.exec("begin");
      const fill = database.prepare(
        `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < :keys)
         ${COPIES} from once_keys, numbers where key = :like`,
      );
      fill.run({ keys, like });
      database.exec("commit; pragma wal_checkpoint(truncate)");
    },
    async begin() {
      database.exec("pragma wal_autocheckpoint = 0"); // the log then holds everything that was written
      Object.assign(database, { statements: 0, commits: 0 });
    },
    async end() {
      const { statements, commits } = database;
      const bytes = statSync(`${file}-wal`).size;
      database.close();
      rmSync(folder, { recursive: true });
      return { statements, commits, bytes };
    },
  };
}
