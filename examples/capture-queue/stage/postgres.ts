/** A PostgreSQL of one's own, in a temporary directory and on a socket in it: no port, nothing shared, nothing left. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const bin = "/usr/lib/postgresql/15/bin";

export interface Postgres {
  /** Of a new, empty database. */
  createDatabase(name: string): string;
  /** As after a crash: every session breaks, and what was committed is recovered. */
  crashAndRestart(): void;
  stopAtOnce(): void;
  start(): void;
  /** Stops it and removes everything. */
  remove(): void;
}

export function startPostgres(): Postgres {
  if (!existsSync(`${bin}/initdb`)) throw new Error("PostgreSQL 15 is missing: apt-get install postgresql-15");
  const directory = mkdtempSync(join(tmpdir(), "capture-queue-pg-"));
  chmodSync(directory, 0o755);
  const isRoot = process.getuid?.() === 0; // which initdb refuses to be
  const user = isRoot ? "postgres" : undefined;
  const run = (program: string, ...args: string[]) => {
    const [file, ...prefix] = user === undefined ? [program] : ["runuser", "-u", user, "--", program];
    execFileSync(file as string, [...prefix, ...args], { cwd: directory, stdio: ["ignore", "ignore", "inherit"] });
  };
  if (user !== undefined) execFileSync("chown", [user, directory]);
  const data = join(directory, "data");
  const control = (...args: string[]) => run(`${bin}/pg_ctl`, "-D", data, "-w", "-l", join(directory, "log"), ...args);
  const settings = {
    listen_addresses: "''",
    unix_socket_directories: directory,
    max_connections: "200",
    shared_buffers: "256MB",
    shared_preload_libraries: "pg_stat_statements",
  };
  const start = () => {
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    control("-o", options.join(" "), "start");
  };
  const stopAtOnce = () => control("-m", "immediate", "stop");

  run(`${bin}/initdb`, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync");
  start();
  const remove = () => {
    process.off("exit", remove);
    stopAtOnce();
    rmSync(directory, { recursive: true, force: true });
  };
  process.once("exit", remove); // also when the process fails, or is stopped, before it asks for it
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  return {
    createDatabase(name) {
      run(`${bin}/createdb`, "-h", directory, "-U", "postgres", name);
      return `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(directory)}`;
    },
    crashAndRestart() {
      stopAtOnce();
      start();
    },
    stopAtOnce,
    start,
    remove,
  };
}
