const library = require("merchant-payments");
const { startPaymentServer } = require("merchant-payments/testing");
const { checkoutAtOwnFake, leaveConnectionOpen } = require("./checkout.cjs");

async function main() {
  const seen = await checkoutAtOwnFake(library, { startPaymentServer });
  await leaveConnectionOpen(library, process.argv[2]);
  // biome-ignore lint/suspicious/noConsole: the answer to the script that started this
  console.log(JSON.stringify(seen));
}
void main();
