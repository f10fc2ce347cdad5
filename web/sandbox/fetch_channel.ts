// The sandbox's side of a request that leaves through the page: `fetch` out; head, chunks and end back. Refuses to
// know Python, keys, and which destinations are allowed.

import type { FetchFailure, FromSandbox, HeaderList, ToSandbox } from "../protocol.ts";

type FetchMessage = Extract<ToSandbox, { readonly fetch: number }>;

/** What Python gets for a request: status and headers at once, the body as it arrives. */
export interface OpenResponse {
  readonly status: number;
  /** JSON array of [name, value]. */
  readonly headers_json: string;
  /** The next bytes; `undefined` (Python's None) at the end. */
  read(): Promise<Uint8Array | undefined>;
  /** Break off: nothing more is wanted. Does nothing when the response has ended. */
  cancel(): void;
}

/** A request under way. No promise itself: Python would make a future of that, which knows no other method. */
export interface Opening {
  /** Status and headers are there. */
  readonly response: Promise<OpenResponse>;
  /** Takes the request back before they came. */
  cancel(): void;
}

export interface FetchChannel {
  open(method: string, url: string, headers: HeaderList, body: Uint8Array | null): Opening;
  /** Takes a message of the page; one for a request that is over is dropped. */
  take(message: FetchMessage): void;
}

/** `.message` is JSON text {failure, what, advice}, which Python reads. */
function failed(failure: FetchFailure, what: string, advice: string): Error {
  return new Error(JSON.stringify({ failure, what, advice }));
}

const aborted = (): Error => failed("aborted", "The request was broken off.", "Run it again.");

/** One request on its way: chunks that came before anyone read them, and the readers that wait for one. */
class Exchange implements OpenResponse {
  status = 0;
  headers_json = "[]";
  readonly opened: Promise<OpenResponse>;
  private accept!: (response: OpenResponse) => void;
  private refuse!: (error: Error) => void;
  private chunks: Uint8Array[] = [];
  private waiting: { resolve(chunk: Uint8Array | undefined): void; reject(error: Error): void }[] = [];
  private ending: "open" | "ended" | Error = "open";

  constructor(private readonly abort: () => void) {
    this.opened = new Promise((resolve, reject) => {
      this.accept = resolve;
      this.refuse = reject;
    });
    // A body that fails with nobody reading it is no error of the worker's.
    this.opened.catch(() => undefined);
  }

  read(): Promise<Uint8Array | undefined> {
    const chunk = this.chunks.shift();
    if (chunk) return Promise.resolve(chunk);
    if (this.ending === "ended") return Promise.resolve(undefined);
    if (this.ending !== "open") return Promise.reject(this.ending);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  cancel(): void {
    if (this.ending !== "open") return;
    this.abort();
    this.chunks = [];
    this.end(aborted());
  }

  head(status: number, headers: HeaderList): void {
    this.status = status;
    this.headers_json = JSON.stringify(headers);
    this.accept(this);
  }

  chunk(bytes: Uint8Array): void {
    const reader = this.waiting.shift();
    if (reader) reader.resolve(bytes);
    else this.chunks.push(bytes);
  }

  end(how: "ended" | Error): void {
    this.ending = how;
    for (const reader of this.waiting) how === "ended" ? reader.resolve(undefined) : reader.reject(how);
    this.waiting = [];
    if (how !== "ended") this.refuse(how);
  }
}

export function openFetchChannel(post: (message: FromSandbox, transfer: Transferable[]) => void): FetchChannel {
  const exchanges = new Map<number, Exchange>();
  let last = 0;

  function finish(id: number, how: "ended" | Error): void {
    exchanges.get(id)?.end(how);
    exchanges.delete(id);
  }

  return {
    open(method, url, headers, body) {
      const id = ++last;
      const exchange = new Exchange(() => {
        exchanges.delete(id);
        post({ type: "fetch-abort", fetch: id }, []);
      });
      exchanges.set(id, exchange);
      // A copy, because the bytes may be a view of Python's whole memory.
      const copy = body ? body.slice().buffer : null;
      post({ type: "fetch", fetch: id, method, url, headers, body: copy }, copy ? [copy] : []);
      return { response: exchange.opened, cancel: () => exchange.cancel() };
    },
    take(message) {
      switch (message.type) {
        case "fetch-head":
          return exchanges.get(message.fetch)?.head(message.status, message.headers);
        case "fetch-chunk":
          return exchanges.get(message.fetch)?.chunk(new Uint8Array(message.bytes));
        case "fetch-end":
          return finish(message.fetch, "ended");
        case "fetch-failed":
          return finish(message.fetch, failed(message.failure, message.what, message.advice));
        default:
          return message satisfies never;
      }
    },
  };
}
