/** The shop's HTTP routes. */
import { Hono } from "hono";
import type { CaptureRequest, Env } from "./order.js";

export { Order } from "./order.js";

const app = new Hono<{ Bindings: Env }>();

app.post("/orders/:number/capture", async (c) => {
  const body = await c.req.json<Partial<CaptureRequest>>().catch(() => undefined);
  const { orderId, transactionId, totalAmount } = body ?? {};
  // These must be text: a JSON number may already have lost a digit.
  if (typeof orderId !== "string" || typeof transactionId !== "string" || typeof totalAmount !== "string")
    return c.json({ error: "invalid_request" }, 400);

  const order = c.env.ORDERS.getByName(c.req.param("number"));
  const response = await order.capture({ orderId, transactionId, totalAmount });
  if (response.httpStatus === 503) c.header("retry-after", "30");
  return c.json(response.body, response.httpStatus);
});

app.get("/orders/:number", async (c) => c.json({ state: await c.env.ORDERS.getByName(c.req.param("number")).state() }));

export default app;
