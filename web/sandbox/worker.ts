// The worker's entry: boots Python, then carries messages between the page's port and `glassloop.browser`. Refuses to
// know what a run is. Only text and buffers cross to the page; JavaScript hands Python `host` and no other object.

import "./classic.ts";
import type { PyodideAPI } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import type { ArchiveName, Boot, FromSandbox, HeaderList, ToSandbox } from "../protocol.ts";
import { bootPython, forgetListings, unpackIntoSite } from "./boot.ts";
import { openFetchChannel } from "./fetch_channel.ts";
import { FILES } from "./files.ts";
import { makeGuestFetch, type Door, type GuestResponse } from "./guest_fetch.ts";

const WHEELS = "/wheels";
/** What Pyodide fetches by itself. */
const TYPES: Readonly<Record<string, string>> = { [FILES.wasm]: "application/wasm", [FILES.stdlib]: "application/zip" };

interface Browser extends PyProxy {
  attach(host: object): void;
  receive(text: string): void;
  guest_fetch(method: string, url: string, headers: string, body: Uint8Array | undefined): GuestRequest | string;
}

interface GuestRequest extends PyProxy {
  response(): Promise<GuestStream | string>;
  cancel(): void;
}

interface GuestStream extends PyProxy {
  readonly status: number;
  readonly headers_json: string;
  read(): Promise<Uint8Array | string | undefined>;
  close(): Promise<void>;
}

const files = makeArrivals();

const guest = makeGuestFetch((name) =>
  name in TYPES ? files.get(name).then((bytes) => new Response(bytes, { headers: { "content-type": TYPES[name] ?? "" } })) : null,
);
self.fetch = guest.fetch;

/** Boot files as they arrive; whoever asks early waits. */
function makeArrivals(): { get(name: string): Promise<Blob>; put(name: string, bytes: Blob): void } {
  const here = new Map<string, Blob>();
  const waiting = new Map<string, ((bytes: Blob) => void)[]>();
  return {
    get: (name) =>
      new Promise((resolve) => {
        const bytes = here.get(name);
        if (bytes) resolve(bytes);
        else waiting.set(name, [...(waiting.get(name) ?? []), resolve]);
      }),
    put(name, bytes) {
      here.set(name, bytes);
      for (const resolve of waiting.get(name) ?? []) resolve(bytes);
      waiting.delete(name);
    },
  };
}

/** Python answers with a sentence where it has nothing else; the browser's own fetch would raise just this. */
function orThrow<T>(answer: T | string): T {
  if (typeof answer === "string") throw new TypeError(answer);
  return answer;
}

function fromPython(stream: GuestStream): GuestResponse {
  const free = (): void => stream.destroy();
  return {
    status: stream.status,
    headers: JSON.parse(stream.headers_json) as HeaderList,
    read: async () => orThrow(await stream.read()) ?? null,
    close: () => void stream.close().then(free, free),
  };
}

function openDoor(browser: Browser): Door {
  return (method, url, headers, body) => {
    const request = orThrow(browser.guest_fetch(method, url, JSON.stringify(headers), body ?? undefined));
    let over = false;
    const response = (async () => {
      try {
        return fromPython(orThrow(await request.response()));
      } finally {
        over = true;
        request.destroy();
      }
    })();
    return { response, cancel: () => void (over || request.cancel()) };
  };
}

function connect(pyodide: PyodideAPI, port: MessagePort): void {
  const post = (message: FromSandbox, transfer: Transferable[] = []): void => port.postMessage(message, transfer);
  const channel = openFetchChannel(post);
  const browser = pyodide.pyimport("glassloop.browser") as Browser;
  let micropip: { promise: Promise<void>; done(bytes: Blob | null): void } | null = null;

  async function unpack(name: ArchiveName, bytes: Blob | null): Promise<void> {
    if (bytes) {
      unpackIntoSite(pyodide, new Uint8Array(await bytes.arrayBuffer()));
      forgetListings(pyodide);
    }
    if (name === "micropip") micropip?.done(bytes);
  }

  /** Resolves when micropip can be imported; rejects, in words, when it could not be had. */
  function wantMicropip(): Promise<void> {
    if (micropip) return micropip.promise;
    let done: (bytes: Blob | null) => void = () => undefined;
    const promise = new Promise<void>((resolve, reject) => {
      done = (bytes) => {
        if (bytes) return resolve();
        micropip = null;
        reject(new Error("The package installer could not be loaded. Check the connection and run again."));
      };
    });
    micropip = { promise, done };
    post({ type: "archive-wanted", name: "micropip" });
    return promise;
  }

  browser.attach({
    post: (text: string) => post(JSON.parse(text) as FromSandbox),
    open_fetch: (method: string, url: string, headers: string, body: Uint8Array | undefined) =>
      channel.open(method, url, JSON.parse(headers) as HeaderList, body ?? null),
    micropip: wantMicropip,
    now: () => performance.now(),
  });
  guest.open(openDoor(browser));

  port.onmessage = (event: MessageEvent<ToSandbox>) => {
    const message = event.data;
    switch (message.type) {
      case "fetch-head":
      case "fetch-chunk":
      case "fetch-end":
      case "fetch-failed":
        return channel.take(message);
      case "archive":
        return void unpack(message.name, message.bytes);
      case "file":
        return; // came after it was needed
      case "wheel":
        pyodide.FS.mkdirTree(WHEELS);
        return pyodide.FS.writeFile(`${WHEELS}/${message.name}`, new Uint8Array(message.bytes));
      case "run":
      case "go":
      case "wait-over":
      case "cancel":
      case "check":
      case "packages-allowed":
        return browser.receive(JSON.stringify(message));
      default:
        return message satisfies never;
    }
  };
}

/** A fatal error leaves an interpreter that can do nothing, not even say so: Pyodide's hook is the only witness. */
function reportDeath(pyodide: PyodideAPI, port: MessagePort): void {
  const api = (pyodide as unknown as { _api: { on_fatal?: (error: unknown) => void } })._api;
  api.on_fatal = (error) => port.postMessage({ type: "died", message: String(error) } satisfies FromSandbox);
}

async function boot(message: Boot, port: MessagePort): Promise<void> {
  const post = (told: FromSandbox): void => port.postMessage(told);
  try {
    port.onmessage = (event: MessageEvent<ToSandbox>) => {
      if (event.data.type === "file") files.put(event.data.name, event.data.bytes);
    };
    const { pyodide, timings, snapshot } = await bootPython(files.get, message.snapshot, message.makeSnapshot);
    if (snapshot) post({ type: "snapshot", bytes: snapshot });
    reportDeath(pyodide, port);
    connect(pyodide, port);
    post({ type: "ready", restored: message.snapshot !== null, timings: { ...timings, ready: Math.round(performance.now()) } });
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    post({ type: "boot-failed", message: text, restored: message.snapshot !== null });
  }
}

self.onmessage = (event: MessageEvent<Boot>) => {
  self.onmessage = null;
  const port = event.ports[0];
  if (port) void boot(event.data, port);
};
self.postMessage("up");
