/** A merchant's library exports what the client returns, without writing types, and emits its declarations. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../support/repository.js";

const folder = mkdtempSync(join(tmpdir(), "declarations-"));
afterAll(() => rmSync(folder, { recursive: true }));

const library = `
import * as z from "zod";
import { basicAuth, defineOperation, PaymentClient, PaymentError, PaymentServiceError, statusCatalogue, toResult } from "merchant-payments";
import { Once, OnceReview, OnceStoreError } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { FakePaymentService, paymentError } from "merchant-payments/testing";

export const annul = defineOperation({
  name: "annul",
  effect: "money",
  path: "/orders/{orderId}/annul",
  input: z.object({ orderId: z.string() }),
  response: z.object({ transactionId: z.string() }),
});
export class Client extends PaymentClient {}
export const client = new Client({ baseUrl: "https://payments.example.com", auth: basicAuth("merchant", "secret") });

const part = { transactionId: "201409251527280673", totalAmount: "125.00" };
const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;
const create = () => client.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });
const finalize = () => client.finalize(part);
const resolve = () => client.resolveFinalization(part, { authorization });
const lookUp = async () => client.lookUp?.(part);
const settle = () => toResult(finalize());
export const methods = { create, finalize, resolve, lookUp, settle, annul: () => client.call(annul, { orderId: "1" }) };
export const described = { preview: client.preview("finalize", part), issues: client.check("finalize", part) };
export const partsOfResults = async () => [(await create()).status, (await finalize()).riskAssessment, (await resolve()).balance];

export function narrowed(error: unknown) {
  if (!(error instanceof PaymentError)) throw error;
  if (error.code === "service_error") return [error, error.errors, error.meaning];
  if (error.code === "connection") return [error, error.cause];
  return error.code === "unexpected_response" || error.code === "invalid_input" ? error.issues : error;
}
export const partsOfError = (error: PaymentError) => [error.scope, error.outcome, error.operation, error.finalization];
export class AnnulError extends PaymentServiceError {}
export const entries = { pending: statusCatalogue.PENDING, all: statusCatalogue };

export const store = new SqliteOnceStore("captures.db");
const once = new Once({ payments: client, store, book: () => {}, fail: () => {} });
const review = new OnceReview({ store });
export const partsOfStoreError = (error: OnceStoreError) => [error.state, error.finalization];
export const ofOnce = { once, finalize: once.finalize.bind(once), sweep: () => once.sweep(), status: () => once.status() };
export const ofReview = { review, list: review.list.bind(review), decide: review.decide.bind(review) };

export const service = new FakePaymentService();
export const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
export const failure = paymentError("service_error", {});
`;

test("whatever a library exports of the client has a type that its declarations can name", () => {
  const modules = join(folder, "node_modules");
  const ours = join(modules, "merchant-payments");
  mkdirSync(ours, { recursive: true });
  for (const each of ["dist", "package.json"]) cpSync(join(root, each), join(ours, each), { recursive: true });
  mkdirSync(join(modules, "@types"));
  for (const each of ["decimal.js", "zod", "@types/node", "undici-types"])
    symlinkSync(join(root, "node_modules", each), join(modules, each));
  writeFileSync(join(folder, "library.ts"), library);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const compiler = join(root, "node_modules/.bin/tsc");
  const options =
    "--declaration --strict --module nodenext --lib es2023,esnext.disposable,dom --outDir out --types node";
  const argv = [...options.split(" "), "library.ts"];
  const compile = () => execFileSync(compiler, argv, { cwd: folder, encoding: "utf8" });
  expect(compile).not.toThrow();
  const declarations = readFileSync(join(folder, "out/library.d.ts"), "utf8");
  const named = [...declarations.matchAll(/import\("([^"]+)"\)/g)].map(([, from]) => from);
  const ofMerchant = ["merchant-payments", "merchant-payments/once", "merchant-payments/testing"];
  expect([...new Set(named)].sort()).toEqual(["decimal.js", ...ofMerchant, "node:sqlite"]);
});
