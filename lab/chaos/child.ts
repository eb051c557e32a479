/** The side of a child process: it never outlives the run that started it. */
process.once("disconnect", () => process.exit());
process.on("SIGINT", () => undefined); // Ctrl-C is for the run, which ends its children
process.channel?.unref(); // listening for the end of the run is no reason to go on

/** Tells the run how far this process is. */
export function tellRun(word: string): void {
  process.send?.(word);
}

/** Resolves when the run says that it is time. */
export function runSaysSo(): Promise<void> {
  return new Promise((resolve) => process.once("message", () => resolve()));
}
