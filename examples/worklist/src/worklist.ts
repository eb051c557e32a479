/** The routes: the keys that wait for a person, and for each a page that records a decision. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { type OnceDecision, OnceDecisionError, OnceStoreError, type OnceVersion } from "merchant-payments/once";
import type { Captures } from "./captures.ts";
import { keyPage, listPage, messagePage } from "./pages.ts";

const style = readFileSync(new URL("style.css", import.meta.url), "utf8");

const headers = {
  "cache-control": "no-store", // the pages show personal data
  "content-security-policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** @param origin - The only address under which the browser may open it. */
export function worklist(once: Captures, origin: string): Hono {
  const app = new Hono();

  // Any web site that is open in the same browser can send a form to this server, or point a name of its own at it.
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    const isForThis = c.req.header("host") === new URL(origin).host;
    const isFromThis = c.req.method === "GET" || c.req.header("origin") === origin;
    if (!isForThis || !isFromThis) return c.text(`This is not from ${origin}. If it should be, set ORIGIN.`, 403);
    return next();
  });

  app.get("/style.css", (c) => c.body(style, 200, { "content-type": "text/css" }));

  app.get("/", async (c) => {
    const after = c.req.query("after");
    return c.html(listPage(await once.list({ waitsFor: "person", sortBy: "expiresAt", limit: 20, after })));
  });

  /** The query names the key, and the keys that wait for it. */
  app.on(["GET", "POST"], "/key", async (c) => {
    const { key = "" } = c.req.query();
    const form = new URLSearchParams(await c.req.text());
    let problem: string | undefined;
    if (c.req.method === "POST") {
      try {
        await once.decide(...decisionIn(form));
        return c.redirect(c.req.url, 303);
      } catch (error) {
        const isMistake = error instanceof OnceDecisionError || error instanceof TypeError;
        if (!isMistake && !(error instanceof OnceStoreError)) throw error;
        problem = error.message;
      }
    }
    const snapshot = await once.get(key);
    if (snapshot === undefined) return c.html(messagePage(`There is no key ${key}.`), 404);
    const blocked = await Promise.all((c.req.queries("blocked") ?? []).map((each) => once.get(each)));
    return c.html(keyPage(snapshot, blocked, form, problem), problem === undefined ? 200 : 409);
  });

  app.onError((error, c) => {
    console.error(error);
    return c.html(messagePage("This failed. The log of the server says why."), 500);
  });
  return app;
}

/** What the form says. `Once` checks it, and its words say what is wrong. */
function decisionIn(form: URLSearchParams): [seen: OnceVersion, decision: OnceDecision] {
  const text = (name: string) => form.get(name)?.trim() || undefined;
  const [lookedUp, finalized, pending, differs] = ["lookedUp", "finalized", "pending", "differs"].map(text);
  const typed = finalized || pending || differs ? { finalized, pending, ...(differs && { differs }) } : undefined;
  if (lookedUp && typed) throw new TypeError("Give the look-up or a balance of your own, not both.");
  const words = ["as", "by", "why", "transactionId", "batchId"].map((name) => [name, text(name)]);
  const sendBlocked = form.getAll("sendBlocked").map((seen) => JSON.parse(seen));
  const decision = { ...Object.fromEntries(words), balance: lookedUp ? JSON.parse(lookedUp) : typed, sendBlocked };
  return [JSON.parse(form.get("seen") ?? ""), decision];
}
