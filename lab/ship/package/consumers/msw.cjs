const library = require("merchant-payments");
const testing = require("merchant-payments/testing");
const { paymentHandlers } = require("merchant-payments/testing/msw");
const { setupServer } = require("msw/node");
const { checkoutByMsw } = require("./checkout.cjs");

checkoutByMsw(library, testing, { paymentHandlers, setupServer }).then((seen) => console.log(JSON.stringify(seen)));
