// Runs in a process of its own. Prints which objects of the language and the platform have changed after the module that
// is given as the argument was loaded and used.
import { createRequire } from "node:module";

/** Every object that can be reached from the global one without calling anything, with its own properties. */
function reachable() {
  const seen = new Map();
  const queue = [["globalThis", globalThis]];
  for (const [path, object] of queue) {
    if (seen.has(object) || object === process) continue;
    const own = new Map(Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)]));
    seen.set(object, {
      path,
      own,
      prototype: Object.getPrototypeOf(object),
      isExtensible: Object.isExtensible(object),
    });
    for (const [key, { value, get, set }] of own) {
      for (const next of [value, get, set]) {
        const isObject = (typeof next === "object" && next !== null) || typeof next === "function";
        if (isObject) queue.push([`${path}.${String(key)}`, next]);
      }
    }
  }
  return seen;
}

function ofProcess() {
  const events = process.eventNames().map((name) => `${String(name)}:${process.listenerCount(name)}`);
  return JSON.stringify({ events, env: process.env, title: process.title, exitCode: process.exitCode ?? null });
}

function changes(before, after) {
  return [...before].flatMap(([object, was]) => {
    const is = after.get(object);
    if (is === undefined) return [`${was.path} is gone`];
    const keys = new Set([...was.own.keys(), ...is.own.keys()]);
    const changed = [...keys].filter((key) => !isSame(was.own.get(key), is.own.get(key)));
    const isSameKind = was.prototype === is.prototype && was.isExtensible === is.isExtensible;
    return [...changed.map((key) => `${was.path}.${String(key)}`), ...(isSameKind ? [] : [was.path])];
  });
}

function isSame(a, b) {
  const parts = ["value", "get", "set", "writable", "enumerable", "configurable"];
  return a !== undefined && b !== undefined && parts.every((part) => Object.is(a[part], b[part]));
}

const [, , format, file] = process.argv;

for (const key of Reflect.ownKeys(globalThis)) void globalThis[key]; // the platform makes some of them when first read
const require = createRequire(import.meta.url);
await Response.json({}).text(); // the platform itself leaves this behind at the first use of fetch's classes

const before = reachable();
const processBefore = ofProcess();

const { PaymentClient, basicAuth, toResult, FakePaymentService } =
  format === "import" ? await import(file) : require(file);
if (PaymentClient !== undefined) {
  const fetch = async () => Response.json({ status: { isSuccess: false } });
  const payments = new PaymentClient({ baseUrl: "https://pay.example", auth: basicAuth("merchant-1", "x"), fetch });
  await toResult(payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" }));
  await toResult(payments.createOrder({}));
}
if (FakePaymentService !== undefined) new FakePaymentService();

const changed = changes(before, reachable());
if (ofProcess() !== processBefore) changed.push("process");
process.stdout.write(JSON.stringify(changed));
