import type { Target } from "../workload.ts";
import { Remote } from "./remote.ts";
import type { Stage } from "./stage.ts";

/** The server that all clients call, always on the Node that runs the measurements. */
export class Loopback {
  readonly #remote: Remote;
  readonly #targets: Readonly<Record<Target["operation"], Target>>;

  private constructor(remote: Remote, targets: Readonly<Record<Target["operation"], Target>>) {
    this.#remote = remote;
    this.#targets = targets;
  }

  static async start(stage: Stage): Promise<Loopback> {
    const remote = new Remote(process.execPath, stage.script("server"));
    const baseUrl = `http://127.0.0.1:${await remote.ask<number>("port")}/api`;
    return new Loopback(remote, {
      finalize: { baseUrl, operation: "finalize", ...(await stage.requestOf("finalize", baseUrl)) },
      order: { baseUrl, operation: "order", ...(await stage.requestOf("order", baseUrl)) },
    });
  }

  target(operation: Target["operation"]): Target {
    return this.#targets[operation];
  }

  connections(): Promise<number> {
    return this.#remote.ask("connections");
  }

  stop(): void {
    this.#remote.stop();
  }
}
