// Drives one run at a time: starts it, holds it at stop points, lets it go on, ends it whatever Python does.
// Refuses to know panels, storage, and what a connection is made of.

import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals";
import type { Event, Stopped } from "../generated/events.ts";
import type { Diagnostic, Shelves } from "../protocol.ts";
import { Countdown, type Wait } from "./countdown.ts";
import { readEvent } from "./events.ts";
import { Inbox } from "./inbox.ts";
import { ENDINGS, MAIN, runOf, type Alive, type Asked, type Phase, type Run, type Under } from "./phase.ts";
import type { RunnerNeeds } from "./runner_needs.ts";
import { holds, type Mode } from "./stepper.ts";

// "Stopped within a second of the click" has to hold with the restart's own milliseconds on top.
export const PATIENCE_MS = 800;

interface AtGate {
  readonly gate: number;
  /** Of the trace item that it announces. */
  readonly seq: number;
  readonly event: Event;
}

export class Runner {
  readonly phase: ReadonlySignal<Phase>;
  /** Text of a reply that is still arriving. */
  readonly streaming: ReadonlySignal<string>;
  readonly wait: ReadonlySignal<Wait | null>;

  private readonly at = signal<Phase>({ is: "idle", after: "nothing" });
  private readonly arriving = signal("");
  private readonly countdown: Countdown;
  private readonly inbox: Inbox;
  private mode: Mode = "run";
  private runs = 0;
  /** A program that does several things at once is at several gates: these come after the one that is held. */
  private atGates: AtGate[] = [];
  /** How the current run's last event ended it; null while none has. */
  private ending: "answer" | "stop" | null = null;
  /** The run on the screen was begun by the page, and the reader has not laid a hand on it. */
  private untouched = false;
  private callOffPatience: () => void = () => undefined;

  constructor(private readonly needs: RunnerNeeds) {
    this.phase = this.at;
    this.streaming = this.arriving;
    this.countdown = new Countdown(needs.clock);
    this.wait = this.countdown.wait;
    this.inbox = new Inbox({
      python: needs.python,
      broker: needs.broker,
      aliveRun: () => runOf(this.at.peek())?.number ?? null,
      happened: (event, gate) => this.happened(this.needs.scrub(event), gate),
      arrived: (text) => this.arrived(text),
      waits: (seconds, reason) => {
        if (this.at.peek().is === "running") this.countdown.begin(seconds, reason);
      },
      learned: (habits) => needs.learned(this.alive().run.connection, habits),
      shelved: (scope, name, text) => this.shelved(scope, name, text),
      done: () => this.done(),
      unloadable: (diagnostics) => this.notLoaded(diagnostics),
      packages: (names) => void this.askForPackages(names),
      checked: (check, diagnostics) => needs.checked(check, diagnostics),
    });
    effect(() => {
      const state = needs.python.state.value;
      untracked(() => this.pythonIs(state));
    });
  }

  /** Starts a run, after ending the one there is. False when the question has to wait in the textbox. */
  ask(asked: Asked): boolean {
    const phase = this.at.peek();
    switch (phase.is) {
      case "waiting":
        if (!this.untouched) {
          this.needs.say("Python is still starting. Your first question runs as soon as it is ready.");
          return false;
        }
        this.dropUntouched();
        this.begin(asked);
        return true;
      case "idle":
        this.dropUntouched();
        this.begin(asked);
        return true;
      case "running":
      case "held":
        this.end(phase, { silent: this.untouched, next: asked });
        return true;
      case "stopping":
        if (phase.next !== null && !this.untouched) return false;
        this.untouched = false;
        this.at.value = { ...phase, next: asked };
        return true;
    }
  }

  /** Begins the run that the page asks for itself, to have one on the screen; after the one that is ending, if there is. */
  open(question: string): void {
    const asked: Asked = { question, mode: "opening", main: MAIN };
    const phase = this.at.peek();
    // What the reader has asked comes first.
    if (phase.is === "waiting" || (phase.is === "stopping" && phase.next !== null)) return;
    this.untouched = true;
    if (phase.is === "stopping") this.at.value = { ...phase, next: asked };
    else this.begin(asked);
  }

  /** Lets a held run go on, or changes how a running one will. */
  goOn(mode: Mode): void {
    this.mode = mode;
    this.untouched = false;
    this.needs.conversation.showEnd();
    const phase = this.at.peek();
    if (phase.is === "waiting") this.at.value = { is: "waiting", asked: { ...phase.asked, mode } };
    if (phase.is !== "held") return;
    const item = this.needs.conversation.items.peek()[phase.seq - 1];
    const edited = item === undefined || item.before === null ? null : JSON.stringify(item.event);
    this.at.value = { is: "running", run: phase.run };
    this.go(phase.run, phase.gate, edited);
    for (let next = this.atGates.shift(); next !== undefined; next = this.atGates.shift()) {
      this.holdOrGo(phase.run, next);
      if (this.at.peek().is === "held") return;
    }
  }

