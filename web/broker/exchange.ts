// One request out, one answer back, clean. The only caller of `fetch` with a real key. Refuses to know who asked and who may.

import type { HeaderList } from "../protocol.ts";
import { brokenOff, noAnswer, redirected, tooLarge, type Failure, type PageFacts } from "./failures.ts";
import type { Outgoing } from "./request.ts";
import type { Cleaner, Filled } from "./secrets.ts";

/** Where an answer goes: `head` once, then chunks. */
export interface Sink {
  head(status: number, headers: HeaderList): void;
  /** The buffer is the receiver's. */
  chunk(bytes: ArrayBuffer): void;
}

const LARGEST_ANSWER_MB = 64;

/** Headers that describe bytes which `fetch` has already decoded, or that no page may read. */
const NOT_PASSED_ON = new Set(["content-encoding", "content-length", "transfer-encoding", "set-cookie"]);

/** Only these statuses send elsewhere; a browser shows them as an "opaque redirect" without a status. */
const isRedirect = (response: Response): boolean =>
  response.type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(response.status);

/** The answer's head, or why there is none. */
export async function sendOut(
  send: typeof fetch, request: Outgoing, filled: Filled, abort: AbortSignal, page: () => PageFacts,
): Promise<Response | Failure> {
  let response: Response;
  try {
    response = await send(filled.url, {
      method: request.method,
      headers: filled.headers.map(([name, value]): [string, string] => [name, value]),
      body: request.body,
      mode: "cors",
      // Not "error": that is as safe, but then a redirect looks like a dead server and the reader is told nothing.
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal: abort,
    });
  } catch {
    return noAnswer(request.url, page());
  }
  if (!isRedirect(response)) return response;
  void response.body?.cancel().catch(() => undefined);
  return redirected(request.url);
}

/** Passes the answer on as it comes, each key taken out. Null when it came to its end. */
export async function takeIn(response: Response, url: URL, cleaner: Cleaner, sink: Sink): Promise<Failure | null> {
  const headers = [...response.headers].filter(([name]) => !NOT_PASSED_ON.has(name));
  sink.head(response.status, headers.map(([name, value]) => [name, cleaner.text(value)] as const));
  const pass = (bytes: Uint8Array<ArrayBuffer>): void => {
    if (bytes.length > 0) sink.chunk(bytes.buffer);
  };
  const reader = response.body?.getReader();
  let size = 0;
  while (reader !== undefined) {
    let chunk: Uint8Array | undefined;
    try {
      chunk = (await reader.read()).value;
    } catch {
      return brokenOff(url);
    }
    if (chunk === undefined) break;
    size += chunk.length;
    if (size > LARGEST_ANSWER_MB * 1_000_000) return tooLarge(url, LARGEST_ANSWER_MB);
    pass(cleaner.stream.push(chunk));
  }
  pass(cleaner.stream.end());
  return null;
}
