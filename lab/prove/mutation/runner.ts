import { TestRunner } from "vitest";

/** Loads no further file once a test has failed. Vitest itself only skips the tests of those files. */
export default class extends TestRunner {
  #isOver = false;

  override cancel(reason: Parameters<TestRunner["cancel"]>[0]): void {
    this.#isOver = true;
    super.cancel(reason);
  }

  override importFile(...file: Parameters<TestRunner["importFile"]>): ReturnType<TestRunner["importFile"]> {
    return this.#isOver ? undefined : super.importFile(...file);
  }
}
