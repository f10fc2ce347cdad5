// The doctor's own requests: one call to an endpoint, and a knock at a server's door. Knows HTTP; refuses to know what
// an answer means, and to send a key anywhere but to the address it is given.

import { SHORTEST_SECRET } from "../broker/scrub.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** **Holds the key**: it is passed on as an argument, and kept by nobody. */
export interface Endpoint {
  /** Normalised. */
  readonly baseUrl: string;
  /** Empty when there is none. */
  readonly key: string;
  readonly model: string;
}

export type Answer =
  /** `text` is without the key. `elsewhere`: a redirect, of which a browser shows no status. */
  | { readonly is: "answer"; readonly status: number; readonly text: string; readonly elsewhere: boolean }
  /** No page may read what came back, or nothing did: browsers don't say which. */
  | { readonly is: "blocked" }
  /** Nothing came back in time. */
  | { readonly is: "silent" };

export const PATIENCE_MS = 20_000;
const KNOCK_MS = 8_000;

/** `body` null makes it a GET. Never throws. */
export async function call(fetch: Fetch, url: string, key: string, body: string | null): Promise<Answer> {
  // Any third header would fail the preflight of many servers.
  const headers: Record<string, string> = {};
  if (key !== "") headers["Authorization"] = `Bearer ${key}`;
  if (body !== null) headers["Content-Type"] = "application/json";
  try {
    const response = await fetch(url, {
      method: body === null ? "GET" : "POST",
      headers,
      body,
      // Never followed: a redirect would carry the body, and some headers, to another server.
      redirect: "manual",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const elsewhere = response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400);
    const text = await response.text();
    // A server may repeat the key in an error: it is taken out before anything is read, cut or shown.
    return { is: "answer", status: response.status, text: key.length < SHORTEST_SECRET ? text : text.replaceAll(key, "(your key)"), elsewhere };
  } catch (error) {
    return { is: error instanceof DOMException && error.name === "TimeoutError" ? "silent" : "blocked" };
  }
}

/** Whether anything at all answers there. Without a key, and nothing of the answer can be read. */
export async function knock(fetch: Fetch, url: string): Promise<boolean> {
  try {
    await fetch(url, {
      method: "GET",
      mode: "no-cors",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(KNOCK_MS),
    });
    return true;
  } catch {
    return false;
  }
}

/** The ids that the server lists; empty when it has no list or can't be reached. */
export async function listModels(fetch: Fetch, { baseUrl, key }: Endpoint): Promise<readonly string[]> {
  return modelsIn(await call(fetch, `${baseUrl}/models`, key, null)) ?? [];
}

/** The ids in an answer to /models, sorted; null when it is no list. */
export function modelsIn(answer: Answer): readonly string[] | null {
  if (answer.is !== "answer" || answer.status !== 200) return null;
  const value = parsed(answer.text);
  const list = Array.isArray(value) ? value : fieldOf(value, "data");
  if (!Array.isArray(list)) return null;
  // Gemini lists "models/NAME", and takes NAME.
  const ids = list.map((entry) => fieldOf(entry, "id")).filter((id) => typeof id === "string");
  return [...new Set(ids.map((id) => id.replace(/^models\//, "")))].sort();
}

export const isWebPage = (text: string): boolean => /^\s*<(!doctype|html|head|body|title)/i.test(text);

/** Whether a text is a JSON object or list, as every answer of an API is. */
export function isJson(text: string): boolean {
  const value = parsed(text);
  return typeof value === "object" && value !== null;
}

/** The server's own words in an error, in the shapes that are about; cut to a sentence's length. */
export function serverWords(text: string): string {
  if (isWebPage(text)) return "";
  const value = parsed(text);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const error = fieldOf(first, "error");
  const candidates = [fieldOf(error, "message"), error, fieldOf(first, "message"), fieldOf(first, "detail")];
  const words = candidates.find((candidate) => typeof candidate === "string");
  const plain = (typeof words === "string" ? words : value === null ? text : "").replace(/\s+/g, " ").trim();
  return plain.length > 200 ? `${plain.slice(0, 199)}…` : plain;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
