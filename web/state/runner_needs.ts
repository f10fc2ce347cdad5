// What the runner needs of the rest of the page, and what a run is started with. Types only.

import type { Diagnostic, Limits, Program, PythonConnection, Settings, Shelves } from "../protocol.ts";
import type { Conversation } from "./conversation.ts";
import type { Asked } from "./phase.ts";
import type { Broker, Clock, Python } from "./ports.ts";
import type { Stops } from "./stepper.ts";

/** What a run is started with, or the sentence that says why it can't be. */
export type Start =
  | {
      readonly ok: true;
      readonly program: Program;
      readonly connection: PythonConnection;
      readonly limits: Limits;
      readonly settings: Settings;
      readonly shelves: Shelves;
    }
  | { readonly ok: false; readonly sentence: string };

export interface RunnerNeeds {
  readonly python: Python;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly conversation: Conversation;
  stops(): Stops;
  start(asked: Asked): Start;
  /** A question that could not run: the reader gets it back. */
  giveBack(asked: Asked, sentence: string): void;
  say(sentence: string): void;
  /** Takes a reader's keys out of a text. A server can cut a key up so that only the assembled reply holds it. */
  scrub(text: string): string;
  checked(check: number, diagnostics: readonly Diagnostic[]): void;
  unloadable(diagnostics: readonly Diagnostic[]): void;
  allowPackages(names: readonly string[]): Promise<boolean>;
  shelved(scope: keyof Shelves, name: string, text: string): void;
  /** Python saw what a server insists on. */
  learned(connection: PythonConnection, habits: string): void;
  /** The run is over or given up: nobody waits for the reader's answers any more. */
  over(): void;
}
