import { basicAuth, type PaymentClientOptions } from "merchant-payments";
// biome-ignore format: a list of names
import { type CheckAuthorization, type CheckRow, type CheckServiceOptions, checkService } from "merchant-payments/check";

const auth = basicAuth("merchant-1", "fake-password");
const options: PaymentClientOptions = { baseUrl: "https://payments-test.example.com/api", auth };
const paid = { transactionId: "202601150000000001", authorizedAmount: "100.00", currencyCode: "SEK" };
const authorizations: CheckAuthorization[] = [{ purpose: "parts", paymentMethod: "paypal", ...paid }];
const given: CheckServiceOptions = { options, productionBaseUrl: "https://payments.example.com/api", authorizations };
export const rows: Promise<readonly CheckRow[]> = checkService(given);
export const verdicts = async (): Promise<readonly CheckRow["verdict"][]> => (await rows).map(({ verdict }) => verdict);
