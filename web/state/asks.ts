// Questions to the reader that something waits for, one at a time, in order. Refuses to know what they are about.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { Decision } from "../broker/prompts.ts";

export interface Waiting<T> {
  readonly subject: T;
  answer(decision: Decision): void;
}

export class Asks<T> {
  /** The one to show now. */
  readonly current: ReadonlySignal<Waiting<T> | null>;

  private readonly shown = signal<Waiting<T> | null>(null);
  private queue: readonly Waiting<T>[] = [];

  constructor() {
    this.current = this.shown;
  }

  /** Resolves with the reader's choice; with "refuse" when `withdrawn` aborts. A second answer changes nothing. */
  ask(subject: T, withdrawn?: AbortSignal): Promise<Decision> {
    return new Promise((resolve) => {
      const waiting: Waiting<T> = {
        subject,
        answer: (decision) => {
          this.put(this.queue.filter((other) => other !== waiting));
          resolve(decision);
        },
      };
      this.put([...this.queue, waiting]);
      withdrawn?.addEventListener("abort", () => waiting.answer("refuse"), { once: true });
    });
  }

  /** Refuses everything that is being asked: what wanted it is over. */
  refuseAll(): void {
    for (const waiting of this.queue) waiting.answer("refuse");
  }

  private put(queue: readonly Waiting<T>[]): void {
    this.queue = queue;
    this.shown.value = queue[0] ?? null;
  }
}
