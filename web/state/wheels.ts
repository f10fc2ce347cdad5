// Keeps the wheels that the reader dropped, and gives them to every Python that starts. Refuses to install anything.

import { effect, untracked } from "@preact/signals";
import type { Python } from "./ports.ts";

export class Wheels {
  private readonly kept = new Map<string, ArrayBuffer>();

  constructor(private readonly python: Python) {
    // A new worker has none of what the last one was given.
    effect(() => {
      if (python.state.value !== "ready") return;
      untracked(() => {
        for (const [name, bytes] of this.kept) this.give(name, bytes);
      });
    });
  }

  /** Reads a dropped file. Resolves with a sentence for the reader. */
  async drop(file: File): Promise<string> {
    const { name } = file;
    if (!name.endsWith(".whl")) return `${name} is not a wheel. Drop a file whose name ends in .whl.`;
    let bytes: ArrayBuffer;
    try {
      bytes = await file.arrayBuffer();
    } catch {
      return `${name} could not be read. Check that the file is still there, and drop it again.`;
    }
    this.kept.set(name, bytes);
    if (this.python.state.peek() === "ready") this.give(name, bytes);
    return `${name} is here: a program that lists it gets it from this page.`;
  }

  private give(name: string, bytes: ArrayBuffer): void {
    const copy = bytes.slice(0);
    this.python.send({ type: "wheel", name, bytes: copy }, [copy]);
  }
}