  /** Ends the run, and has Python back whatever it is doing. Safe to call at any time. */
  stop(): void {
    const phase = this.at.peek();
    this.untouched = false;
    if (phase.is === "running" || phase.is === "held") {
      this.end(phase, { silent: false, next: null });
    } else if (phase.is === "waiting") {
      this.at.value = { is: "idle", after: "nothing" };
      this.needs.giveBack(phase.asked, TAKEN_BACK);
    } else if (phase.is === "stopping" && phase.next !== null) {
      this.at.value = { ...phase, next: null };
      this.needs.giveBack(phase.next, TAKEN_BACK);
    }
  }

  /** Puts an edited event in the place of the one that the run is held at. It stays held. */
  replaceHeld(event: Event): void {
    const phase = this.at.peek();
    if (phase.is !== "held") return;
    this.untouched = false;
    this.needs.conversation.replace(phase.seq, event);
  }

  /** Ends the waiting of a run before a request is sent again. Nothing happens when it does not wait. */
  endWait(again: boolean): void {
    const run = runOf(this.at.peek());
    if (run === null || !this.countdown.end()) return;
    this.needs.python.send({ type: "wait-over", run: run.number, again });
  }

  /** Takes away the run that the page began by itself, if nobody has touched it. False when there is none. */
  withdrawOpening(): boolean {
    const phase = this.at.peek();
    if (!this.untouched || phase.is === "stopping") return false;
    this.untouched = false;
    if (phase.is === "waiting") this.at.value = { is: "idle", after: "nothing" };
    else if (phase.is === "idle") this.clear();
    else this.end(phase, { silent: true, next: null });
    return true;
  }

  /** Empties the conversation; a run that is under way leaves nothing behind. A question that waits goes on waiting. */
  clear(): void {
    const phase = this.at.peek();
    const unasked = phase.is === "waiting" && this.untouched;
    if (phase.is === "running" || phase.is === "held") this.end(phase, { silent: true, next: null });
    else if (phase.is === "stopping") this.at.value = { ...phase, silent: true };
    else if (unasked || phase.is === "idle") this.at.value = { is: "idle", after: "nothing" };
    this.untouched = false;
    this.needs.conversation.clear();
  }

  private begin(asked: Asked): void {
    const { python } = this.needs;
    const state = python.state.peek();
    if (state === "ready") return this.launch(asked);
    this.at.value = { is: "waiting", asked };
    if (state === "failed") python.restart();
  }

  private launch(asked: Asked): void {
    const { clock, conversation, broker, python } = this.needs;
    const start = this.needs.start(asked);
    if (!start.ok) {
      this.at.value = { is: "idle", after: "nothing" };
      this.needs.giveBack(asked, start.sentence);
      return;
    }
    const { question, main } = asked;
    const { program, connection, limits, settings, shelves } = start;
    // A conversation that was kept brings the numbers of its own runs.
    this.runs = Math.max(this.runs, conversation.lastRun) + 1;
    this.mode = asked.mode;
    this.ending = null;
    this.atGates = [];
    // What was said before it, such as that Python was starting, is over.
    this.needs.say("");
    this.at.value = { is: "running", run: { number: this.runs, question, program, connection, begunAt: clock.now() } };
    conversation.begins(this.runs, asked.mode === "opening" ? "page" : "reader");
    conversation.showEnd();
    broker.beginRun();
    const history = conversation.history();
    python.send({ type: "run", run: this.runs, program, main, question, connection, limits, settings, shelves, history });
  }

  /** Forgets the opening run once the reader begins something of their own. */
  private dropUntouched(): void {
    if (this.untouched) this.needs.conversation.clear();
    this.untouched = false;
  }

  private end(phase: Under, how: { readonly silent: boolean; readonly next: Asked | null }): void {
    if (how.silent) this.needs.conversation.clear();
    this.untouched = false;
    this.atGates = [];
    this.arriving.value = "";
    this.countdown.end();
    this.at.value = { is: "stopping", run: phase.run, atOnce: phase.is === "held", ...how };
    this.needs.over();
    this.needs.python.send({ type: "cancel", run: phase.run.number });
    // Python does not answer while a program keeps it busy: then its worker ends. The trace has all that a new one needs.
    this.callOffPatience = this.needs.clock.after(PATIENCE_MS, () => {
      const now = this.at.peek();
      if (now.is === "stopping" && now.run === phase.run) this.startAgain(now, ENDINGS.unanswered);
    });
  }

