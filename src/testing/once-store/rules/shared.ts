/** Tests of several jobs and people that use one store. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import type { OnceSnapshot } from "../../../once/index.js";
import { deliver, finish, jobOf, type OnceRulesTest, scene } from "./worker.js";

export const shared: readonly OnceRulesTest[] = [
  {
    name: "twice at once: one capture, one booking",
    run: (make, library) =>
      scene(make, library, async ({ service, worker, elsewhere, written }) => {
        const job = jobOf(service.sell({ paymentMethod: "other", amount: "10.00" }));
        const workers = [worker(), await elsewhere(), worker(), await elsewhere()];
        await Promise.all(workers.map((once) => deliver(once, job)));
        await finish(worker(), job);
        deepEqual(
          service.finalizations.map(({ totalAmount }) => totalAmount),
          ["10.00"],
        );
        deepEqual(await written(), ["shipment-1"]);
      }),
  },
  {
    name: "a key stands for one request: another one is invalid, and nothing is sent",
    run: (make, library) =>
      scene(make, library, async ({ service, worker, elsewhere }) => {
        const sale = service.sell({ paymentMethod: "other", amount: "10.00" });
        await finish(worker(), jobOf(sale));
        const other = deliver(await elsewhere(), jobOf(sale, "shipment-1", "9.99"));
        await rejects(other, { code: "invalid_input", outcome: "not_sent" });
        equal(service.finalizations.length, 1);
      }),
  },
  {
    name: "two shipments of one authorization at once: one waits for the other, and both are captured",
    run: (make, library) =>
      scene(make, library, async ({ service, worker, elsewhere, written }) => {
        const sale = service.sell({ paymentMethod: "other", amount: "10.00" });
        const [one, other] = [jobOf(sale, "shipment-1", "6.00"), jobOf(sale, "shipment-2", "4.00")];
        const [here, there] = [worker(), await elsewhere()];
        await Promise.all([finish(here, one), finish(there, other)]);
        const before = [
          (await here.get("shipment-1"))?.finalizedBefore,
          (await here.get("shipment-2"))?.finalizedBefore,
        ];
        deepEqual(before.filter((amount) => amount === "0").length, 1);
        deepEqual(service.finalizations.map(({ totalAmount }) => totalAmount).toSorted(), ["4.00", "6.00"]);
        deepEqual((await written()).toSorted(), ["shipment-1", "shipment-2"]);
      }),
  },
  {
    name: "what book throws leaves a capture that is listed as not booked, and is booked when it comes again",
    run: (make, library) =>
      scene(make, library, async ({ service, worker, elsewhere, written }) => {
        const job = jobOf(service.sell({ paymentMethod: "other", amount: "10.00" }));
        const book = () => {
          throw new Error("the books are closed");
        };
        const { state, isBooked } = await deliver(worker({ book }), job);
        deepEqual([state, isBooked, await written()], ["captured", false, []]);
        deepEqual(
          (await worker().list({ unbooked: true })).captures.map(({ key }) => key),
          ["shipment-1"],
        );
        await finish(await elsewhere(), job);
        deepEqual(await written(), ["shipment-1"]);
        deepEqual((await worker().list({ unbooked: true })).captures, []);
        const { counts } = await worker().counts();
        deepEqual(
          counts.map(({ state, waitsFor, count }) => [state, waitsFor, count]),
          [["captured", "nobody", 1]],
        );
      }),
  },
  {
    name: "a manual correction takes the key, and its history says who, why and what it was for",
    run: (make, library) =>
      scene(make, library, async ({ service, worker, elsewhere, written }) => {
        const right = jobOf(service.sell({ paymentMethod: "other", amount: "10.00" }));
        const wrong = {
          ...right,
          finalization: { ...right.finalization, totalAmount: "100.00" },
          authorization: { ...right.authorization, authorizedAmount: "100.00" },
        };
        equal((await deliver(worker(), wrong)).state, "rejected");
        const once = await elsewhere();
        const snapshot = (await once.get("shipment-1")) as OnceSnapshot;
        const said = { by: "Eva", why: "a nought too many", authorization: right.authorization };
        await once.correct(snapshot, right.finalization, said);
        const { history } = await finish(worker(), right);
        deepEqual(
          history.map(({ state, by, why, request }) => [state, by, why, request?.totalAmount]),
          [["rejected", "Eva", "a nought too many", "100.00"]],
        );
        deepEqual(
          service.finalizations.map(({ totalAmount }) => totalAmount),
          ["10.00"],
        );
        deepEqual(await written(), ["shipment-1"]);
      }),
  },
];
