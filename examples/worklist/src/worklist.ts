/** The routes: the list, and for each key a page with the forms for what can be decided. */
import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { PaymentValidationError } from "merchant-payments";
import { OnceDecisionError, type OnceReview, OnceStoreError } from "merchant-payments/once";
import { act } from "./act.ts";
import { type Attempt, keyPage, unknownPage } from "./key-page.ts";
import { type Asked, listPage } from "./list-page.ts";
import { messagePage } from "./page.ts";
import { found } from "./search.ts";
import { inWords, issueInWords } from "./words.ts";

const files = { "/style.css": "text/css", "/refresh.js": "text/javascript" };

const headers = {
  "cache-control": "no-store", // the pages show personal data
  "content-security-policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** What the worklist shows and changes. `canCorrect` says whether the review has the option `preview`. */
export interface Reviewed {
  readonly review: OnceReview;
  readonly canCorrect: boolean;
}

/** @param origin - The only address under which the browser may open it. */
export function worklist({ review, canCorrect }: Reviewed, origin: string): Hono {
  const app = new Hono();

  // Any web site that is open in the same browser can send a form to this server, or point a name of its own at it.
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    const isForThis = c.req.header("host") === new URL(origin).host;
    const isFromThis = c.req.method === "GET" || c.req.header("origin") === origin;
    if (!isForThis || !isFromThis) return c.text(`This is not from ${origin}. If it should be, set ORIGIN.`, 403);
    return next();
  });

  for (const [path, type] of Object.entries(files)) {
    const text = readFileSync(new URL(`.${path}`, import.meta.url), "utf8");
    app.get(path, (c) => c.body(text, 200, { "content-type": type }));
  }

  app.get("/", async (c) => {
    const { show = "person", search = "", after } = c.req.query();
    const asked: Asked = { show, search: search.trim() };
    return c.html(listPage(asked, await found(review, asked, after), await review.counts()));
  });

  const shown = async (c: Context, attempt?: Attempt) => {
    const { key = "" } = c.req.query();
    const snapshot = key === "" ? undefined : await review.get(key);
    if (snapshot === undefined) return c.html(unknownPage(key, Date.now(), attempt), 404);
    return c.html(keyPage(snapshot, canCorrect, attempt), attempt ? 409 : 200);
  };

  app.get("/key", (c) => shown(c));

  app.post("/key", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    try {
      await act(review, form);
      return c.redirect(c.req.url, 303);
    } catch (error) {
      if (!isForReviewer(error)) throw error;
      const message =
        error instanceof PaymentValidationError ? error.issues.map(issueInWords).join("; ") : error.message;
      // The balance must be looked up after the snapshot that the next form names.
      if (/take a new|has changed/.test(message))
        for (const name of ["seen", "finalized", "pending"]) form.delete(name);
      return shown(c, { form, problem: inWords(message) });
    }
  });

  app.onError((error, c) => {
    console.error(error);
    return c.html(messagePage("This failed. The log of the server says why."), 500);
  });
  return app;
}

const isForReviewer = (error: unknown): error is Error =>
  [OnceDecisionError, OnceStoreError, PaymentValidationError, TypeError].some((kind) => error instanceof kind);
