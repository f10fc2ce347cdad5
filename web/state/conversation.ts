// Holds the trace that is on the page, the text it came from, and the cursor over it. Refuses to know runs and Python.

import { batch, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Event } from "../generated/events.ts";
import type { TraceItem } from "./trace.ts";

export class Conversation {
  readonly items: ReadonlySignal<readonly TraceItem[]>;
  /** How many items are shown. While it is at the end it follows the end. */
  readonly cursor: Signal<number> = signal(0);

  private readonly kept = signal<readonly TraceItem[]>([]);
  // The text of what took effect, one for each item, as Python wrote it: parsing and writing it again might lose digits.
  private texts: string[] = [];

  constructor() {
    this.items = this.kept;
  }

  /** Adds what happened `at` milliseconds into `run`. `text` is the event as it was written. */
  append(run: number, at: number, event: Event, text: string): TraceItem {
    const items = this.kept.peek();
    const item: TraceItem = { seq: items.length + 1, run, at, event, before: null };
    const follows = this.cursor.peek() >= items.length;
    this.texts.push(text);
    batch(() => {
      this.kept.value = [...items, item];
      if (follows) this.cursor.value = item.seq;
    });
    return item;
  }

  /** Puts an edited event in the place of item `seq`. The first original is kept beside it. */
  replace(seq: number, event: Event): void {
    const item = this.kept.peek()[seq - 1];
    if (item === undefined) return;
    const text = JSON.stringify(event);
    const original = item.before ?? item.event;
    const edited = { ...item, event, before: text === JSON.stringify(original) ? null : original };
    this.texts[seq - 1] = text;
    this.kept.value = this.kept.peek().with(seq - 1, edited);
  }

  /** What Python folds into its transcript: a JSON array of the events that took effect. */
  history(): string {
    return `[${this.texts.join(",")}]`;
  }

  showEnd(): void {
    this.cursor.value = this.kept.peek().length;
  }

  clear(): void {
    this.texts = [];
    batch(() => {
      this.kept.value = [];
      this.cursor.value = 0;
    });
  }
}
