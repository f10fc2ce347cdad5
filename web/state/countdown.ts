// Shows how long Python still waits before it sends a request again. Only shows: it is Python whose time runs out.

import { signal, type ReadonlySignal } from "@preact/signals";
import type { Clock } from "./ports.ts";

export interface Wait {
  /** Why not at once, and what will be done; "in 7 s" goes after it. */
  readonly reason: string;
  /** What is left; whole, and never below 0. */
  readonly seconds: number;
}

export class Countdown {
  readonly wait: ReadonlySignal<Wait | null>;
  private readonly shown = signal<Wait | null>(null);
  private callOff: () => void = () => undefined;

  constructor(private readonly clock: Clock) {
    this.wait = this.shown;
  }

  begin(seconds: number, reason: string): void {
    this.end();
    this.shown.value = { reason, seconds: Math.max(0, Math.ceil(seconds)) };
    this.tick();
  }

  /** False when there was none. */
  end(): boolean {
    const had = this.shown.peek() !== null;
    this.callOff();
    this.shown.value = null;
    return had;
  }

  private tick(): void {
    this.callOff = this.clock.after(1000, () => {
      const wait = this.shown.peek();
      if (wait === null || wait.seconds === 0) return;
      this.shown.value = { ...wait, seconds: wait.seconds - 1 };
      this.tick();
    });
  }
}
