import { expect, test } from "vitest";
import { adviceGiven } from "./advice.js";
import { clientMistakes } from "./client-mistakes.js";
import { invalidInputs } from "./inputs.js";
import { brokenCalls } from "./network.js";
import { onceMistakes } from "./once-mistakes.js";
import { type Message, pageOf } from "./page.js";
import { failedResponses } from "./responses.js";
import { testMistakes } from "./test-mistakes.js";

/** Of each page: its title, and what makes its messages. */
const pages: Readonly<Record<string, readonly [title: string, make: () => Promise<Message[]>]>> = {
  "inputs.md": ["Invalid inputs", invalidInputs],
  "network.md": ["Failed connections", brokenCalls],
  "responses.md": ["Responses that are no success", failedResponses],
  "advice.md": ["Advice", adviceGiven],
  "client-mistakes.md": ["Mistakes with a client", clientMistakes],
  "once-mistakes.md": ["Mistakes with `Once`, and its questions", onceMistakes],
  "test-mistakes.md": ["Mistakes in tests", testMistakes],
};

test.each(Object.entries(pages))("%s shows its messages as they are", async (page, [title, make]) => {
  await expect(pageOf(title, await make())).toMatchFileSnapshot(page);
});
