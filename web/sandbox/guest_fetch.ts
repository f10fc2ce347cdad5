// The `fetch` that programs in the sandbox find: it takes what the browser's takes, hands a plain request to Python's
// door, and gives a real streaming `Response`. Refuses to know where a request goes and what may leave.
//
// One function for the sandbox's whole life, because `pyodide.http` keeps the one it finds at import, and a memory
// snapshot finds it again by name. Until Python is up it answers Pyodide's own boot files.

/** A response from Python, already freed of proxies. */
export interface GuestResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  read(): Promise<Uint8Array | null>;
  close(): void;
}

/** A request on its way, which may be held at a stop point for as long as the reader likes. */
export interface GuestCall {
  readonly response: Promise<GuestResponse>;
  /** Nobody waits for the response any more. */
  cancel(): void;
}

export type Door = (
  method: string,
  url: string,
  headers: readonly (readonly [string, string])[],
  body: Uint8Array | null,
) => GuestCall;

export interface GuestFetch {
  readonly fetch: typeof fetch;
  /** Python is up: from now on every request goes through its door. */
  open(door: Door): void;
}

const BODYLESS = new Set([101, 204, 205, 304]);

/** The body may end by itself (`finished`), be cancelled by its reader, or be aborted by the caller's signal. */
function stream(from: GuestResponse, signal: AbortSignal): ReadableStream<Uint8Array> {
  let finished = false;
  function finish(): void {
    if (finished) return;
    finished = true;
    signal.removeEventListener("abort", onAbort);
    from.close();
  }
  let fail: (reason: unknown) => void = () => undefined;
  function onAbort(): void {
    finish();
    fail(signal.reason);
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        fail = (reason) => controller.error(reason);
        if (signal.aborted) onAbort();
        else signal.addEventListener("abort", onAbort);
      },
      async pull(controller) {
        try {
          const chunk = await from.read();
          if (finished) return;
          if (chunk) return controller.enqueue(chunk);
          finish();
          controller.close();
        } catch (error) {
          if (finished) return;
          finish();
          controller.error(error);
        }
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  );
}

function respond(from: GuestResponse, url: string, signal: AbortSignal): Response {
  const bodyless = BODYLESS.has(from.status);
  if (bodyless) from.close();
  const response = new Response(bodyless ? null : stream(from, signal), {
    status: from.status,
    headers: from.headers.map(([name, value]): [string, string] => [name, value]),
  });
  // A constructed response has no address; programs expect the one they asked for.
  Object.defineProperty(response, "url", { value: url });
  return response;
}

/** Rejects as soon as the caller aborts, even while the request is held. */
function untilAbort(signal: AbortSignal, call: GuestCall): Promise<GuestResponse> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason);
      call.cancel();
    };
    signal.addEventListener("abort", onAbort);
    call.response
      .then((response) => (signal.aborted ? response.close() : resolve(response)), reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

async function ask(door: Door, input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
  // The browser's own Request reads every kind of body, checks the address and drops forbidden headers.
  const request = new Request(input, init);
  const signal = request.signal;
  const body = new Uint8Array(await request.arrayBuffer());
  signal.throwIfAborted();
  const call = door(request.method, request.url, [...request.headers], body.byteLength > 0 ? body : null);
  return respond(await untilAbort(signal, call), request.url, signal);
}

/** `boot` answers Pyodide's own files by name, or gives null. */
export function makeGuestFetch(boot: (name: string) => Promise<Response> | null): GuestFetch {
  let door: Door | null = null;
  return {
    fetch: async (input, init) => {
      if (door) return ask(door, input, init);
      const url = input instanceof Request ? input.url : String(input);
      const response = boot(url.slice(url.lastIndexOf("/") + 1));
      if (!response) throw new TypeError(`Python is still starting: ${url} cannot be fetched yet.`);
      return response;
    },
    open(opened) {
      door = opened;
    },
  };
}
