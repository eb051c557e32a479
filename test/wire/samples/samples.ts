import { readFileSync } from "node:fs";
import { version } from "../../../src/version.js";

/**
 * Reads requests and responses from the files beside this one: a first line, headers by name, an empty line, and the
 * body up to the last line end. The first line is a request's method and path, or a response's HTTP status.
 */
const sampleOf = (file: string) =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .replace(/\n$/, "")
    .replace("{version}", version);

export const requestSample = (name: string) => sampleOf(`${name}.request.http`);

export const responseSample = (name: string) => sampleOf(`${name}.response.http`);

/** A request as a sample. */
export async function requestText(request: Request): Promise<string> {
  const { pathname, search } = new URL(request.url);
  return written(`${request.method} ${pathname}${search}`, request.headers, await request.text());
}

/** A response as a sample, without its length. */
export async function responseText(response: Response): Promise<string> {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return written(`HTTP ${response.status}`, headers, await response.text());
}

/** The request that a sample stands for. */
export function requestFrom(sample: string): Request {
  const { first, headers, body } = read(sample);
  const [method = "", path = ""] = first.split(" ");
  return new Request(`https://payments.example.com${path}`, { method, headers, body });
}

/** The response that a sample stands for. */
export function responseFrom(sample: string): Response {
  const { first, headers, body } = read(sample);
  return new Response(body, { status: Number(first.replace("HTTP ", "")), headers });
}

function written(first: string, headers: Headers, body: string): string {
  const fields = [...headers].map(([name, value]) => `${name}: ${value}`);
  return `${[first, ...fields].join("\n")}\n\n${body}`;
}

function read(sample: string) {
  const end = sample.indexOf("\n\n");
  const [first = "", ...fields] = sample.slice(0, end).split("\n");
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(": ");
    return [field.slice(0, colon), field.slice(colon + 2)];
  });
  return { first, headers, body: sample.slice(end + 2) };
}