  private startAgain(phase: Alive, stopped: Stopped): void {
    this.inbox.workerIsGone();
    // Idle first: restarting changes Python's state, and that must not look like a second loss.
    this.at.value = { is: "idle", after: "stop" };
    this.needs.python.restart();
    this.finish(phase, stopped);
  }

  /** The run is over. `stopped` is what ends it in the trace, when nothing of its own has. */
  private finish(phase: Alive, stopped: Stopped): void {
    const silent = phase.is === "stopping" && phase.silent;
    const next = phase.is === "stopping" ? phase.next : null;
    this.callOffPatience();
    this.needs.over();
    this.arriving.value = "";
    this.countdown.end();
    if (this.ending === null && !silent) this.record(phase.run, stopped, JSON.stringify(stopped));
    this.at.value = { is: "idle", after: silent ? "nothing" : (this.ending ?? "nothing") };
    if (next !== null) this.begin(next);
  }

  private happened(text: string, gate: number | null): void {
    const phase = this.alive();
    const event = readEvent(text);
    const silent = phase.is === "stopping" && phase.silent;
    // A reader's program can post in Python's name: what is no event is not shown, and holds nothing up.
    const seq = event === null || silent ? null : this.record(phase.run, event, text);
    if (gate === null) return;
    if (event === null || seq === null || phase.is === "stopping") this.go(phase.run, gate, null);
    else if (phase.is === "held") this.atGates.push({ gate, seq, event });
    else this.holdOrGo(phase.run, { gate, seq, event });
  }

  private holdOrGo(run: Run, { gate, seq, event }: AtGate): void {
    if (holds(event, this.mode, this.needs.stops())) this.at.value = { is: "held", run, gate, seq };
    else this.go(run, gate, null);
  }

  /** Returns the number of the new trace item. */
  private record(run: Run, event: Event, text: string): number {
    if (event.kind === "answer") this.ending = "answer";
    if (event.kind === "stopped") this.ending = "stop";
    if (event.kind !== "log") this.arriving.value = "";
    this.countdown.end();
    return this.needs.conversation.append(run.number, this.needs.clock.now() - run.begunAt, event, text).seq;
  }

  private arrived(text: string): void {
    if (this.at.peek().is === "running") this.arriving.value = this.needs.scrub(this.arriving.value + text);
  }

  private done(): void {
    const phase = this.alive();
    this.finish(phase, phase.is === "stopping" ? ENDINGS.byReader : ENDINGS.withoutEnd);
  }

  /** The program never began, so it leaves nothing in the trace. */
  private notLoaded(diagnostics: readonly Diagnostic[]): void {
    const phase = this.alive();
    this.callOffPatience();
    this.needs.unloadable(diagnostics);
    this.at.value = { is: "idle", after: "nothing" };
    const first = diagnostics[0];
    const where = first === undefined ? "" : ` Look at ${first.file}, line ${first.line}: ${first.message}`;
    const next = phase.is === "stopping" ? phase.next : null;
    this.needs.giveBack(next ?? { question: phase.run.question, mode: this.mode, main: MAIN }, `The program could not be loaded.${where}`);
  }

  /** A silent run has left the page: the lesson and the conversation that are here now are not its own. */
  private shelved(scope: keyof Shelves, name: string, text: string): void {
    const phase = this.alive();
    if (phase.is === "stopping" && phase.silent) return;
    this.needs.shelved(scope, name, this.needs.scrub(text));
  }

  private async askForPackages(names: readonly string[]): Promise<void> {
    const { run } = this.alive();
    const allowed = await this.needs.allowPackages(names);
    if (runOf(this.at.peek()) !== run) return;
    this.needs.python.send({ type: "packages-allowed", run: run.number, allowed });
  }

  private go(run: Run, gate: number, event: string | null): void {
    this.needs.python.send({ type: "go", run: run.number, gate, event });
  }

  private pythonIs(state: "booting" | "ready" | "failed"): void {
    const phase = this.at.peek();
    if (phase.is === "waiting" && state === "ready") this.launch(phase.asked);
    if (phase.is === "waiting" && state === "failed") {
      this.at.value = { is: "idle", after: "nothing" };
      this.needs.giveBack(phase.asked, this.needs.python.failure.peek());
    }
    if ("run" in phase && state !== "ready") this.startAgain(phase, ENDINGS.lost);
  }

  private alive(): Alive {
    const phase = this.at.peek();
    if ("run" in phase) return phase;
    throw new Error("The inbox let a message of a dead run through");
  }
}

const TAKEN_BACK = "The question was taken back: it had not begun.";
