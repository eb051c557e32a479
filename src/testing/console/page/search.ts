import { byId } from "./document.js";

const pauseMs = 150;

/** Calls at once, and again when something else was typed. */
export function onSearch(search: (text: string) => void): void {
  const field = byId<HTMLInputElement>("search");
  let last = "";
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (field.value === last) return;
      last = field.value;
      search(last);
    }, pauseMs);
  });
  search(last);
}
