/** Says what is new to those who cannot see it; nothing takes the focus. */
import type { ShownState } from "../shown-state.js";
import { byId, setText } from "./document.js";

export function tell(words: string): void {
  setText(byId("news"), words);
}

export function tellNews(last: ShownState, state: ShownState): void {
  if (last.run !== state.run) {
    tell("Everything was reset.");
    return;
  }
  const news = (["order", "authorization", "finalization", "request"] as const).flatMap((name) => {
    const more = state.totals[`${name}s`] - last.totals[`${name}s`];
    return more > 0 ? [`${more} new ${name}${more > 1 ? "s" : ""}`] : [];
  });
  const response = state.requests.at(-1)?.response;
  if (news.length > 0) tell(news.join(", ") + (response === undefined ? "" : `: ${response.statusKey}`));
}
