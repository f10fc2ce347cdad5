// Makes a request that may be sent out of a message that may be anything. Refuses to know keys and permissions.

import type { FromSandbox, HeaderList } from "../protocol.ts";
import { refused, type Failure } from "./failures.ts";
import { readAddress } from "./permissions.ts";

export type FetchMessage = Extract<FromSandbox, { type: "fetch" }>;

/** `body` is null or not empty. */
export interface Outgoing {
  readonly method: string;
  readonly url: URL;
  readonly headers: HeaderList;
  readonly body: ArrayBuffer | null;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const BODILESS = new Set(["GET", "HEAD"]);
const MOST_HEADERS = 64;
const LONGEST_HEADERS = 32_768;
const LARGEST_BODY_MB = 32;

/** Header names that the browser owns, or that would identify: they are dropped, as a browser drops them, without a word. */
const DROPPED = new Set(
  ("accept-charset accept-encoding access-control-request-headers access-control-request-method connection content-length cookie " +
    "cookie2 date dnt expect host keep-alive origin referer set-cookie te trailer transfer-encoding upgrade user-agent via").split(" "),
);

/** `x-stainless-*`: what the OpenAI SDK says about itself; servers whose CORS list lacks it refuse the whole call
 *  (ollama/ollama#8342, infiolab/infio-copilot#146). */
const DROPPED_FAMILY = /^(sec-|proxy-|x-stainless-)/;

function sendable([name]: readonly [string, string]): boolean {
  return !DROPPED.has(name.toLowerCase()) && !DROPPED_FAMILY.test(name.toLowerCase());
}

function isHeaderList(headers: unknown): headers is HeaderList {
  if (!Array.isArray(headers) || headers.length > MOST_HEADERS) return false;
  return headers.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string"));
}

/** Checked here and not left to `Headers`, whose error text quotes the value. */
function wellFormed([name, value]: readonly [string, string]): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function readHeaders(headers: unknown): HeaderList | Failure {
  if (!isHeaderList(headers)) return refused("The program's headers can't be read.", `Send at most ${MOST_HEADERS} pairs of text.`);
  const length = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > LONGEST_HEADERS) return refused("The program's headers are too long.", "Send long data in the body.");
  if (!headers.every(wellFormed)) {
    return refused(
      "A header of the program has a character that no header can have.",
      "Look for line breaks and for letters that are not Latin.",
    );
  }
  return headers.filter(sendable).map(([name, value]) => [name, value.trim()] as const);
}

/** Anthropic answers a web page only when it sends this (open-pencil/open-pencil#436). */
function withConsent(url: URL, headers: HeaderList): HeaderList {
  const name = "anthropic-dangerous-direct-browser-access";
  if (url.origin !== "https://api.anthropic.com" || headers.some(([present]) => present.toLowerCase() === name)) return headers;
  return [...headers, [name, "true"]];
}

function bodyProblem(method: string, body: unknown): Failure | null {
  if (body === null) return null;
  if (!(body instanceof ArrayBuffer)) return refused("The program's request has a body that can't be read.", "Send text or bytes.");
  const size = body.byteLength;
  if (size > 0 && BODILESS.has(method)) return refused(`A ${method} request can't have a body.`, "Use POST, or leave the body out.");
  if (size <= LARGEST_BODY_MB * 1_000_000) return null;
  return refused(`The request is larger than ${LARGEST_BODY_MB} MB and was not sent.`, "Send less at once.");
}

/** Never throws, whatever the message holds. */
export function readRequest(message: FetchMessage): Outgoing | Failure {
  const { method, url, body } = message as { readonly [field in keyof FetchMessage]: unknown };
  const verb = String(method).toUpperCase();
  if (typeof method !== "string" || !METHODS.has(verb)) {
    return refused("The program used an HTTP method that can't be sent from here.", `Use one of ${[...METHODS].join(", ")}.`);
  }
  const address = readAddress(typeof url === "string" ? url : "");
  if (!(address instanceof URL)) return address;
  const headers = readHeaders(message.headers);
  if ("failure" in headers) return headers;
  const problem = bodyProblem(verb, body);
  if (problem !== null) return problem;
  const bytes = body instanceof ArrayBuffer && body.byteLength > 0 ? body : null;
  return { method: verb, url: address, headers: withConsent(address, headers), body: bytes };
}
