import { Client, PaymentsController } from "@paypal/paypal-server-sdk";
import type { Target } from "../workload.ts";

export function connect({ baseUrl }: Target) {
  const oauth = { oAuthClientId: "bench", oAuthClientSecret: "bench" };
  const payments = new PaymentsController(new (clientFor(baseUrl))({ clientCredentialsAuthCredentials: oauth }));
  const words =
    "Coffee beans, dark roast, whole beans, 1.25 kg at 80.00 per kg and 25 % tax: thank you for your order.";
  const body = {
    amount: { currencyCode: "USD", value: "250.00" },
    invoiceId: "INVOICE-123",
    finalCapture: true,
    noteToPayer: `${words} ${words}`,
    softDescriptor: "COFFEE",
    paymentInstruction: { platformFees: [{ amount: { currencyCode: "USD", value: "0.10" } }] },
  };
  return () => payments.captureAuthorizedPayment({ authorizationId: "0VF52814937998046", body });
}

/** The SDK knows only PayPal's own addresses: each of its requests is turned round. */
function clientFor(baseUrl: string): typeof Client {
  return class extends Client {
    override getRequestBuilderFactory(): ReturnType<Client["getRequestBuilderFactory"]> {
      const builderOf = super.getRequestBuilderFactory();
      return (method, path) => {
        const builder = builderOf(method, path);
        builder.interceptRequest((request) => ({ ...request, url: request.url.replace(/^https:\/\/[^/]+/, baseUrl) }));
        return builder;
      };
    }
  };
}
