/** A private PostgreSQL in a temporary directory, on a socket in it. It opens no port, shares nothing and leaves nothing. */
import { execFileSync, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const bin = "/usr/lib/postgresql/15/bin";

export type Postgres = ReturnType<typeof startPostgres>;

/** Stops with `remove`, which leaves nothing. */
export function startPostgres() {
  const directory = mkdtempSync(join(tmpdir(), "capture-queue-pg-"));
  chmodSync(directory, 0o755);
  const asUser = process.getuid?.() === 0 ? ["runuser", "-u", "postgres", "--"] : []; // initdb refuses to be root
  const stdio: StdioOptions = ["ignore", "ignore", "inherit"];
  const inFull = (program: string, args: string[]) => {
    const [file = "", ...rest] = [...asUser, join(bin, program), ...args];
    return [file, rest, { cwd: directory, stdio }] as const;
  };
  const run = (program: string, ...args: string[]) => execFileSync(...inFull(program, args));
  if (asUser.length > 0) execFileSync("chown", ["postgres", directory]);
  const data = join(directory, "data");
  const settings = `-c listen_addresses='' -c unix_socket_directories=${directory} -c max_connections=200 -c shared_buffers=256MB`;
  const copy = join(directory, "standby");
  const start = ["-D", data, "-w", "-l", join(directory, "log"), "-o", settings, "start"];
  const crash = ["-D", data, "-w", "-m", "immediate", "stop"];

  run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync");
  run("pg_ctl", ...start);
  const exit = () => process.exit(1);
  const remove = () => {
    process.off("exit", remove).off("SIGINT", exit).off("SIGTERM", exit);
    if (existsSync(copy)) run("pg_ctl", "-D", copy, "-w", "-m", "immediate", "stop");
    run("pg_ctl", ...crash);
    rmSync(directory, { recursive: true, force: true });
  };
  process.once("exit", remove); // also if the process fails or is stopped before it calls `remove`
  process.once("SIGINT", exit).once("SIGTERM", exit);
  return {
    /** Returns the connection string of a new, empty database. */
    createDatabase(name: string): string {
      run("createdb", "-h", directory, "-U", "postgres", name);
      return `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(directory)}`;
    },
    /** Starts a hot standby of all databases. Returns the connection string of one there. */
    startStandby(name: string): string {
      run("pg_basebackup", "-h", directory, "-U", "postgres", "-D", copy, "-R", "-c", "fast", "--no-sync");
      run("pg_ctl", "-D", copy, "-w", "-l", join(directory, "log-standby"), "-o", `${settings} -c port=5433`, "start");
      return `postgresql://postgres@localhost:5433/${name}?host=${encodeURIComponent(directory)}`;
    },
    /** Breaks every session. PostgreSQL then recovers what was committed. */
    async crashAndRestart() {
      for (const args of [crash, start]) await once(spawn(...inFull("pg_ctl", args)), "exit");
    },
    remove,
  };
}
