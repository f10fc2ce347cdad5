// Where the one run of the page is, as a closed set of values, and what each is called outside. Pure.

import type { Stopped } from "../generated/events.ts";
import type { Program, PythonConnection } from "../protocol.ts";
import type { Mode } from "./stepper.ts";

/** `<html data-state>`: outside drivers read it, so the six words are an interface. */
export type HtmlState = "booting" | "ready" | "running" | "held" | "stopped" | "failed";

/** A question that was accepted. It becomes a run as soon as Python is free for it. */
export interface Asked {
  readonly question: string;
  readonly mode: Mode;
  /** The file of the program whose agent runs. */
  readonly main: string;
}

/** The file that a program starts with, unless a run is of another one. */
export const MAIN = "main.py";

export interface Run {
  readonly number: number;
  readonly question: string;
  readonly program: Program;
  readonly connection: PythonConnection;
  /** By the page's clock, in milliseconds. */
  readonly begunAt: number;
}

export type Phase =
  | { readonly is: "idle"; readonly after: "nothing" | "answer" | "stop" }
  /** Python is not up yet. */
  | { readonly is: "waiting"; readonly asked: Asked }
  | { readonly is: "running"; readonly run: Run }
  /** Python waits at `gate`; `seq` is the trace item that it has announced. */
  | { readonly is: "held"; readonly run: Run; readonly gate: number; readonly seq: number }
  /** Cancelled, and not over yet. A silent run leaves nothing in the trace. `atOnce`: it was held, so nothing goes on. */
  | {
      readonly is: "stopping";
      readonly run: Run;
      readonly silent: boolean;
      readonly atOnce: boolean;
      readonly next: Asked | null;
    };

/** The phases in which there is a run. */
export type Alive = Extract<Phase, { readonly run: Run }>;
export type Under = Extract<Phase, { readonly is: "running" | "held" }>;

export function runOf(phase: Phase): Run | null {
  return "run" in phase ? phase.run : null;
}

/**
 * "failed" only means that there is no Python. A turn that ended without an answer, for whatever reason, is "stopped":
 * the page is as usable after it as before, and the conversation says what went wrong.
 */
export function htmlState(phase: Phase, python: "booting" | "ready" | "failed"): HtmlState {
  switch (phase.is) {
    case "waiting":
      return "booting";
    case "running":
    case "held":
      return phase.is;
    case "stopping":
      if (!phase.atOnce || phase.next !== null) return "running";
      return phase.silent ? "ready" : "stopped";
    case "idle":
      if (python === "failed") return "failed";
      // After a stop that took a restart: what the reader asks next simply runs a moment later.
      if (phase.after === "stop") return "stopped";
      return python;
  }
}

const stopped = (reason: Stopped["reason"], message: string): Stopped => ({ kind: "stopped", reason, message, detail: "" });

/** How the page itself ends a turn, where Python has not. */
export const ENDINGS = {
  byReader: stopped("reader", "You stopped this run."),
  unanswered: stopped("reader", "Stopped. Python did not answer, so it was started again; the conversation is intact."),
  withoutEnd: stopped("crashed", "The run ended without saying how, which is a fault of this page. Ask again."),
  lost: stopped("crashed", "Python ended unexpectedly. It was started again and the conversation is intact: ask again."),
} as const;
