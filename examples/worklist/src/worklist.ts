/** The routes: the keys that wait for a person, and for each a page that records a decision. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import {
  type OnceDecision,
  OnceDecisionError,
  type OnceReview,
  OnceStoreError,
  type OnceVersion,
} from "merchant-payments/once";
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
export function worklist(review: OnceReview, origin: string): Hono {
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
    return c.html(listPage(await review.list({ waitsFor: "person", limit: 20, after })));
  });

  app.on(["GET", "POST"], "/key", async (c) => {
    const { key = "" } = c.req.query();
    const form = new URLSearchParams(await c.req.text());
    let problem: string | undefined;
    if (c.req.method === "POST") {
      try {
        await review.decide(...decisionIn(form));
        return c.redirect(c.req.url, 303);
      } catch (error) {
        const isMistake = error instanceof OnceDecisionError || error instanceof TypeError;
        if (!isMistake && !(error instanceof OnceStoreError)) throw error;
        problem = error.message;
      }
    }
    const snapshot = await review.get(key);
    if (snapshot === undefined) return c.html(messagePage(`There is no key ${key}.`), 404);
    return c.html(keyPage(snapshot, form, problem), problem === undefined ? 200 : 409);
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
  const [finalized, pending, differs] = ["finalized", "pending", "differs"].map(text);
  const balance = finalized || pending || differs ? { finalized, pending, differs } : undefined;
  const words = ["as", "by", "why", "transactionId", "batchId", "books"].map((name) => [name, text(name)]);
  const decision = { ...Object.fromEntries(words), balance };
  return [JSON.parse(form.get("seen") ?? ""), decision];
}
