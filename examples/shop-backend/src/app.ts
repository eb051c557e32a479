/** The shop's HTTP. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyServerOptions } from "fastify";
import { type Answer, checkOut, type Shop, ship } from "./payments.ts";

const orderNumber = { type: "string", pattern: "^[A-Za-z0-9-]{4,50}$" };
const strict = { type: "object", additionalProperties: false };

const checkoutBody = {
  ...strict,
  required: ["orderNumber", "totalAmount", "currencyCode"],
  properties: {
    orderNumber,
    totalAmount: { type: "string" }, // what makes an amount is for the payment client to say
    currencyCode: { type: "string", pattern: "^[A-Z]{3}$" },
  },
};
const shipBody = {
  ...strict,
  required: ["transactionId"],
  properties: { transactionId: { type: "string", pattern: "^\\d{18}$" } },
};
const orderParams = { ...strict, required: ["orderNumber"], properties: { orderNumber } };

export function buildApp(shop: Shop, { logger = false }: Pick<FastifyServerOptions, "logger"> = {}): FastifyInstance {
  const app = Fastify({
    logger,
    // By default an amount that came as a number would be made a string, and a misspelt field dropped.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode < 500) return reply.code(statusCode).send({ error: "invalid_request", message: error.message });
    request.log.error(error);
    return reply.code(500).send({ error: "internal" });
  });

  app.post<{ Body: { orderNumber: string; totalAmount: string; currencyCode: string } }>(
    "/checkout",
    { schema: { body: checkoutBody } },
    async (request, reply) => send(reply, await checkOut(shop, request.body)),
  );

  app.post<{ Params: { orderNumber: string }; Body: { transactionId: string } }>(
    "/orders/:orderNumber/ship",
    { schema: { params: orderParams, body: shipBody } },
    async (request, reply) => send(reply, await ship(shop, request.params.orderNumber, request.body.transactionId)),
  );

  app.get<{ Params: { orderNumber: string } }>(
    "/orders/:orderNumber",
    { schema: { params: orderParams } },
    async (request, reply) =>
      (await shop.store.get(request.params.orderNumber)) ?? reply.code(404).send({ error: "not_found" }),
  );

  return app;
}

function send(reply: FastifyReply, { code, body, retryAfterSeconds, cause }: Answer): FastifyReply {
  // Not as `err`: pino would then read past the error's own JSON, drop its cause and log what the service echoes.
  if (cause) reply.log.warn({ failure: cause, advice: cause.advice }, "payment call failed");
  if (retryAfterSeconds) reply.header("retry-after", retryAfterSeconds);
  return reply.code(code).send(body);
}
