import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import "../../examples/capture.test.js"; // the tests of both run here, against the sources
import "../../examples/checkout.test.js";
import { root } from "../support/repository.js";

/** Runs an example as a merchant would: on the built package, in a process of its own. */
async function run(example: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [`examples/${example}`], { cwd: root });
  return stdout;
}

test("examples/day-at-a-merchant.ts prints the outcome of every order, and totals that balance", async () => {
  const printed = await run("day-at-a-merchant.ts");
  expect(printed.split("\n\nIn detail\n")[0]).toBe(`\
order      form      method        amount       outcome                   what the merchant does
---------  --------  ------------  -----------  ------------------------  -----------------------------
SHOP-1001  simple    card          125.00 SEK   succeeded                 ship
SHOP-1002  simple    card          74.95 EUR    succeeded                 ship
SHOP-1003  simple    swish         249.00 SEK   succeeded                 ship
SHOP-1004  simple    card          12800 JPY    succeeded                 ship
SHOP-1005  detailed  invoice       1180.00 SEK  succeeded                 ship
SHOP-1006  detailed  installments  5490.00 NOK  succeeded                 ship
SHOP-1007  detailed  paypal        25.00 EUR    succeeded                 ship this part
SHOP-1007  detailed  paypal        35.00 EUR    succeeded                 ship
SHOP-1008  detailed  paypal        310.00 SEK   unknown (connection)      look it up in the back office
SHOP-1009  detailed  paypal        100.00 USD   create: not_sent          correct the order
SHOP-1010  simple    card          399.00 SEK   unknown PAYMENT_ANNULLED  resolve it
SHOP-1011  simple    card          42.50 USD    unknown (connection)      resolve it
SHOP-1012  simple    card          80.00 EUR    not_sent (invalid_input)  correct the call
SHOP-1013  detailed  card          59.40 EUR    succeeded                 ship
SHOP-1014  simple    other         500.00 NOK   pending                   wait, check every hour
SHOP-1014  simple    other         480.00 NOK   pending                   wait, check every hour
SHOP-1015  simple    card          64.00 EUR    unknown                   Once resolves it

A minute later
order      resolved by          state     what the merchant does
---------  -------------------  --------  -----------------------------
SHOP-1010  resolveFinalization  unknown   look it up in the back office
SHOP-1011  resolveFinalization  captured  ship
SHOP-1015  Once                 captured  ship`);
  expect(printed.split("\nTotals\n")[1]).toBe(`\
currency  confirmed  unknown or pending  of these landed  the service recorded  balance
--------  ---------  ------------------  ---------------  --------------------  -------
EUR       258.35     0.00                0.00             258.35                ok
JPY       12800      0                   0                12800                 ok
NOK       5490.00    980.00              980.00           6470.00               ok
SEK       1554.00    709.00              310.00           1864.00               ok
USD       42.50      0.00                0.00             42.50                 ok

The books balance.
`);
});
