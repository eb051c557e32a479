// Shows what has changed, every ten seconds. A page with a form is left alone, because a reviewer looks up the balance
// after the snapshot that the form names: it only says if the key has changed.
const main = document.querySelector("main");

async function refresh() {
  if (document.hidden) return;
  const response = await fetch(location.href);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector("main");
  const form = main.querySelector("form[method=post]");
  if (form === null) return replaceWith(fresh);
  const [shown, newest] = [main, fresh].map((each) => each.querySelector("#changed")?.dataset.version);
  if (shown !== newest) main.querySelector("#changed")?.removeAttribute("hidden");
}

/** Keeps the focus, what is open, and what is typed into the search. */
function replaceWith(fresh) {
  if (main.querySelector("form:focus-within")) return;
  const link = document.activeElement?.getAttribute("href");
  const open = [...main.querySelectorAll("article:has(details[open]) a")].map((each) => each.getAttribute("href"));
  for (const each of fresh.querySelectorAll("article"))
    if (open.includes(each.querySelector("a").getAttribute("href")))
      each.querySelector("details")?.setAttribute("open", "");
  main.replaceChildren(...fresh.childNodes);
  if (link) main.querySelector(`a[href="${CSS.escape(link)}"]`)?.focus();
}

setInterval(() => refresh().catch(() => undefined), 10_000); // the next time may succeed
