// The only way out of the sandbox: which requests are open, how many a run may make. Refuses to know Python and panels.
//
// Every request in flight is one `Call` in `open`; who is not in there any more says nothing, so an abort is the removal
// from that map and needs no other flag. Each call ends with one of: `fetch-end`, `fetch-failed`, or silence when the
// sandbox itself broke it off.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { FromSandbox, ToSandbox } from "../protocol.ts";
import { sendOut, takeIn } from "./exchange.ts";
import { aborted, ourFault, overCap, refused, type Failure, type PageFacts } from "./failures.ts";
import { createGate } from "./gate.ts";
import type { Ask } from "./prompts.ts";
import { readRequest, type FetchMessage } from "./request.ts";
import type { Vault } from "./secrets.ts";

export type { Ask, Decision, Question } from "./prompts.ts";

export interface BrokerOptions {
  readonly vault: Vault;
  readonly ask: Ask;
  /** Shows a sentence or two; never the same twice in a run. */
  warn(text: string): void;
  /** The saved endpoint's origin and the lesson's own hosts, as `URL.origin` writes them. */
  allowedOrigins(): readonly string[];
  /** Calls per run. */
  cap(): number;
  readonly fetch?: typeof fetch;
  readonly page?: () => PageFacts;
}

export type Reply = (message: ToSandbox, transfer?: Transferable[]) => void;

export interface Broker {
  handle(message: Extract<FromSandbox, { type: "fetch" | "fetch-abort" }>, reply: Reply): void;
  /** A new run: ends what is left of the last one, counts from 0, and forgets what was refused. */
  beginRun(): void;
  /** The run was stopped or the sandbox is gone: ends every open request (`fetch-failed`, "aborted") and withdraws questions. */
  abortAll(): void;
  /** Calls sent in this run. */
  readonly calls: ReadonlySignal<number>;
}

interface Call {
  readonly number: number;
  readonly abort: AbortController;
  readonly reply: Reply;
}

const MOST_AT_ONCE = 16;
const MOST_WARNINGS = 20;

const CROWDED = refused(`The program has ${MOST_AT_ONCE} requests open already.`, "Wait for some of them before the next.");

const browserFacts = (): PageFacts => ({
  origin: globalThis.location?.origin ?? "null",
  online: globalThis.navigator?.onLine ?? true,
});

/** Passes each text on once per run, and not without end: a program can make up as many as it likes. */
function createWarner(vault: Vault, warn: (text: string) => void): { warn(text: string): void; beginRun(): void } {
  const said = new Set<string>();
  return {
    warn(text) {
      const plain = vault.scrub(text);
      if (said.has(plain) || said.size >= MOST_WARNINGS) return;
      said.add(plain);
      warn(plain);
    },
    beginRun: () => said.clear(),
  };
}

export function createBroker(options: BrokerOptions): Broker {
  const { vault, ask } = options;
  const page = options.page ?? browserFacts;
  // Taken once: nothing that is put in its place later sees a key.
  const send = options.fetch ?? globalThis.fetch.bind(globalThis);
  const gate = createGate({ vault, ask, allowedOrigins: () => options.allowedOrigins(), ownOrigin: () => page().origin });
  const warner = createWarner(vault, (text) => options.warn(text));
  const calls = signal(0);
  const open = new Map<number, Call>();

  const isOpen = (call: Call): boolean => open.get(call.number) === call;

  function say(call: Call, message: ToSandbox, transfer: Transferable[] = []): void {
    if (isOpen(call)) call.reply(message, transfer);
  }

  function close(call: Call): void {
    if (isOpen(call)) open.delete(call.number);
    call.abort.abort();
  }

  function fail(call: Call, { failure, what, advice }: Failure): void {
    say(call, { type: "fetch-failed", fetch: call.number, failure, what: vault.scrub(what), advice: vault.scrub(advice) });
    close(call);
  }

  const spent = (): Failure | null => (calls.value >= options.cap() ? overCap(options.cap()) : null);

  async function serve(call: Call, message: FetchMessage): Promise<Failure | null> {
    const request = readRequest(message);
    if ("failure" in request) return request;
    // Before the reader is bothered, and again when it is about to go: others went while this one was asked for.
    const refusal = spent() ?? (await gate.pass(request, call.abort.signal)) ?? spent();
    if (refusal !== null || !isOpen(call)) return refusal;
    calls.value += 1;
    const filled = vault.fill(request);
    const cleaner = vault.cleaner(request.url.origin);
    for (const text of filled.warnings) warner.warn(text);
    const response = await sendOut(send, request, filled, call.abort.signal, page);
    if ("failure" in response) return response;
    return takeIn(response, request.url, cleaner, {
      head: (status, headers) => say(call, { type: "fetch-head", fetch: call.number, status, headers }),
      chunk: (bytes) => say(call, { type: "fetch-chunk", fetch: call.number, bytes }, [bytes]),
    });
  }

  async function run(call: Call, message: FetchMessage): Promise<void> {
    // No text of an unexpected error is passed on: nobody knows what is in it.
    const failure = await serve(call, message).catch(() => ourFault);
    if (failure !== null) return fail(call, failure);
    say(call, { type: "fetch-end", fetch: call.number });
    close(call);
  }

  function begin(message: FetchMessage, reply: Reply): void {
    const call: Call = { number: message.fetch, abort: new AbortController(), reply };
    const twin = open.get(call.number);
    // A sandbox that gives a number twice is broken, or wants to confuse: neither request is served.
    if (twin !== undefined) return fail(twin, refused("The program's requests are mixed up.", "Stop, and run again."));
    const full = open.size >= MOST_AT_ONCE;
    open.set(call.number, call);
    if (full) return fail(call, CROWDED);
    void run(call, message);
  }

  function abortAll(): void {
    for (const call of [...open.values()]) fail(call, aborted);
  }

  return {
    handle(message, reply) {
      if (message.type === "fetch") return begin(message, reply);
      const call = open.get(message.fetch);
      if (call !== undefined) close(call);
    },
    beginRun() {
      abortAll();
      calls.value = 0;
      gate.beginRun();
      warner.beginRun();
    },
    abortAll,
    calls,
  };
}
