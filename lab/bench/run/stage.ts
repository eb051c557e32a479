import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { finalization, merchant, orderOfTen, type Target } from "../workload.ts";

const bench = join(import.meta.dirname, "..");
const root = join(bench, "../..");

const common: BuildOptions = {
  bundle: true,
  packages: "external",
  platform: "node",
  target: "node22.12",
  tsconfigRaw: {}, // whose paths would put our sources in place of the built library
};

/**
 * A folder with a copy of the built library, which others may build anew meanwhile, and with all that runs in measured
 * processes as plain JavaScript: stripping types would be measured, too.
 */
export class Stage {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param dist the built library. */
  static async set(dist: string): Promise<Stage> {
    const folder = mkdtempSync(join(bench, "node_modules/.stage-")); // where the peers are found
    const library = join(folder, "library");
    mkdirSync(join(folder, "node_modules"));
    cpSync(join(root, "package.json"), join(library, "package.json"));
    cpSync(dist, join(library, "dist"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(library, "node_modules")); // the dependencies it was built with
    symlinkSync(library, join(folder, "node_modules/merchant-payments"));

    const clients = globSync("clients/*.ts", { cwd: bench }).map((path) => join(bench, path));
    const scripts = [
      { in: join(bench, "loopback/server.ts"), out: "server" },
      { in: join(bench, "calls/worker.ts"), out: "calls" },
    ];
    const esm: BuildOptions = { ...common, format: "esm", outExtension: { ".js": ".mjs" } };
    const cjs: BuildOptions = { ...common, format: "cjs", outExtension: { ".js": ".cjs" } };
    await build({ ...esm, entryPoints: clients, outdir: join(folder, "clients") });
    await build({ ...cjs, entryPoints: clients, outdir: join(folder, "clients") });
    await build({ ...esm, entryPoints: scripts, outdir: folder });
    // Inside the library, so that our own steps find its dependencies. A module of ours that has moved ends it here.
    await build({ ...esm, entryPoints: [{ in: join(bench, "steps/worker.ts"), out: "steps" }], outdir: library });
    return new Stage(folder);
  }

  script(name: "server" | "calls"): string {
    return join(this.#folder, `${name}.mjs`);
  }

  get stepsScript(): string {
    return join(this.#folder, "library/steps.mjs");
  }

  client(name: string, format: "esm" | "cjs"): string {
    return join(this.#folder, "clients", `${name}.${format === "esm" ? "mjs" : "cjs"}`);
  }

  get entry(): string {
    return join(this.#folder, "library/dist/index.js");
  }

  /** The request that the library sends for a call of ours. */
  async requestOf(operation: Target["operation"], baseUrl: string): Promise<Pick<Target, "url" | "body">> {
    const { PaymentClient, basicAuth } = (await import(
      pathToFileURL(this.entry).href
    )) as typeof import("merchant-payments");
    const payments = new PaymentClient({ baseUrl, auth: basicAuth(merchant.id, merchant.password) });
    return operation === "order"
      ? payments.preview("createOrder", orderOfTen)
      : payments.preview("finalize", finalization);
  }

  strike(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
