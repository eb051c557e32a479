import * as library from "merchant-payments";
import * as testing from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";
import { checkoutByMsw } from "./checkout.cjs";

console.log(JSON.stringify(await checkoutByMsw(library, testing, { paymentHandlers, setupServer })));
