// Everything that panels read and call, and nothing of how it comes about. Types only.

import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Question } from "../broker/prompts.ts";
import type { Lesson } from "../generated/lessons.ts";
import type { Diagnostic, Program, Settings, Shelves } from "../protocol.ts";
import type { Waiting } from "./asks.ts";
import type { Connection } from "./connection.ts";
import type { Connector } from "./connector.ts";
import type { Controls } from "./controls.ts";
import type { Conversation } from "./conversation.ts";
import type { Wait } from "./countdown.ts";
import type { Doctor } from "./doctor.ts";
import type { LessonKeys } from "./lesson_keys.ts";
import type { Library } from "./library.ts";
import type { HtmlState } from "./phase.ts";
import type { Stops } from "./stepper.ts";
import type { TraceItem, View } from "./trace.ts";

/** What a prompt is about: a request of the program's, or packages that it wants installed. */
export type Subject = Question | { readonly kind: "packages"; readonly names: readonly string[] };
export type Ask = Waiting<Subject>;

export interface App extends Controls {
  readonly state: ReadonlySignal<HtmlState>;
  readonly items: ReadonlySignal<readonly TraceItem[]>;
  /** How many items are shown, 0 … items.length. Follows the end while it is at the end. */
  readonly cursor: Signal<number>;
  readonly view: ReadonlySignal<View>;
  /** Text of a reply that is still arriving. */
  readonly streaming: ReadonlySignal<string>;
  /** The item that the run is held at. */
  readonly held: ReadonlySignal<TraceItem | null>;
  readonly stops: Signal<Stops>;
  /** The tools that the last request offered. */
  readonly toolNames: ReadonlySignal<readonly string[]>;
  /** What is in the textbox. */
  readonly question: Signal<string>;
  /** One line to the reader. */
  readonly notice: Signal<string>;

  readonly lessons: readonly Lesson[];
  readonly lesson: ReadonlySignal<Lesson>;
  /** Shows another lesson, with its own program and conversation. */
  chooseLesson(id: string): void;
  readonly settings: ReadonlySignal<Settings>;
  setSetting(id: string, value: string | boolean): void;
  /** Whether a setting is not as the lesson has it. */
  readonly settingsChanged: ReadonlySignal<boolean>;
  resetSettings(): void;
  readonly lessonKeys: LessonKeys;
  /** What programs have put on their shelves. */
  readonly shelves: ReadonlySignal<Shelves>;
  newConversation(): void;
  readonly conversation: Conversation;
  /** The conversations that are kept. */
  readonly library: Library;
  /** Runs another file of the program, in a conversation of its own. */
  runExperiment(id: string): void;
  readonly files: ReadonlySignal<Program>;
  readonly edited: ReadonlySignal<boolean>;
  readonly diagnostics: ReadonlySignal<readonly Diagnostic[]>;
  /** Whether there is an earlier version to go back to, which has not the errors of this one. */
  readonly canGoBack: ReadonlySignal<boolean>;
  setFile(name: string, text: string): void;
  resetProgram(): void;
  goBackToWorking(): void;
  /** Keeps a wheel for the program's packages. Resolves when it has been read. */
  dropWheel(file: File): Promise<void>;

  /** Never holds the key. */
  readonly connection: ReadonlySignal<Connection>;
  readonly connector: Connector;
  readonly calls: ReadonlySignal<{ readonly used: number; readonly cap: number }>;
  readonly ask: ReadonlySignal<Ask | null>;
  readonly doctor: Doctor;
  /** Python waits before it sends a request again; null when it does not. */
  readonly wait: ReadonlySignal<Wait | null>;
  /** Ends that waiting: the request is sent again now, or given up. */
  endWait(again: boolean): void;
}
