// Holds the conversation that is on the page, and the cursor over it. Refuses to know runs, Python and where it is kept.

import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Event } from "../generated/events.ts";
import type { Documents } from "../protocol.ts";
import {
  blank, closed, CLOSED_WITH_PAGE, lastRun, shortened, withEvent, type RunStart, type Saved, type Verdict,
} from "./saved.ts";
import { put } from "./shelf.ts";
import type { TraceItem } from "./trace.ts";

export interface ConversationNeeds {
  newId(): string;
  /** The lesson that a conversation which begins now is about. */
  lesson(): string;
  /** Milliseconds, as `Date.now()` has them. */
  wall(): number;
}

/** The kinds that `advance` in py/glassloop/transcript.py knows. */
const FOLDED: ReadonlySet<Event["kind"]> = new Set(["question", "llm-response", "tool-result", "stopped"]);

/** For a conversation that nobody keeps. */
const ALONE: ConversationNeeds = { newId: () => "alone", lesson: () => "", wall: () => 0 };

export class Conversation {
  /** The whole of it, as it would be kept. A new value whenever anything changes. */
  readonly saved: ReadonlySignal<Saved>;
  readonly items: ReadonlySignal<readonly TraceItem[]>;
  /** How many items are shown. While it is at the end it follows the end. */
  readonly cursor: Signal<number> = signal(0);
  readonly feedback: ReadonlySignal<ReadonlyMap<number, Verdict>>;
  /** What programs have put on this conversation's shelf. */
  readonly documents: ReadonlySignal<Documents>;
  /** Hears of a conversation that gives way to another, or to an empty one. */
  leaving: (last: Saved) => void = () => undefined;

  private readonly kept: Signal<Saved>;

  constructor(private readonly needs: ConversationNeeds = ALONE) {
    this.kept = signal(blank(needs.newId(), needs.lesson()));
    this.saved = this.kept;
    this.items = computed(() => this.kept.value.items);
    this.feedback = computed(() => this.kept.value.feedback);
    this.documents = computed(() => this.kept.value.documents);
  }

  /** The highest number of a run in it; a new run needs a higher one. */
  get lastRun(): number {
    return lastRun(this.kept.peek());
  }

  /** A run begins, which nothing has come of yet. One that is not announced is the reader's. */
  begins(run: number, by: RunStart["by"]): void {
    const saved = this.kept.peek();
    this.kept.value = { ...saved, runs: [...saved.runs, { run, by, began: this.needs.wall() }] };
  }

  /** Adds what happened `at` milliseconds into `run`. `text` is the event as it was written. */
  append(run: number, at: number, event: Event, text: string): TraceItem {
    if (this.lastRun < run) this.begins(run, "reader");
    const saved = this.kept.peek();
    const follows = this.cursor.peek() >= saved.items.length;
    const now = this.needs.wall();
    // It is about the lesson in which its first event happened.
    const head = saved.items.length === 0 ? { lesson: this.needs.lesson(), created: now } : {};
    const grown = withEvent({ ...saved, ...head, updated: now }, run, at, event, text);
    batch(() => {
      this.kept.value = grown;
      if (follows) this.cursor.value = grown.items.length;
    });
    return grown.items[grown.items.length - 1] as TraceItem;
  }

  /** Puts an edited event in the place of item `seq`. The first original is kept beside it. */
  replace(seq: number, event: Event): void {
    const saved = this.kept.peek();
    const item = saved.items[seq - 1];
    const text = saved.texts[seq - 1];
    if (item === undefined || text === undefined) return;
    const original = { event: item.before ?? item.event, text: saved.originals.get(seq) ?? text };
    const isBack = JSON.stringify(event) === JSON.stringify(original.event);
    const originals = new Map(saved.originals);
    if (isBack) originals.delete(seq);
    else originals.set(seq, original.text);
    this.change({
      originals,
      items: saved.items.with(seq - 1, isBack ? { ...item, event: original.event, before: null } : { ...item, event, before: original.event }),
      texts: saved.texts.with(seq - 1, isBack ? original.text : JSON.stringify(event)),
    });
  }

  /** Keeps a document of a program's; one that is too large is not taken. */
  put(name: string, text: string): void {
    this.change({ documents: put(this.kept.peek().documents, name, text) });
  }

  /** What the reader thinks of the answer at `seq`; null takes it back. */
  judge(seq: number, verdict: Verdict | null): void {
    const saved = this.kept.peek();
    const feedback = new Map(saved.feedback);
    if (verdict === null) feedback.delete(seq);
    else feedback.set(seq, verdict);
    this.kept.value = { ...saved, feedback };
  }

  /** Without a name it is called after its first question. */
  rename(name: string): void {
    this.kept.value = { ...this.kept.peek(), name: shortened(name) || null };
  }

  /** What Python folds into its transcript: a JSON array of the events that took effect. Only those that change it: every
   *  request holds the whole conversation once more. */
  history(): string {
    const { items, texts } = this.kept.peek();
    return `[${texts.filter((_, index) => FOLDED.has(items[index]?.event.kind ?? "log")).join(",")}]`;
  }

  showEnd(): void {
    this.cursor.value = this.kept.peek().items.length;
  }

  /** Shows a conversation that was kept. A run that was under way then is over now. */
  load(saved: Saved): void {
    this.become(closed(saved, CLOSED_WITH_PAGE));
  }

  clear(): void {
    this.become(blank(this.needs.newId(), this.needs.lesson()));
  }

  private change(changed: Partial<Saved>): void {
    this.kept.value = { ...this.kept.peek(), ...changed, updated: this.needs.wall() };
  }

  private become(next: Saved): void {
    this.leaving(this.kept.peek());
    batch(() => {
      this.kept.value = next;
      this.cursor.value = next.items.length;
    });
  }
}
