// Asks an endpoint whether it works, and puts what comes back into one plain sentence. Knows HTTP and the two calls
// that it makes; refuses to know the dialog, and to send a key anywhere but to the address it is given.

import { SHORTEST_SECRET } from "../broker/scrub.ts";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Endpoint {
  /** Normalised. */
  readonly baseUrl: string;
  /** Empty when there is none. */
  readonly key: string;
  readonly model: string;
}

export interface Finding {
  readonly works: boolean;
  /** What came back, and what to try. Never holds the key. */
  readonly sentence: string;
  /** What the server lists under /models; empty when it has no list. */
  readonly models: readonly string[];
}

const PATIENCE_MS = 20_000;

/** The ids that the server lists; empty when it has no list or can't be reached. */
export async function listModels(fetch: Fetch, endpoint: Endpoint): Promise<readonly string[]> {
  const answer = await call(fetch, endpoint, "/models", null);
  return answer !== null && answer.status === 200 ? modelsIn(answer.text) : [];
}

/** Fetches the list of models; where there is none, makes one tiny chat request instead. */
export async function probe(fetch: Fetch, endpoint: Endpoint): Promise<Finding> {
  const list = await call(fetch, endpoint, "/models", null);
  if (list === null) return failed(unreachable(endpoint.baseUrl));
  const models = list.status === 200 ? modelsIn(list.text) : [];
  if (models.length > 0) {
    const missing = endpoint.model !== "" && !models.includes(endpoint.model);
    const listed = models.length === 1 ? "one model" : `${models.length} models`;
    const found = `The server answered and lists ${listed}.`;
    const sentence = missing ? `${found} “${endpoint.model}” is not among them.` : found;
    return { works: true, sentence, models };
  }
  if (isRefusal(list.status)) return failed(sentenceFor(endpoint, list));
  if (endpoint.model === "") {
    if (isWebPage(list.text)) return failed(webPage(endpoint.baseUrl));
    return failed("The server has no list of models. Type a model's name and test again.");
  }
  const body = JSON.stringify({ model: endpoint.model, messages: [{ role: "user", content: "Say ok." }] });
  const chat = await call(fetch, endpoint, "/chat/completions", body);
  if (chat === null) return failed(unreachable(endpoint.baseUrl));
  if (chat.status === 200 && hasChoices(chat.text)) {
    return { works: true, sentence: `It works: ${endpoint.model} answered. The server has no list of models.`, models: [] };
  }
  return failed(sentenceFor(endpoint, chat));
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Null when nothing readable came back at all. */
async function call(fetch: Fetch, { baseUrl, key }: Endpoint, path: string, body: string | null): Promise<Answer | null> {
  // Any third header would fail the preflight of many servers.
  const headers: Record<string, string> = {};
  if (key !== "") headers["Authorization"] = `Bearer ${key}`;
  if (body !== null) headers["Content-Type"] = "application/json";
  try {
    const response = await fetch(baseUrl + path, {
      method: body === null ? "GET" : "POST",
      headers,
      body,
      // A redirect would carry the body, and some headers, to another server.
      redirect: "error",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    // A server may repeat the key in an error: it is taken out before anything is read, cut or shown.
    return { status: response.status, text: key.length < SHORTEST_SECRET ? text : text.replaceAll(key, "(your key)") };
  } catch {
    return null;
  }
}

function failed(sentence: string): Finding {
  return { works: false, sentence, models: [] };
}

const isRefusal = (status: number) => status === 401 || status === 402 || status === 403 || status === 429 || status >= 500;

function sentenceFor({ baseUrl, key, model }: Endpoint, { status, text }: Answer): string {
  const words = wordsOf(text);
  const said = words === "" ? "" : ` It said: ${words}`;
  if (isWebPage(text)) return webPage(baseUrl);
  if (status === 401 || status === 403) {
    if (key === "") return `The server asks for a key (${status}). Type your API key and test again.${said}`;
    return `The server refused the key (${status}). Copy it again, and check that it belongs to this provider.${said}`;
  }
  if (status === 402) return `The key works, but the account has no credit (402). Look at your provider's billing page.${said}`;
  if (status === 404 || status === 405) {
    return `The server answered “not found” (${status}). Check the base URL, which usually ends in /v1, and the name ${model}.${said}`;
  }
  if (status === 429) return `The server says that it was asked too often, or that the quota is used up (429).${said}`;
  if (status >= 500) return `The server has a fault of its own (${status}). Try again in a minute.${said}`;
  if (status === 200) return "The server answered, but not as a chat endpoint does. Check the base URL, which usually ends in /v1.";
  return `The server did not take the request (${status}).${said}`;
}

function unreachable(baseUrl: string): string {
  return (
    `Nothing readable came back from ${baseUrl}. Check the address and that the server runs; ` +
    "if it does, it may not let web pages call it (CORS)."
  );
}

function webPage(baseUrl: string): string {
  return `That address answered with a web page, not an API. Base URLs usually end in /v1; you gave ${baseUrl}.`;
}

const isWebPage = (text: string) => /^\s*<(!doctype|html)/i.test(text);

function modelsIn(text: string): readonly string[] {
  const value = parsed(text);
  const list = Array.isArray(value) ? value : fieldOf(value, "data");
  if (!Array.isArray(list)) return [];
  // Gemini lists "models/NAME", and takes NAME.
  const ids = list.map((entry) => fieldOf(entry, "id")).filter((id) => typeof id === "string");
  return [...new Set(ids.map((id) => id.replace(/^models\//, "")))].sort();
}

function hasChoices(text: string): boolean {
  const choices = fieldOf(parsed(text), "choices");
  return Array.isArray(choices) && choices.length > 0;
}

/** The server's own words in an error, in the shapes that are about; cut to a sentence's length. */
function wordsOf(text: string): string {
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
