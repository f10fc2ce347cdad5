// What the state needs of the rest of the world, and no more: Python, the broker, a clock. Tests hand in
// scripted ones; browser.ts hands in the real ones. Holds types only.

import type { ReadonlySignal } from "@preact/signals";
import type { Ask } from "../broker/prompts.ts";
import type { Vault } from "../broker/secrets.ts";
import type { FromSandbox, ToSandbox } from "../protocol.ts";

/** Python behind its sandbox. `restart` ends the worker, whatever it is doing, and starts another. */
export interface Python {
  readonly state: ReadonlySignal<"booting" | "ready" | "failed">;
  /** What went wrong, in words; empty unless `state` is "failed". */
  readonly failure: ReadonlySignal<string>;
  send(message: ToSandbox, transfer?: Transferable[]): void;
  /** Returns how to stop listening. */
  listen(listener: (message: FromSandbox) => void): () => void;
  restart(): void;
}

export type FetchMessage = Extract<FromSandbox, { readonly type: "fetch" | "fetch-abort" }>;

/** The only way out of the sandbox. */
export interface Broker {
  handle(message: FetchMessage, reply: (message: ToSandbox, transfer?: Transferable[]) => void): void;
  /** Starts counting calls anew. */
  beginRun(): void;
  /** Breaks off everything that is under way. */
  abortAll(): void;
  /** Calls made in this run. */
  readonly calls: ReadonlySignal<number>;
}

/** What a broker is made with. */
export interface BrokerHooks {
  readonly vault: Vault;
  readonly ask: Ask;
  warn(text: string): void;
  allowedOrigins(): readonly string[];
  cap(): number;
}

export interface Clock {
  /** Milliseconds; only differences mean anything. */
  now(): number;
  /** Calls `action` once, `ms` from now; returns how to call it off. */
  after(ms: number, action: () => void): () => void;
}

/** For the `default` of a switch over a closed union: the compiler refuses it while a member is left. */
export function unreachable(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}`);
}
