import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Json, readJson } from "./json.ts";
import type { OperationName, TestedCall } from "./oracle.ts";

/** A response of the service, before any change. */
export interface SampleResponse {
  readonly operation: OperationName;
  readonly httpStatus: number;
  readonly body: Json;
}

const folder = fileURLToPath(new URL("../../../test/wire/samples/", import.meta.url));

const ofFiles = globSync("*.response.http", { cwd: folder })
  .sort()
  .flatMap((file) => {
    const [head = "", body = ""] = readFileSync(folder + file, "utf8").split("\n\n");
    return bothWays(Number(/^HTTP (\d{3})/.exec(head)?.[1]), body);
  });

/** The requested amounts. Each fits some of the samples, and some of the amounts that mutations add. */
export const asks: readonly Pick<TestedCall, "amount" | "before">[] = [
  { amount: "125.00" },
  { amount: "125.00", before: "0" },
  { amount: "40.00" },
  { amount: "40.00", before: "60.00" },
  { amount: "65.00", before: "60.00" },
];

const zero = '"amountRemainingForFinalize":0.00';
const amounts = `"canFinalizeAgain":false,${zero},"totalAmountFinalized":125.00,"totalAmountPendingFinalization":0.00`;
const pending = amounts.replace("125.00", "0.00").replace(/0\.00$/, "125.00");
const status = (fields: string) => `"status":{${fields},"statusMessage":"As the contract has it"}`;

/** A response to a part of an authorization, after which more can be finalized. */
function parts(figures: string): string {
  const [finalized, pending] = figures.split(",");
  const balance = `"totalAmountFinalized":${finalized},"totalAmountPendingFinalization":${pending}`;
  return `{${status('"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"')},"transactionId":"202603040000000002","batchId":"20260304","canFinalizeAgain":true,"amountRemainingForFinalize":25.00,${balance}}`;
}

/** The shortest responses that the contract allows. */
const ofContract = [
  `{${status('"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"')},"orderId":"a08ff49b-6f77-4632-a16c-43069c43a8c3"}`,
  `{${status('"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"')},"transactionId":"202603040000000002",${amounts}}`,
  `{${status('"isSuccess":true,"errorNumber":0,"statusKey":"PENDING"')},"transactionId":"202603040000000002",${pending}}`,
  ...["100.00,0", "40.00,0", "60.00,40.00", "60.00,0", "125.00,125.00"].map(parts),
  `{${status('"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"')},"transactionId":"202603040000000002","canFinalizeAgain":false,"totalAmountFinalized":125.00}`,
  `{${status('"isSuccess":false,"errorNumber":-1,"statusKey":"INTERNAL_ERROR"')}}`,
  `{${status('"isSuccess":false,"errorNumber":-3,"statusKey":"HTTP_503"')}}`,
  `{${status('"isSuccess":false,"errorNumber":3000,"statusKey":"ORDER_NOT_FOUND"')}}`,
  `{${status('"isSuccess":false,"errorNumber":3100,"statusKey":"CARD_EXPIRED"')}}`,
  `{${status('"isSuccess":false,"errorNumber":3000,"statusKey":"ORDER_NOT_FOUND"')},"transactionId":"202603040000000002"}`,
  `{${status('"isSuccess":false,"errorNumber":-7,"statusKey":"DECLINED"')},"transactionId":"202603040000000001"}`,
  `{${status('"isSuccess":false,"errorNumber":-1000,"statusKey":"SHOP_CLOSED"')},"acquirerId":""}`,
  `{${status('"isSuccess":"true","statusKey":"CAPTURED"')},"transactionId":"202603040000000002",${amounts}}`,
  `{${status('"isSuccess":false,"errorNumber":3007,"statusKey":"PAYMENT_COMPLETED"')},${amounts}}`,
].flatMap((body) => bothWays(200, body));

/** The service, or a proxy in front of it, may send a response to the wrong operation. */
function bothWays(httpStatus: number, text: string): SampleResponse[] {
  const body = readJson(text);
  if (body === undefined) throw new Error(`no JSON in a sample: ${text}`);
  const [own, other]: [OperationName, OperationName] = /"orderId"/.test(text)
    ? ["createOrder", "finalize"]
    : ["finalize", "createOrder"];
  return [own, own, own, other].map((operation) => ({ operation, httpStatus, body }));
}

export const sampleResponses: readonly SampleResponse[] = [...ofFiles, ...ofContract];
