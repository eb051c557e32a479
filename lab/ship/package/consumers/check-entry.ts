import { basicAuth, type PaymentClientOptions } from "merchant-payments";
import { type CheckRow, type CheckServiceOptions, type CheckVerdict, checkService } from "merchant-payments/check";

const auth = basicAuth("merchant-1", "fake-password");
const options: PaymentClientOptions = { baseUrl: "https://payments-test.example.com/api", auth };
const given: CheckServiceOptions = { options, productionBaseUrl: "https://payments.example.com/api" };
export const rows: Promise<readonly CheckRow[]> = checkService(given);
export const verdicts = async (): Promise<readonly CheckVerdict[]> => (await rows).map(({ verdict }) => verdict);
