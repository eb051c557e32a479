// The check in a process of its own, at the origin that it gets, for the test that interrupts it.
import { basicAuth } from "merchant-payments";
import { checkService } from "merchant-payments/check";

const [, , origin] = process.argv;
const options = { baseUrl: origin, auth: basicAuth("merchant-1", "secret") };
await checkService({ options, productionBaseUrl: "https://payments.example", host: new URL(origin).host });
