/** The requests, with what came of each, and those that are still on their way. */
import { useContext } from "preact/hooks";
import type { RecordedRequest } from "../../service/http/recorded-request.js";
import { Form, Item, More, operationLabel, Page, Text } from "./parts.js";

export function Requests() {
  const { requests, totals, late, run } = useContext(Page).state;
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" tabIndex={-1}>
        Requests <span class="quiet">{totals.requests}</span>
      </h2>
      {late.length > 0 && (
        <Form action="deliver-late" class="late" button="Let it arrive" told="The late requests have arrived.">
          {late.map(({ operation, path }) => (
            <p>
              <b>{operationLabel(operation)}</b> <span class="pending">is on its way</span> <ShortPath path={path} />
            </p>
          ))}
        </Form>
      )}
      {totals.requests + late.length === 0 && (
        <p class="empty">No requests yet. Each call is listed here with what came of it.</p>
      )}
      <ol class="requests">
        {requests.toReversed().map((request) => (
          <Item key={run + request.number}>
            <Request request={request} />
          </Item>
        ))}
      </ol>
      <More of="requests" />
    </section>
  );
}

function Request({ request }: { readonly request: RecordedRequest }) {
  const { number, method, path, operation, headers, body, response, fault, delivered, received, receivedAt } = request;
  const ms = Date.parse(request.endedAt) - Date.parse(receivedAt);
  return (
    <details>
      <summary>
        <span class="row">
          <span>
            <span class="quiet">#{number}</span> <b>{operationLabel(operation)}</b>{" "}
            <time class="quiet" dateTime={receivedAt} title={receivedAt}>
              {new Date(receivedAt).toTimeString().slice(0, 8)}
              {ms > 0 && ` + ${ms / 1000} s`}
            </time>
          </span>
          <code class={`status ${kindOf(response)}`}>
            {response ? `${response.httpStatus} ${response.statusKey}` : "not processed"}
          </code>
        </span>
        <ShortPath path={method === "POST" ? path : `${method} ${path}`} />
        {fault !== undefined && (
          <span class="quiet">
            <span class="badge bad">{fault}</span> Caller got {receivedWords(request)}
          </span>
        )}
      </summary>
      <code class="quiet">{`${method} ${path}`}</code>
      <Text title="Body" text={body} />
      <Text title={delivered ? "Response" : "Response, not delivered"} text={response?.body} />
      <Text title="What the caller got" text={received?.body} />
      <Text title="Headers" text={JSON.stringify(headers)} />
    </details>
  );
}

/** Without the base path, and of an order's id only its beginning. It may wrap after each slash. */
function ShortPath({ path }: { readonly path: string }) {
  const own = path.replace(`${useContext(Page).state.basePath}/`, "/");
  const short = own.replace(/([\da-f]{8})(-[\da-f]{4}){3}-[\da-f]{12}/gi, "$1…");
  return <code class="path">{short.replaceAll("/", "/\u200b")}</code>;
}

/** What the caller got of a call that met a fault. */
function receivedWords({ delivered, received }: RecordedRequest): string {
  if (delivered || received === undefined) return "this response";
  const { end, httpStatus, body } = received;
  if (httpStatus === undefined) return end === "broken" ? "a connection that broke" : "no response";
  if (end === "broken") return `half of HTTP ${httpStatus}, then a broken connection`;
  if (end === "silent") return `a part of HTTP ${httpStatus}, then nothing more`;
  return body === "" ? `HTTP ${httpStatus} without a body` : `HTTP ${httpStatus} with another body`;
}

function kindOf(response: RecordedRequest["response"]): string {
  if (response === undefined || response.statusKey === "PENDING") return "pending";
  return response.statusKey === "SUCCESS" ? "good" : "bad";
}
