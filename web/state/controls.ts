// What each button means at each moment, in terms of the runner. Refuses to know Python and how a button looks.

import type { Signal } from "@preact/signals";
import type { Event } from "../generated/events.ts";
import type { Program } from "../protocol.ts";
import { MAIN, type Asked } from "./phase.ts";
import { same } from "./program.ts";
import type { Runner } from "./runner.ts";

const TYPE_FIRST = "Type a question first, or pick one below.";
/** Said until it has come true. */
export const WILL_HOLD = "The run will be held at the next stop point.";

/** What the buttons do. */
export interface Controls {
  /** Asks what is typed; lets a held run go on when nothing new is. */
  run(): void;
  /** Lets one stop point through, or starts a run that is held at each. */
  step(): void;
  continueRun(): void;
  pause(): void;
  stop(): void;
  /** Only while held: the run goes on with this event, and goes on being held until then. */
  replaceHeld(event: Event): void;
}

export function controlsOf(runner: Runner, question: Signal<string>, say: (sentence: string) => void, files: () => Program): Controls {
  const accept = (text: string, mode: Asked["mode"]) => {
    // First, so that what is given back does not find the box full.
    question.value = "";
    const waits = "Python is starting. Your question runs as soon as it is ready.";
    if (!runner.ask({ question: text, mode, main: MAIN })) question.value = text;
    else if (runner.phase.peek().is === "waiting") say(waits);
  };
  const typed = () => question.peek().trim();
  return {
    run() {
      say("");
      const text = typed();
      const phase = runner.phase.peek();
      const run = phase.is === "held" || phase.is === "running" ? phase.run : null;
      if (run === null) return text === "" ? say(TYPE_FIRST) : accept(text, "run");
      // "Run" means what is in the editor now; a run that began with something else can't go on as that.
      const unchanged = (text === "" || text === run.question) && same(run.program, files());
      if (!unchanged) return accept(text === "" ? run.question : text, "run");
      question.value = "";
      runner.goOn("run");
    },
    step() {
      say("");
      const phase = runner.phase.peek();
      const starts = phase.is === "idle" || (phase.is === "waiting" && typed() !== "");
      if (starts) return typed() === "" ? say(TYPE_FIRST) : accept(typed(), "step");
      runner.goOn("step");
      if (phase.is === "running") say(WILL_HOLD);
    },
    continueRun() {
      say("");
      runner.goOn("run");
    },
    pause() {
      if (runner.phase.peek().is !== "running") return;
      runner.goOn("step");
      say(WILL_HOLD);
    },
    stop: () => runner.stop(),
    replaceHeld: (event) => runner.replaceHeld(event),
  };
}
