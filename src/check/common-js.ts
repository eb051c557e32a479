/** The entry for `require`. It loads the ES module, which is called once in a process and may take its time. */
export const checkService: typeof import("./index.js").checkService = async (options) =>
  (await import("./index.js")).checkService(options);
