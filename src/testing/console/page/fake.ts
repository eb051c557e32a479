/** The page's requests to the control API. */
import ky, { isHTTPError } from "ky";
import { controlPath } from "../control-path.js";
import type { ShownState } from "../shown-state.js";

export interface PageState extends ShownState {
  readonly basePath: string;
  readonly password: string;
  /** The text that all that is shown contains. */
  readonly search: string;
  /** True for the first state of a search: what it shows is not new. */
  readonly isFirst: boolean;
}

/** The fields of a form as they were typed, or of a response. */
export type Typed = Readonly<Record<string, string>>;

const wordsOf = (error: Error) => (isHTTPError<Typed>(error) ? Object(error.data).error : undefined);

/** Repeats a read every second until it succeeds. Sends an action once; its error has words to show. */
export const fake = ky.create({
  prefix: controlPath,
  timeout: false, // a call that the page makes may get no response for long
  retry: { limit: Number.MAX_SAFE_INTEGER, delay: () => 1_000, shouldRetry: () => true },
  hooks: {
    beforeError: [({ error }) => new Error(wordsOf(error) ?? "The server did not respond: is it still running?")],
  },
});

/** Shows the newest state of a stream of server-sent events until it ends. */
export async function eachState(events: Response, show: (state: PageState) => void): Promise<void> {
  let text = "";
  const write = (piece: string) => {
    text += piece;
    if (!text.endsWith("\n\n")) return;
    show(JSON.parse(text.slice(text.lastIndexOf("\ndata: ") + 7)));
    text = "";
  };
  await events.body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }));
}
