/** What is on its way to the service, whose callers have given up or soon will. */
import type { ShownState } from "../shown-state.js";
import { byId, setText } from "./document.js";
import { tell } from "./news.js";
import { operationLabel } from "./operation-label.js";
import { failureOf } from "./send-action.js";
import { shortPath } from "./short-path.js";

export function enableLate(): void {
  byId("deliver-late").addEventListener("click", () => void deliver());
}

export function showLate({ late }: ShownState): void {
  byId("late").hidden = late.length === 0;
  const calls = late.map(({ operation, path }) => `${operationLabel(operation ?? "")} ${shortPath(path)}`);
  setText(byId("late-words"), `On its way, and late: ${calls.join(", ")}`);
}

async function deliver(): Promise<void> {
  const failure = await failureOf("deliver-late", {});
  tell(failure ?? "What was late has arrived.");
}
