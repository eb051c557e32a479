/** The requests, with what came of each, and those that are still on their way. */
import { useContext } from "preact/hooks";
import type { ShownState } from "../shown-state.js";
import { Form, List, operationLabel, Page, Text } from "./parts.js";

type ShownRequest = ShownState["requests"][number];

export function Requests() {
  const { requests, totals, late, run, merchantId, password, basePath } = useContext(Page);
  const items = requests.toReversed().map((request) => <Request key={run + request.number} {...request} />);
  const first = `${location.origin}${basePath}/orders/create/ORDER-1001/125.00/SEK`;
  const curl = (user: string) => `curl -X POST -u ${quoted(user)} ${first}`; // without the password, curl asks for it
  const withPassword = curl(`${merchantId}:${password}`);
  const button = totals.late > 1 ? `Let all ${totals.late} arrive` : "Let it arrive";
  return (
    <List of="requests" items={items}>
      {late.length > 0 && (
        <Form action="deliver-late" class="card" button={button}>
          {late.map(({ operation, path }) => (
            <p>
              <b>{operationLabel(operation)}</b> <span class="pending">is on its way</span>{" "}
              <code>{shortened(path, basePath)}</code>
            </p>
          ))}
        </Form>
      )}
      {totals.requests + totals.late === 0 && (
        <div class="card">
          <p>No requests yet. Point your client at the base URL above, or begin in a terminal.</p>
          <Text title="First request" text={curl(merchantId)} copy={["Copy with the password", withPassword]} />
        </div>
      )}
      <p class="quiet end" aria-hidden="true" title="What the service did, and what the caller knows">
        Service <span class="caller">Caller</span>
      </p>
    </List>
  );
}

function Request(request: ShownRequest) {
  const { number, method, path, operation, headers, body, response, fault, received, receivedAt, outcome } = request;
  const time = new Date(receivedAt).toTimeString().slice(0, 8) + receivedAt.slice(19, 23);
  const seconds = (Date.parse(request.endedAt) - Date.parse(receivedAt)) / 1000;
  const shownPath = method === "POST" ? path : `${method} ${path}`;
  const status = response && `HTTP ${response.httpStatus}, `;
  const { merchantId, password, basePath } = useContext(Page);
  const curl = curlOf(request, `${merchantId}:${password}`);
  return (
    <li>
      <details>
        <summary>
          <span class="row">
            <span class="quiet">#{number}</span> <b>{operationLabel(operation)}</b>
            <code class={`end ${kindOf(response?.statusKey)}`}>{effectOf(request)}</code>
            <code class="caller">
              <span class="unseen">caller </span>
              <span class={kindOf(outcome)}>{outcome}</span>
            </code>
          </span>
          <span class="row quiet">
            <code class="closed">{shortened(shownPath, basePath)}</code> <code class="opened">{shownPath}</code>
            <span class="end wide">{`${status ?? ""}${time} + ${seconds.toFixed(3)} s`}</span>
          </span>
          {fault !== undefined && (
            <span class="quiet">
              <span class="badge bad">{fault}</span> Caller got {receivedWords(request)}
            </span>
          )}
        </summary>
        <Text title="Request headers" text={JSON.stringify(headers)} copy={["Copy as curl", curl]} />
        <Text title="Request body" text={body} />
        <Text title={`Response, ${status}${request.delivered ? "" : "not "}delivered`} text={response?.body} />
        <Text title="What the caller got" text={received?.body} />
      </details>
    </li>
  );
}

const kinds = { succeeded: "good", success: "good", pending: "pending", nothing: "quiet", unknown: "badge bad" };
const kindOf = (word = "nothing") => new Map(Object.entries(kinds)).get(word.toLowerCase()) ?? "bad";

/** What the service did. */
export function effectOf({ operation, path, response }: ShownRequest): string {
  const [, amount] = /finalize\/([^/?]+)$/.exec(path) ?? [];
  if (response === undefined) return "did nothing";
  if (response.statusKey === "SUCCESS" && amount) return `captured ${amount}`;
  if (response.statusKey === "PENDING" && amount) return `pending ${amount}`;
  return response.statusKey === "SUCCESS" && operation === "createOrder" ? "created" : response.statusKey;
}

/** Without the base path, and of an order's id only the beginning. */
const shortened = (path: string, basePath: string) =>
  path.replace(`${basePath}/`, "/").replace(/([\da-f]{8})(-[\da-f]{4}){3}-[\da-f]{12}/gi, "$1…");

/** Curl or the connection sets these. */
const notCopied = ["accept-encoding", "authorization", "connection", "content-length", "host", "transfer-encoding"];

function curlOf({ method, path, headers, body }: ShownRequest, user: string): string {
  const given = Object.entries(headers).filter(([name]) => !notCopied.includes(name));
  const options = given.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  if ("authorization" in headers) options.unshift(`-u ${quoted(user)}`);
  if (body !== "") options.push(`--data-binary ${quoted(body)}`);
  return ["curl", "-X", method, ...options, quoted(location.origin + path)].join(" ");
}

/** As a word of a POSIX shell. */
const quoted = (text: string) => (/^[\w:/.@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** What the caller got of a call that met a fault. */
function receivedWords({ delivered, received }: ShownRequest): string {
  if (delivered || received === undefined) return "this response";
  const { end, httpStatus, body } = received;
  if (httpStatus === undefined) return end === "broken" ? "a connection that broke" : "no response";
  if (end === "broken") return `half of HTTP ${httpStatus}, then a broken connection`;
  if (end === "silent") return `a part of HTTP ${httpStatus}, then nothing more`;
  return body === "" ? `HTTP ${httpStatus} without a body` : `HTTP ${httpStatus} with another body`;
}
