const library = require("merchant-payments");
const { startPaymentServer } = require("merchant-payments/testing");
const { checkoutAtOwnFake, leaveConnectionOpen } = require("./checkout.cjs");

async function main() {
  const seen = await checkoutAtOwnFake(library, { startPaymentServer });
  await leaveConnectionOpen(library, process.argv[2]);
  console.log(JSON.stringify(seen));
}
void main();
