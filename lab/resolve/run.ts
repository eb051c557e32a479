// `npm run lab -- resolve`: finalizes amid faults and late arrivals, finds out what stays unknown, and compares what was
// said with the service's books; once with rejections that tell the balance, and once with rejections that do not. Fails when
// anything said is false or taken twice, or when more than 4 % stay unknown where the balance is told.
import { parseArgs } from "node:util";
import { basicAuth, PaymentClient } from "merchant-payments";
import { FakePaymentService } from "merchant-payments/testing";
import { seededRandom } from "../../src/testing/service/rules/seeded-random.ts";
import { frequentFaults, rareFaults } from "../load/faults.ts";
import { report } from "../record.ts";
import { capture, type Said } from "./capture.ts";
import { network, type Telling } from "./network.ts";
import { type Night, sectionOf, wrongIn } from "./section.ts";
import { shipment } from "./shipments.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    shipments: { type: "string", default: "6000" },
    record: { type: "boolean" },
  },
});
const AT_ONCE = 32;
const timeoutMs = 150;

const nights = [await night("the balance"), await night("canFinalizeAgain only")];
report("resolve", sectionOf(nights));
const [told] = nights;
const unknown = told?.said.filter(({ inTheEnd }) => inTheEnd === "unknown").length ?? 0;
const isGood = nights.every((each) => wrongIn(each).length === 0) && unknown <= 0.04 * (told?.said.length ?? 0);
for (const wrong of nights.flatMap(wrongIn)) console.error(wrong);
process.exitCode = isGood ? 0 : 1;

async function night(telling: Telling): Promise<Night> {
  const seed = Number(values.seed);
  const service = new FakePaymentService({ seed });
  const shipments = Array.from({ length: Number(values.shipments) }, (_, number) => shipment(service, number));
  service.faults.random({ seed, rate: 0.25, faults: [...frequentFaults, ...rareFaults], operation: "finalize" });
  const net = network({ service, random: seededRandom(seed), telling, lateShare: 0.03, timeoutMs });
  const auth = basicAuth(service.merchantId, service.password);
  const payments = new PaymentClient({ baseUrl: "https://payments.example.com", auth, fetch: net.fetch, timeoutMs });
  const said: Said[] = [];
  const worker = async () => {
    for (let parts = shipments.pop(); parts !== undefined; parts = shipments.pop()) {
      for (const part of parts) {
        const each = await capture(payments, part);
        said.push(each);
        if (each.inTheEnd !== "captured") break; // the next part has to wait until this one is known
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await net.arrived();
  return { telling, said, finalizations: service.finalizations, late: net.late() };
}
