const core = [
  "test/{client,errors,evidence,model,operations}/**/*.test.ts",
  "test/observability/events.test.ts",
  "test/wire/{json,outcome}*.test.ts",
];

/** The folders of src whose code is changed, and the tests that run for each change. `client` is the files beside them. */
export const rooms = {
  client: [...core, "test/wire/auth.test.ts", "test/once/{status-keys,look-up}.test.ts"],
  options: core,
  model: core,
  errors: core,
  evidence: core,
  operations: core,
  call: [...core, "test/wire/**/*.test.ts"],
  wire: ["test/{client,errors,faults,operations,wire}/**/*.test.ts"],
  once: ["test/once/**/*.test.ts", "test/errors/messages/*.test.ts"],
} as const;

export type Room = keyof typeof rooms;

export const filesOf = (room: Room) => (room === "client" ? "src/*.ts" : `src/${room}/**/*.ts`);

/** The room of this run of Stryker, which run.ts sets. */
export const room = (process.env["MUTATION_ROOM"] ?? "model") as Room;
