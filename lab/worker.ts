/** The side of the process that does the jobs and responds to the process that asked. */

export interface Question {
  readonly job: string;
  readonly arguments: readonly unknown[];
}

export type Response = { readonly value: unknown } | { readonly error: string };

type Job = (...given: never[]) => unknown;

export function serve(jobs: Readonly<Record<string, Job>>): void {
  process.on("message", async ({ job, arguments: given }: Question) => {
    process.send?.(await responseFor(jobs[job], given));
  });
  process.once("disconnect", () => process.exit()); // the process that asked has ended
}

async function responseFor(job: Job | undefined, given: readonly unknown[]): Promise<Response> {
  try {
    if (job === undefined) throw new TypeError("no such job");
    return { value: await job(...(given as never[])) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
