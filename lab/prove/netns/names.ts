import { createSocket } from "node:dgram";
import { once } from "node:events";
import { nobodyAt, type StartPeer } from "../../../test/faults/peer.js";
import { type Row, row, unsent } from "../../../test/faults/row.js";

/** The response of the name server for a name: a code of DNS, addresses, or none. */
type Response = { readonly code: number } | { readonly addresses: readonly string[] } | "none";

const responses: Readonly<Record<string, Response>> = {
  "empty.test": { addresses: [] },
  "malformed.test": { code: 1 },
  "failing.test": { code: 2 },
  "unknown.test": { code: 3 },
  "refused.test": { code: 5 },
  "silent.test": "none",
  "two-routes.test": { addresses: ["10.8.1.1", "127.0.0.1"] },
  "two-ways-to-fail.test": { addresses: ["10.9.5.9", "127.0.0.1"] },
};

const HEADER = 12;
const TYPE_A = 1;

/** The bytes of a response: the header, the question again, and a record for each address. */
function responseTo(query: Buffer): Buffer | undefined {
  let end = HEADER;
  const labels: string[] = [];
  for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
    labels.push(query.toString("latin1", end + 1, end + 1 + length));
    end += 1 + length;
  }
  const type = query.readUInt16BE(end + 1);
  const response = responses[labels.join(".")] ?? { code: 3 };
  if (response === "none") return undefined;
  const addresses = "addresses" in response && type === TYPE_A ? response.addresses : [];
  const header = Buffer.from(query.subarray(0, HEADER));
  header.writeUInt16BE(0x8180 | ("code" in response ? response.code : 0), 2);
  header.writeUInt16BE(addresses.length, 6);
  header.fill(0, 8);
  const record = Buffer.from([0xc0, HEADER, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4]); // of the name in the question
  const records = addresses.flatMap((address) => [record, Buffer.from(address.split(".").map(Number))]);
  return Buffer.concat([header, query.subarray(HEADER, end + 5), ...records]);
}

/** Starts a name server on the system's port for names. */
async function startNameServer(): Promise<void> {
  const socket = createSocket("udp4").bind(53, "127.0.0.1").unref();
  socket.on("message", (query, { port, address }) => {
    const bytes = responseTo(query);
    if (bytes !== undefined) socket.send(bytes, port, address);
  });
  await once(socket, "listening");
}

let started: Promise<void> | undefined;

const named =
  (name: string): StartPeer =>
  async () => {
    started ??= startNameServer();
    await started;
    return nobodyAt(`http://${name}:1024`);
  };

/** Names that cannot be resolved, and names whose addresses accept no connection. */
export const nameRows: readonly Row[] = [
  row("a name that does not exist", named("unknown.test"), unsent("ENOTFOUND")),
  row("a name without an address", named("empty.test"), unsent("ENOTFOUND")),
  row("a name server that calls the question malformed", named("malformed.test"), unsent()),
  row("a name server that fails", named("failing.test"), unsent("EAI_AGAIN")),
  row("a name server that refuses", named("refused.test"), unsent("EAI_AGAIN")),
  row("a name server that is silent", named("silent.test"), unsent("EAI_AGAIN"), { call: { timeoutMs: 20_000 } }),
  row("two addresses: one unreachable, one refusing", named("two-routes.test"), unsent()),
  row("two addresses: one silent, one refusing", named("two-ways-to-fail.test"), unsent(), {
    call: { timeoutMs: 20_000, maxRetries: 0 },
  }),
];
