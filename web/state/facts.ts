// What can be known of a connection, and what a check of it says. Types and names only.

import type { Answer } from "./calls.ts";
import type { Checked } from "./checked.ts";
import type { Format } from "./connection.ts";
import type { Line } from "./local_servers.ts";
import type { Trial } from "./trial_reading.ts";

export const CHECKS = {
  address: "Address",
  permission: "Browser's permission",
  server: "Server answers",
  cors: "Web pages may call it (CORS)",
  path: "Path",
  key: "API key",
  credit: "Credit",
  model: "Model",
  tools: "Model can use tools",
  whole: "Tool call and answer, in one piece",
  streamed: "Tool call and answer, streamed",
} as const;

export type CheckId = keyof typeof CHECKS;

/** Something that a click does to the form, or a line to copy. */
export type Fix =
  | { readonly do: "base-url"; readonly value: string }
  | { readonly do: "model"; readonly value: string }
  | { readonly do: "format"; readonly value: Format }
  | { readonly do: "no-stream" }
  | ({ readonly do: "copy" } & Line);

export interface Verdict {
  readonly ok: boolean;
  /** What was found. */
  readonly sentence: string;
  /** What to try; empty when all is well. */
  readonly advice: string;
  /** The server's own words; mostly empty. */
  readonly words: string;
  readonly fixes: readonly Fix[];
}

export type Check =
  | ({ readonly id: CheckId; readonly state: "ok" | "failed" } & Verdict)
  /** It is being found out; `sentence` says what that waits for, if it does. */
  | { readonly id: CheckId; readonly state: "checking"; readonly sentence: string }
  | { readonly id: CheckId; readonly state: "not reached" };

/** "here": the page is on the same machine, so nobody is asked. "unknown": this browser has no such permission. */
export type Permission = "here" | "granted" | "prompt" | "denied" | "unknown";

export interface Facts {
  readonly page: { readonly origin: string; readonly online: boolean; readonly safari: boolean };
  readonly preset: string;
  /** Normalised, or why it can't be. */
  readonly baseUrl: Checked<string>;
  readonly hasKey: boolean;
  readonly model: string;
  readonly format: Format;
  // What is found out, in this order; null while it is not known.
  readonly permission: Permission | null;
  /** GET /models. */
  readonly list: Answer | null;
  /** Whether anything answers there when nothing is to be read. */
  readonly knock: boolean | null;
  /** Base URLs of the same server that look like an API. */
  readonly better: readonly string[] | null;
  readonly whole: Trial | null;
  readonly streamed: Trial | null;
  /** Whether the other format is there as well. After a wrong path: whether a trial in it was proved. */
  readonly other: boolean | null;
}
